package io.tracemill.pipeline.endpoint;

import io.tracemill.analysis.anomaly.traffic.ModelLimits;
import io.tracemill.pipeline.serialization.SmileCodec;

/** What is an anomaly at an endpoint, in Smile. */
public final class ModelLimitsCodec extends SmileCodec<ModelLimits> {
  private static final long serialVersionUID = 1;

  public ModelLimitsCodec() {
    super(ModelLimits.class);
  }
}
