package io.tracemill.pipeline.count;

import io.tracemill.analysis.anomaly.traffic.CheckedRequest;
import io.tracemill.pipeline.serialization.SmileCodec;

/** A request compared with the model of its endpoint, in Smile. */
final class CheckedRequestCodec extends SmileCodec<CheckedRequest> {
  private static final long serialVersionUID = 1;

  CheckedRequestCodec() {
    super(CheckedRequest.class);
  }
}
