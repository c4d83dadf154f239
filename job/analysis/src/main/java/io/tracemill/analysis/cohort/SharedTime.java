package io.tracemill.analysis.cohort;

import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The time in which there are requests of both cohorts, cut into blocks. Outside of it anything may
 * have been different, and whoever has requests there would be blamed for it.
 *
 * <pre>
 * v1  |||||||||||||||||||||||||||||
 * v2         |           ||||||||||
 *                        [b|b|b|b|b)   blocks; the first one of v2 is a stray
 * </pre>
 *
 * <p>It begins with the slice that has the first hundredth of a cohort's requests behind it, that
 * of the cohort that begins later, and ends likewise: a handful of requests that tried something
 * out do not make it longer. Where that leaves no time, they count: a canary of one request in a
 * hundred is a handful beside the full rollout that follows it, but all that can be compared.
 *
 * @param period whole slices
 * @param sliceMillis how finely times are known
 */
public record SharedTime(Period period, long sliceMillis) {
  private static final long STRAYS_OF = 100;

  /**
   * That of two cohorts; none if there is none.
   *
   * @param baseline how many requests there are in each slice that has some, by its start
   * @param problem likewise; the slices start on the same grid
   */
  public static Optional<SharedTime> of(
      NavigableMap<Long, Long> baseline, NavigableMap<Long, Long> problem, long sliceMillis) {
    if (baseline.isEmpty() || problem.isEmpty()) {
      return Optional.empty();
    }
    return of(
            Math.max(begin(baseline), begin(problem)),
            Math.min(begin(baseline.descendingMap()), begin(problem.descendingMap())),
            sliceMillis)
        .or(
            () ->
                of(
                    Math.max(baseline.firstKey(), problem.firstKey()),
                    Math.min(baseline.lastKey(), problem.lastKey()),
                    sliceMillis));
  }

  private static Optional<SharedTime> of(long firstSlice, long lastSlice, long sliceMillis) {
    return firstSlice > lastSlice
        ? Optional.empty()
        : Optional.of(new SharedTime(new Period(firstSlice, lastSlice + sliceMillis), sliceMillis));
  }

  /** The slice with which there are more requests than strays. */
  private static long begin(NavigableMap<Long, Long> slices) {
    long all = slices.values().stream().mapToLong(Long::longValue).sum();
    long seen = 0;
    for (Map.Entry<Long, Long> slice : slices.entrySet()) {
      seen += slice.getValue();
      if (seen * STRAYS_OF > all) {
        return slice.getKey();
      }
    }
    return slices.lastKey();
  }

  /**
   * Where the block of a slice starts; none where the slice is no part of this. There are {@link
   * Baseline#MIN_BLOCKS} blocks, alike but for a slice, or as many as there are slices.
   */
  public OptionalLong blockOf(long sliceStartMillis) {
    if (!period.contains(sliceStartMillis)) {
      return OptionalLong.empty();
    }
    long slices = period.lengthMillis() / sliceMillis;
    long blocks = Math.min(Baseline.MIN_BLOCKS, slices);
    long slice = (sliceStartMillis - period.startMillis()) / sliceMillis;
    long block = slice * blocks / slices;
    long firstSlice = (block * slices + blocks - 1) / blocks;
    return OptionalLong.of(period.startMillis() + firstSlice * sliceMillis);
  }
}
