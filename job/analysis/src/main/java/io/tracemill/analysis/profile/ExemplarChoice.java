package io.tracemill.analysis.profile;

import io.tracemill.analysis.record.EndpointProfile.Exemplar;
import io.tracemill.analysis.sample.RequestRow;
import io.tracemill.analysis.span.TraceId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Chooses up to ten requests to look at, slowest first. It takes the slowest of each top stratum of
 * durations, so that they differ, then the second slowest of each, until there are enough.
 */
final class ExemplarChoice {
  private static final int MAX_EXEMPLARS = 10;
  private static final double LN_2 = StrictMath.log(2);

  private static final Comparator<RequestRow> SLOWEST_FIRST =
      Comparator.comparingLong(RequestRow::durationNanos)
          .reversed()
          .thenComparing(row -> row.traceId().hex())
          .thenComparingLong(RequestRow::spanId);

  private ExemplarChoice() {}

  static List<Exemplar> of(List<RequestRow> rows) {
    TreeMap<Integer, List<RequestRow>> strata = new TreeMap<>(Comparator.reverseOrder());
    rows.stream()
        .sorted(SLOWEST_FIRST)
        .forEach(
            row ->
                strata
                    .computeIfAbsent(stratum(row.durationNanos()), added -> new ArrayList<>())
                    .add(row));
    return IntStream.range(0, MAX_EXEMPLARS)
        .boxed()
        .flatMap(
            rank ->
                strata.values().stream()
                    .filter(stratum -> rank < stratum.size())
                    .map(stratum -> stratum.get(rank)))
        .limit(MAX_EXEMPLARS)
        .sorted(SLOWEST_FIRST)
        .map(
            row ->
                new Exemplar(
                    row.traceId().hex(), TraceId.spanIdHex(row.spanId()), row.durationNanos()))
        .toList();
  }

  /** Four strata for each doubling of the duration. */
  private static int stratum(long nanos) {
    return (int) (4 * StrictMath.log((double) Math.max(1, nanos)) / LN_2);
  }
}
