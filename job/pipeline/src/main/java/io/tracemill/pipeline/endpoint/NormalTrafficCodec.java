package io.tracemill.pipeline.endpoint;

import io.tracemill.analysis.anomaly.traffic.NormalTraffic;
import io.tracemill.pipeline.serialization.SmileCodec;

/** What an endpoint's normal requests say about the limits of its model, in Smile. */
public final class NormalTrafficCodec extends SmileCodec<NormalTraffic> {
  private static final long serialVersionUID = 1;

  public NormalTrafficCodec() {
    super(NormalTraffic.class);
  }
}
