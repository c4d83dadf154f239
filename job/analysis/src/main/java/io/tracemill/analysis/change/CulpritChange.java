package io.tracemill.analysis.change;

import java.util.Comparator;
import java.util.List;

/**
 * How much of a change a culprit is to blame for: its own time per request, over all call paths, so
 * that a call that is made more often counts as one that got slower. The requests are those of the
 * endpoint; of a finding of a category, those of the category, where a place is slower in it; of
 * one over all endpoints, those of all of them.
 *
 * @param beforeNanos mean over these requests of the baseline
 * @param afterNanos mean over these requests of the other cohort
 * @param share what the change of its own time is of the change of these requests' mean latency; of
 *     the frame at which flows part, what the change of structure cost, as a part of the change of
 *     the endpoint's mean latency. Negative for one that changed the other way, zero where the mean
 *     did not change
 */
public record CulpritChange(Culprit culprit, long beforeNanos, long afterNanos, double share) {
  /** Those that rose most first, then by name. */
  public static final Comparator<CulpritChange> LARGEST_FIRST =
      Comparator.comparingLong(CulpritChange::nanos)
          .reversed()
          .thenComparing(CulpritChange::culprit);

  private static final double WORTH = 0.1;

  /**
   * Of the parts of a whole those that rose by a tenth of what the first one did or more, sorted.
   */
  public static List<CulpritChange> worthNaming(List<CulpritChange> parts) {
    long largest = parts.stream().mapToLong(CulpritChange::nanos).max().orElse(0);
    return parts.stream()
        .filter(part -> part.nanos() > 0 && part.nanos() >= WORTH * largest)
        .sorted(LARGEST_FIRST)
        .toList();
  }

  /** One that is known by name alone: no time was found to be put down to it. */
  public static CulpritChange ofName(Culprit culprit) {
    return new CulpritChange(culprit, 0, 0, 0);
  }

  /** Whether it is a name alone, so that its numbers say nothing. */
  public boolean isNameAlone() {
    return beforeNanos == 0 && afterNanos == 0;
  }

  /** The same change, put down to another: the whole that this is a part of. */
  public CulpritChange of(Culprit whole) {
    return new CulpritChange(whole, beforeNanos, afterNanos, share);
  }

  /** The change of both together, put down to this one's culprit. */
  public CulpritChange plus(CulpritChange other) {
    return new CulpritChange(
        culprit,
        beforeNanos + other.beforeNanos,
        afterNanos + other.afterNanos,
        share + other.share);
  }

  /** By how much its time per request rose. */
  public long nanos() {
    return afterNanos - beforeNanos;
  }
}
