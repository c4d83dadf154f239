package io.tracemill.analysis.explanation;

import io.tracemill.analysis.difference.ComparedRequest;
import io.tracemill.analysis.sample.RequestRow;
import java.util.Comparator;
import java.util.List;

/**
 * Sampled requests of one cohort, slowest first. A sample over-represents slow requests, so each
 * request has a weight.
 */
record SampleSide(List<RequestRow> requests) {
  /** The sampled requests of a cohort; their order depends only on the requests. */
  static SampleSide of(Cohort cohort) {
    return new SampleSide(
        cohort.rows().stream()
            .filter(row -> row.weight() > 0)
            .sorted(
                Comparator.comparingLong(RequestRow::durationNanos)
                    .reversed()
                    .thenComparing(row -> row.traceId().hex())
                    .thenComparingLong(RequestRow::spanId))
            .toList());
  }

  /** The requests that failed, or those that did not; all if there are none of these. */
  SampleSide failed(boolean wanted) {
    List<RequestRow> found = requests.stream().filter(row -> row.failed() == wanted).toList();
    return found.isEmpty() ? this : new SampleSide(found);
  }

  /** The requests as rows of features. */
  List<ComparedRequest> compared() {
    return requests.stream()
        .map(row -> new ComparedRequest(row.durationNanos(), row.weight(), row.attributes()))
        .toList();
  }
}
