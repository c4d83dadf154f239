package io.tracemill.analysis.explanation;

import io.tracemill.analysis.anomaly.AnomalyRate;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.sample.RequestRow;
import io.tracemill.analysis.sums.EndpointSums;
import java.util.List;

/**
 * Requests of one endpoint in some time.
 *
 * @param requests not to be changed
 * @param rows some of the requests
 * @param anomalies how many of them are anomalies
 */
public record Cohort(
    Period time, EndpointSums requests, List<RequestRow> rows, AnomalyRate anomalies) {
  public Cohort {
    rows = List.copyOf(rows);
  }

  /** Requests that were compared with no model. */
  public Cohort(Period time, EndpointSums requests, List<RequestRow> rows) {
    this(time, requests, rows, AnomalyRate.NONE);
  }
}
