package io.tracemill.analysis.anomaly;

/**
 * How many requests of an endpoint are anomalies.
 *
 * @param scored number of requests that have a score, a sample of all
 * @param anomalies how many of them are anomalies
 */
public record AnomalyRate(long scored, long anomalies) {
  /** No request was compared. */
  public static final AnomalyRate NONE = new AnomalyRate(0, 0);
}
