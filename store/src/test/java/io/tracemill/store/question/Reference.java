package io.tracemill.store.question;

import static java.util.Comparator.comparingLong;

import io.tracemill.analysis.sample.CategoryReplay;
import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.sample.ReplayedTimes;
import io.tracemill.store.engine.Filter;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Statistics of requests by their definitions, slow and obvious. */
public final class Reference {
  private Reference() {}

  /** The times of a request by node of its category. */
  public static ReplayedTimes times(KeptRequest request) {
    return new CategoryReplay(TestStore.RULES.replay()).times(request);
  }

  static boolean selects(Filter filter, KeptRequest request) {
    return filter.time().contains(request.timeMillis())
        && filter.endpoint().stream().allMatch(request.endpoint()::equals)
        && filter.category().stream().allMatch(request.category().hex()::equals)
        && filter.role().stream().allMatch(request.role()::equals)
        && request.durationNanos() >= filter.minDurationNanos()
        && request.durationNanos() < filter.belowNanos()
        && filter.attributes().stream()
            .allMatch(
                wanted ->
                    request.attributes().stream()
                        .anyMatch(
                            has ->
                                has.value().equals(wanted.value())
                                    && (has.key().equals(wanted.key())
                                        || (has.service() + "." + has.key())
                                            .equals(wanted.key()))));
  }

  static double weight(List<KeptRequest> requests) {
    return requests.stream().mapToDouble(KeptRequest::weight).sum();
  }

  static double mean(List<KeptRequest> requests) {
    return mean(requests, each -> each.durationNanos());
  }

  static double mean(List<KeptRequest> requests, ToDoubleFunction<KeptRequest> value) {
    return requests.stream().mapToDouble(each -> each.weight() * value.applyAsDouble(each)).sum()
        / weight(requests);
  }

  static double deviation(List<KeptRequest> requests) {
    double mean = mean(requests);
    return Math.sqrt(mean(requests, each -> Math.pow(each.durationNanos() - mean, 2)));
  }

  static double meanError(List<KeptRequest> requests) {
    double mean = mean(requests);
    double squares =
        requests.stream()
            .mapToDouble(
                each ->
                    each.weight() * (each.weight() - 1) * Math.pow(each.durationNanos() - mean, 2))
            .sum();
    return Math.sqrt(squares) / weight(requests);
  }

  static long percentile(List<KeptRequest> requests, double share) {
    double total = weight(requests);
    double upTo = 0;
    List<KeptRequest> sorted =
        requests.stream().sorted(comparingLong(each -> each.durationNanos())).toList();
    for (KeptRequest each : sorted) {
      upTo += each.weight();
      if (upTo >= (share - 1e-9) * total) {
        return each.durationNanos();
      }
    }
    throw new IllegalArgumentException("no requests");
  }
}
