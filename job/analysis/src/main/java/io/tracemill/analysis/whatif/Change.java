package io.tracemill.analysis.whatif;

/**
 * How the own time of some places changes.
 *
 * @param changed by number of a place, whether it changes; places beyond its end do not
 * @param factor what their time is multiplied by
 * @param addedNanos what each of their calls takes longer, or shorter if negative
 */
record Change(boolean[] changed, double factor, long addedNanos) {
  /** Everything stays as it is. */
  static final Change NONE = new Change(new boolean[0], 1, 0);

  /** The new time of a span's own between two of its children. */
  long gap(int place, long nanos) {
    return changes(place) && nanos > 0 ? Math.round(nanos * factor) : nanos;
  }

  /** The new time of a span's own behind its last child, or all of it if it has none. */
  long tail(int place, long nanos) {
    return changes(place) ? Math.max(0, Math.round(nanos * factor) + addedNanos) : nanos;
  }

  /** Whether the time of a place changes. */
  boolean changes(int place) {
    return place < changed.length && changed[place];
  }
}
