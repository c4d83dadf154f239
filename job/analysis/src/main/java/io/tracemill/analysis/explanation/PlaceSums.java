package io.tracemill.analysis.explanation;

import io.tracemill.analysis.explanation.ChangeAccount.PlaceChange;
import io.tracemill.analysis.explanation.CohortPair.Cohort;
import io.tracemill.analysis.place.Place;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** By place, the sums of its own time over all requests of two cohorts. */
final class PlaceSums {
  private record Change(BigInteger rise, PlaceChange change) {}

  /** Before and after, nanoseconds. */
  private final Map<Place, long[]> sums = new HashMap<>();

  void add(PairedCallPaths paths) {
    for (int i = 0; i < paths.size(); i++) {
      int path = i;
      Place.of(paths.step(path))
          .ifPresent(
              place -> {
                long[] nanos = sums.computeIfAbsent(place, unknown -> new long[2]);
                nanos[0] += paths.beforeNanos(path);
                nanos[1] += paths.afterNanos(path);
              });
    }
  }

  /** Those that changed: of a rise, the largest rise first; of a fall, the largest fall. */
  List<PlaceChange> changes(CohortPair cohorts) {
    Cohort before = cohorts.before();
    Cohort after = cohorts.after();
    BigInteger all = rise(before.latencyNanos(), after.latencyNanos(), cohorts);
    List<Change> changes = new ArrayList<>();
    sums.forEach(
        (place, nanos) -> {
          BigInteger rise =
              rise(BigInteger.valueOf(nanos[0]), BigInteger.valueOf(nanos[1]), cohorts);
          if (rise.signum() != 0) {
            double share = all.signum() == 0 ? 0 : rise.doubleValue() / all.doubleValue();
            changes.add(
                new Change(
                    all.signum() < 0 ? rise.negate() : rise,
                    new PlaceChange(
                        place,
                        Math.round((double) nanos[0] / before.count()),
                        Math.round((double) nanos[1] / after.count()),
                        share)));
          }
        });
    return changes.stream()
        .sorted(
            Comparator.comparing(Change::rise)
                .reversed()
                .thenComparing(each -> each.change().place(), Place.ORDER))
        .limit(Explainer.MAX_TERMS)
        .map(Change::change)
        .toList();
  }

  /** By how much a mean rose, as a multiple of what depends on the numbers of requests only. */
  private static BigInteger rise(BigInteger before, BigInteger after, CohortPair cohorts) {
    return after
        .multiply(cohorts.before().requests())
        .subtract(before.multiply(cohorts.after().requests()));
  }
}
