package io.tracemill.analysis.profile;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.record.EndpointProfile;
import io.tracemill.analysis.record.EndpointProfile.Evidence;
import io.tracemill.analysis.record.EndpointProfile.Failure;
import io.tracemill.analysis.record.EndpointProfile.Increment;
import io.tracemill.analysis.record.EndpointProfile.Latency;
import io.tracemill.analysis.record.EndpointProfile.Node;
import io.tracemill.analysis.record.Finite;
import io.tracemill.analysis.sample.RequestRow;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.sums.CallTreeSums;
import io.tracemill.analysis.sums.CategorySums;
import io.tracemill.analysis.sums.EndpointSums;
import io.tracemill.analysis.sums.EvidenceSums;
import io.tracemill.analysis.sums.EvidenceSums.Sum;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Makes an endpoint's profile from its sums and the rows of its sampled requests. It merges the
 * trees of all categories into one, largest categories first in case of a limit. Siblings with the
 * most time come first.
 */
public final class ProfileReader {
  /** The most places in a report. */
  private static final int MAX_FAILURES = 50;

  private record FailedPlace(Place place, long requests, long failed) {
    static final Comparator<FailedPlace> MOST_ERRORS_FIRST =
        Comparator.comparingLong(FailedPlace::failed)
            .reversed()
            .thenComparing(FailedPlace::place, Place.ORDER);
  }

  private final EndpointSums sums;
  private final List<RequestRow> rows;
  private final CategorySums all;
  private final int categories;

  private ProfileReader(EndpointSums sums, int categories, List<RequestRow> rows) {
    this.sums = sums;
    this.rows = rows;
    this.all = sums.other();
    this.categories = categories;
  }

  /**
   * The profile of one window.
   *
   * @param sums the sums of the window's requests; not changed
   * @param rows sampled requests of the window
   * @param startMillis start of the window, milliseconds since the epoch
   * @param endMillis its end, exclusive
   */
  public static EndpointProfile profile(
      EndpointSums sums, List<RequestRow> rows, Frame endpoint, long startMillis, long endMillis) {
    EndpointSums all = new EndpointSums(sums.rules());
    all.mergeAsOne(sums);
    int categories = sums.categories().size() + (sums.other().count() > 0 ? 1 : 0);
    return profile(
        all, categories, rows, endpoint, new Period(startMillis, endMillis), Optional.empty());
  }

  /**
   * The same profile if all requests are in {@link EndpointSums#other}.
   *
   * @param categories their number of categories
   */
  static EndpointProfile profile(
      EndpointSums sums,
      int categories,
      List<RequestRow> rows,
      Frame endpoint,
      Period window,
      Optional<Increment> newest) {
    return new ProfileReader(sums, categories, rows).profile(endpoint, window, newest);
  }

  private EndpointProfile profile(Frame endpoint, Period window, Optional<Increment> newest) {
    return new EndpointProfile(
        window,
        endpoint,
        all.count(),
        all.failed(),
        Finite.of((double) all.failed() / all.count()),
        latency(all),
        evidence(),
        tree(),
        ExemplarChoice.of(rows),
        failures(),
        newest);
  }

  /** The response times of an endpoint whose requests are all in one category. */
  public static Latency latency(CategorySums all) {
    return new Latency(
        roundedMean(all.latencySumNanos(), all.count()),
        latencyQuantile(all, 0.50),
        latencyQuantile(all, 0.90),
        latencyQuantile(all, 0.95),
        latencyQuantile(all, 0.99),
        all.latencyMaxNanos());
  }

  /** A bin's value can be above the longest duration in it. */
  private static long latencyQuantile(CategorySums all, double q) {
    return Math.min(all.latency().quantile(q), all.latencyMaxNanos());
  }

  /** Divides and rounds to the nearest, halves up; 0 without requests. */
  public static long roundedMean(long sum, long count) {
    if (count == 0) {
      return 0;
    }
    long remainder = sum % count;
    return sum / count + (remainder >= count - remainder ? 1 : 0);
  }

  private Evidence evidence() {
    EvidenceSums evidence = sums.evidence();
    long total = all.latencySumNanos();
    return new Evidence(
        evidence.get(Sum.INCOMPLETE),
        evidence.get(Sum.TRUNCATED),
        evidence.get(Sum.CORRECTED),
        evidence.get(Sum.SKEW_NANOS),
        evidence.get(Sum.CLIPPED_NANOS),
        Finite.of((double) evidence.get(Sum.CLIPPED_NANOS) / total),
        categories,
        evidence.get(Sum.COARSE));
  }

  private List<Failure> failures() {
    List<FailedPlace> failures = new ArrayList<>();
    sums.forEachFailedPlace(
        (place, requests, failed) -> {
          if (!(place instanceof Place.Service)) {
            failures.add(new FailedPlace(place, requests, failed));
          }
        });
    return failures.stream()
        .sorted(FailedPlace.MOST_ERRORS_FIRST)
        .limit(MAX_FAILURES)
        .map(each -> Failure.of(each.place(), each.requests(), each.failed()))
        .toList();
  }

  private List<Node> tree() {
    CallTreeSums tree = all.tree();
    NodePercentiles percentiles = NodePercentiles.of(tree, rows);
    long[] inclusive = tree.inclusiveNanos();
    int[] order = tree.largestFirst(inclusive);
    int[] position = new int[order.length];
    List<Node> nodes = new ArrayList<>(order.length);
    for (int i = 0; i < order.length; i++) {
      int node = order[i];
      position[node] = i;
      int parent = tree.parent(node);
      nodes.add(
          new Node(
              parent < 0 ? -1 : position[parent],
              tree.step(node),
              tree.traces(node),
              inclusive[node],
              tree.exclusiveNanos(node),
              Optional.of(percentiles.of(node))));
    }
    return nodes;
  }
}
