package io.tracemill.analysis.stack.look;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.stack.LocalSpan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The spans that a look compares: fast ones first, slow ones last.
 *
 * @param policy its name: {@code tail}, {@code buckets} or {@code cohorts}
 * @param bounds where the groups of the regression begin, and where the last ends
 * @param acrossHosts whether a permutation may move samples to another host, which is needed if the
 *     cohorts are hosts
 */
public record SpanCohorts(
    String policy,
    List<LocalSpan> spans,
    int fastCount,
    int slowCount,
    List<Integer> bounds,
    boolean acrossHosts) {
  private static final int BUCKETS = 20;
  private static final int MIN_SLOW = 200;

  public SpanCohorts {
    requireNonNull(policy, "policy");
    spans = List.copyOf(spans);
    bounds = List.copyOf(bounds);
    if (fastCount + slowCount > spans.size()) {
      throw new IllegalArgumentException(
          "%d fast and %d slow of %d spans".formatted(fastCount, slowCount, spans.size()));
    }
  }

  /**
   * The tenth with the least self time against the 2 % with the most: at least 200, at most 10 %.
   */
  public static SpanCohorts tail(List<LocalSpan> spans) {
    List<LocalSpan> sorted = bySelfTime(spans);
    int fast = sorted.size() / 10;
    int slow = slowCount(sorted.size());
    return of(
        "tail",
        sorted.subList(0, fast),
        sorted.subList(sorted.size() - slow, sorted.size()),
        false);
  }

  /** The same comparison, with a regression over 20 groups of about the same number of spans. */
  public static SpanCohorts buckets(List<LocalSpan> spans) {
    List<LocalSpan> sorted = bySelfTime(spans);
    List<Integer> bounds = new ArrayList<>();
    int larger = sorted.size() % BUCKETS;
    for (int bucket = 0; bucket <= BUCKETS; bucket++) {
      bounds.add(sorted.size() / BUCKETS * bucket + Math.min(bucket, larger));
    }
    int slow = slowCount(sorted.size());
    return new SpanCohorts("buckets", sorted, sorted.size() / 10, slow, bounds, false);
  }

  /**
   * Two given cohorts, such as spans before and during an incident, or of two hosts or versions.
   */
  public static SpanCohorts of(List<LocalSpan> fast, List<LocalSpan> slow) {
    return of("cohorts", fast, slow, true);
  }

  private static SpanCohorts of(
      String policy, List<LocalSpan> fast, List<LocalSpan> slow, boolean acrossHosts) {
    return new SpanCohorts(
        policy,
        Stream.concat(fast.stream(), slow.stream()).toList(),
        fast.size(),
        slow.size(),
        List.of(0, fast.size(), fast.size() + slow.size()),
        acrossHosts);
  }

  private static int slowCount(int spans) {
    return Math.min(Math.max(spans / 50, MIN_SLOW), spans / 10);
  }

  private static List<LocalSpan> bySelfTime(List<LocalSpan> spans) {
    return spans.stream().sorted(Comparator.comparingLong(span -> span.self().nanos())).toList();
  }

  /** The number of the first slow span. */
  int firstSlow() {
    return spans.size() - slowCount;
  }

  List<LocalSpan> fast() {
    return spans.subList(0, fastCount);
  }

  List<LocalSpan> slow() {
    return spans.subList(firstSlow(), spans.size());
  }
}
