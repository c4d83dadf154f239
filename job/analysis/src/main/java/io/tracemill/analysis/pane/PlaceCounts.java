package io.tracemill.analysis.pane;

/**
 * What was seen of one place.
 *
 * @param calls its spans in all these requests
 * @param failed requests in which one of its spans failed
 * @param times by request: its exclusive time on the critical path per call, 0 where it was off the
 *     path; of {@link io.tracemill.analysis.place.Place.Request} the duration
 */
public record PlaceCounts(long calls, long failed, Histogram times) {
  /** Requests that have the place, on the path or off it. */
  public long requests() {
    return times.count();
  }

  /** The sum of both. */
  public PlaceCounts plus(PlaceCounts other) {
    return new PlaceCounts(calls + other.calls, failed + other.failed, times.plus(other.times));
  }
}
