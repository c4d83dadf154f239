package io.tracemill.analysis.view.whatif;

/**
 * A change of the own time of some places.
 *
 * @param changed by place number: whether the place changes; places beyond the end do not
 * @param factor multiplies their time
 * @param addedNanos extra time of each of their calls; negative if shorter
 */
record Change(boolean[] changed, double factor, long addedNanos) {
  /** Everything stays as it is. */
  static final Change NONE = new Change(new boolean[0], 1, 0);

  /** The new own time of a span between two of its children. */
  long gap(int place, long nanos) {
    return changes(place) && nanos > 0 ? Math.round(nanos * factor) : nanos;
  }

  /** The new own time of a span after its last child, or all of its time without children. */
  long tail(int place, long nanos) {
    return changes(place) ? Math.max(0, Math.round(nanos * factor) + addedNanos) : nanos;
  }

  /** Whether the time of a place changes. */
  boolean changes(int place) {
    return place < changed.length && changed[place];
  }
}
