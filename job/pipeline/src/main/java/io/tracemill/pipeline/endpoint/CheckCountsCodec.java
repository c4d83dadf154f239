package io.tracemill.pipeline.endpoint;

import io.tracemill.analysis.anomaly.traffic.CheckCounts;
import io.tracemill.pipeline.serialization.SmileCodec;

/** Sampled requests of a pane beside the model, in Smile. */
public final class CheckCountsCodec extends SmileCodec<CheckCounts> {
  private static final long serialVersionUID = 1;

  public CheckCountsCodec() {
    super(CheckCounts.class);
  }
}
