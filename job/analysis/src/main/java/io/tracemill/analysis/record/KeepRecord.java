package io.tracemill.analysis.record;

import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.span.Frame;
import java.util.List;

/**
 * A trace that is worth keeping: a record of {@code keep}. A trace can have several.
 *
 * @param endpoint of one of its requests
 * @param atMillis when the trace closed; of an incident, the end of the window that was explained;
 *     milliseconds since the epoch
 */
public record KeepRecord(String traceId, Reason reason, Frame endpoint, long atMillis)
    implements StreamRecord {
  /** The record of a request in the sample. */
  public static KeepRecord of(KeptRequest request) {
    Reason reason =
        request.failed() ? Reason.FAILED : request.weight() == 0 ? Reason.SLOWEST : Reason.SAMPLE;
    return new KeepRecord(
        request.traceId().hex(), reason, request.endpoint(), request.timeMillis());
  }

  /** The record of an anomaly whose trace closed at this time. */
  public static KeepRecord of(AnomalyRecord anomaly, long timeMillis) {
    return new KeepRecord(anomaly.traceId(), Reason.ANOMALY, anomaly.endpoint(), timeMillis);
  }

  @Override
  public List<String> key() {
    return List.of(traceId);
  }

  @Override
  public List<Frame> about() {
    return List.of(endpoint);
  }

  /** Why it is worth keeping. */
  public enum Reason {
    /** One of its requests is unlike the others of its endpoint. */
    ANOMALY,
    /** An incident shows it. */
    INCIDENT,
    /**
     * It is not in the sample, but one of its requests is the slowest of its endpoint in a pane.
     */
    SLOWEST,
    /** It has a kept request that failed. */
    FAILED,
    /** It is in the sample: a share of each category and duration, all of those that are rare. */
    SAMPLE
  }
}
