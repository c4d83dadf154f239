package io.tracemill.analysis.explanation;

import io.tracemill.analysis.explanation.ChangeAccount.PlaceChange;
import io.tracemill.analysis.place.Place;
import java.math.BigInteger;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** By place, the sums of its own time over all requests of two cohorts. */
final class PlaceSums {
  private static final Comparator<PlaceChange> LARGEST_FIRST =
      Comparator.comparingDouble(PlaceChange::share)
          .thenComparingLong(PlaceChange::nanos)
          .reversed()
          .thenComparing(PlaceChange::place, Place.ORDER);

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
    double all = rise(cohorts.before().latencyNanos(), cohorts.after().latencyNanos(), cohorts);
    return sums.entrySet().stream()
        .map(sum -> change(sum.getKey(), sum.getValue()[0], sum.getValue()[1], all, cohorts))
        .filter(change -> change.share() != 0 || change.nanos() != 0)
        .sorted(LARGEST_FIRST)
        .limit(Explainer.MAX_TERMS)
        .toList();
  }

  private static PlaceChange change(
      Place place, long before, long after, double all, CohortPair cohorts) {
    double rise = rise(BigInteger.valueOf(before), BigInteger.valueOf(after), cohorts);
    return new PlaceChange(
        place,
        Math.round((double) before / cohorts.before().count()),
        Math.round((double) after / cohorts.after().count()),
        all == 0 ? 0 : rise / all);
  }

  /** By how much a mean rose, as a multiple of what depends on the numbers of requests only. */
  private static double rise(BigInteger before, BigInteger after, CohortPair cohorts) {
    return after
        .multiply(cohorts.before().requests())
        .subtract(before.multiply(cohorts.after().requests()))
        .doubleValue();
  }
}
