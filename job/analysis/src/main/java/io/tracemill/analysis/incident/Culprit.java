package io.tracemill.analysis.incident;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.incident.Finding.Side;

/**
 * The likely cause of a change.
 *
 * @param beforeNanos for a place: its mean time per call in the baseline; else 0
 * @param afterNanos for a place: its mean time per call in the window; else 0
 * @param before for calls and errors: its share of requests in the baseline; for a place 1
 * @param after for calls and errors: its share of requests in the window; for a place 1
 * @param share the part of the incident's contribution that it explains
 */
public record Culprit(
    Subject subject, long beforeNanos, long afterNanos, double before, double after, double share)
    implements java.io.Serializable {
  private static final long serialVersionUID = 1;

  public Culprit {
    requireNonNull(subject, "subject");
  }

  /**
   * A culprit with the figures of both sides.
   *
   * @param extraNanos the part of {@code allNanos} that it explains
   * @param allNanos the contribution of the incident; up to 0 if it has none
   */
  public static Culprit of(
      Subject subject, Side before, Side after, double extraNanos, double allNanos) {
    return new Culprit(
        subject,
        before.meanNanos(),
        after.meanNanos(),
        before.share(),
        after.share(),
        allNanos > 0 ? Math.min(1, Math.max(0, extraNanos / allNanos)) : 1);
  }
}
