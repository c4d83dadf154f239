package io.tracemill.analysis.difference;

import io.tracemill.analysis.profile.WeightedRequest;
import java.util.Comparator;
import java.util.List;

/**
 * Some weighted requests that stand for many (priority sampling; Duffield, Lund and Thorup 2007).
 *
 * <p>Each gets a priority, its weight divided by a number that is drawn from (0, 1], and those with
 * the highest are kept. One that is kept stands for at least as many requests as the highest
 * priority of those that are not, which makes the expected weight of any group of requests what it
 * was. What is drawn depends on the ids alone.
 */
final class PrioritySample {
  private record Prioritized(WeightedRequest request, double priority) {}

  private PrioritySample() {}

  /** At most {@code size} of them, all if they are no more. */
  static List<WeightedRequest> of(List<WeightedRequest> requests, int size) {
    if (requests.size() <= size) {
      return requests;
    }
    List<Prioritized> ordered =
        requests.stream()
            .map(one -> new Prioritized(one, one.weight() / one.request().drawn()))
            .sorted(Comparator.comparingDouble(Prioritized::priority).reversed())
            .toList();
    double threshold = ordered.get(size).priority();
    return ordered.subList(0, size).stream()
        .map(Prioritized::request)
        .map(one -> new WeightedRequest(one.request(), Math.max(one.weight(), threshold)))
        .toList();
  }
}
