package io.tracemill.pipeline.count;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.anomaly.traffic.CheckedRequest;
import io.tracemill.analysis.sample.RequestRow;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.sums.EndpointSums;
import java.util.List;
import java.util.Optional;

/**
 * What one task says of an endpoint's requests in one pane: sums, rows of sampled requests, or a
 * request compared with the endpoint's model.
 *
 * @param paneMillis start of the pane, milliseconds since the epoch
 * @param sums of some of its requests, each counted once over all parts
 * @param rows of its sampled requests in the task
 * @param checked one of its requests
 */
public record EndpointPart(
    Frame endpoint,
    long paneMillis,
    Optional<EndpointSums> sums,
    List<RequestRow> rows,
    Optional<CheckedRequest> checked) {
  public EndpointPart {
    requireNonNull(endpoint, "endpoint");
    requireNonNull(sums, "sums");
    requireNonNull(rows, "rows");
    requireNonNull(checked, "checked");
  }

  /** A part with sums. */
  public static EndpointPart of(Frame endpoint, long paneMillis, EndpointSums sums) {
    return new EndpointPart(endpoint, paneMillis, Optional.of(sums), List.of(), Optional.empty());
  }

  /** A part with rows. */
  public static EndpointPart of(Frame endpoint, long paneMillis, List<RequestRow> rows) {
    return new EndpointPart(endpoint, paneMillis, Optional.empty(), rows, Optional.empty());
  }

  /** A part with a request compared with the endpoint's model. */
  public static EndpointPart of(Frame endpoint, long paneMillis, CheckedRequest checked) {
    return new EndpointPart(
        endpoint, paneMillis, Optional.empty(), List.of(), Optional.of(checked));
  }
}
