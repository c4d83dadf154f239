package io.tracemill.analysis.change;

/**
 * How much of the endpoint's change a culprit is to blame for: its own time per request, over all
 * categories and call paths, so that a call that is made more often counts as one that got slower.
 *
 * @param beforeNanos mean over all requests of the baseline
 * @param afterNanos mean over all requests of the other cohort
 * @param share of the change of the mean latency; negative for one that changed the other way, zero
 *     where the mean did not change
 */
public record CulpritChange(Culprit culprit, long beforeNanos, long afterNanos, double share) {
  /** By how much its time per request rose. */
  public long nanos() {
    return afterNanos - beforeNanos;
  }
}
