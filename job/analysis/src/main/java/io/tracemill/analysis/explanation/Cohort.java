package io.tracemill.analysis.explanation;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.sample.RequestRow;
import io.tracemill.analysis.sums.EndpointSums;
import java.util.List;

/**
 * Requests of one endpoint in some time.
 *
 * @param requests not to be changed
 * @param rows some of the requests
 */
public record Cohort(Period time, EndpointSums requests, List<RequestRow> rows) {
  public Cohort {
    rows = List.copyOf(rows);
  }
}
