package io.tracemill.pipeline.assemble;

import io.tracemill.analysis.span.Frame;
import io.tracemill.pipeline.count.FrameCodec;
import io.tracemill.pipeline.serialization.Codec;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Optional;

/** The endpoint of a reopened trace: whether it is known (1 byte), then its frame. */
public final class ReopenedCodec implements Codec<Optional<Frame>> {
  private static final long serialVersionUID = 1;
  private static final FrameCodec FRAMES = new FrameCodec();

  @Override
  public void write(Optional<Frame> endpoint, DataOutput out) throws IOException {
    out.writeBoolean(endpoint.isPresent());
    if (endpoint.isPresent()) {
      FRAMES.write(endpoint.get(), out);
    }
  }

  @Override
  public Optional<Frame> read(DataInput in) throws IOException {
    return in.readBoolean() ? Optional.of(FRAMES.read(in)) : Optional.empty();
  }
}
