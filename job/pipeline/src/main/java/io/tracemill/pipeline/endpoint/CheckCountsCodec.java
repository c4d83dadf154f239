package io.tracemill.pipeline.endpoint;

import io.tracemill.analysis.anomaly.traffic.CheckCounts;
import io.tracemill.pipeline.serialization.SmileCodec;

/** Scored requests of a pane, in Smile. */
public final class CheckCountsCodec extends SmileCodec<CheckCounts> {
  private static final long serialVersionUID = 1;

  public CheckCountsCodec() {
    super(CheckCounts.class);
  }
}
