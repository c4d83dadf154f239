package io.tracemill.pipeline.endpoint;

import io.tracemill.analysis.explanation.HostStacks;
import io.tracemill.pipeline.serialization.SmileCodec;

/** What stack samples say about the culprit's hosts, in Smile. */
public final class HostStacksCodec extends SmileCodec<HostStacks> {
  private static final long serialVersionUID = 1;

  public HostStacksCodec() {
    super(HostStacks.class);
  }
}
