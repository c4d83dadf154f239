package io.tracemill.pipeline.aggregate;

import io.tracemill.pipeline.serialization.Codec;
import io.tracemill.pipeline.serialization.CodecTypeInfo;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.flink.api.common.typeinfo.TypeInformation;

/** Endpoint, pane (8), accumulator. */
public final class ProfileDeltaCodec implements Codec<ProfileDelta> {
  private static final long serialVersionUID = 1;

  /** The type information of deltas on their way to their endpoint's monitor. */
  public static final TypeInformation<ProfileDelta> TYPE =
      new CodecTypeInfo<>(ProfileDelta.class, new ProfileDeltaCodec());

  private static final FrameCodec FRAMES = new FrameCodec();

  @Override
  public void write(ProfileDelta delta, DataOutput out) throws IOException {
    FRAMES.write(delta.endpoint(), out);
    out.writeLong(delta.paneMillis());
    AccumulatorCodec.write(delta.requests(), out);
  }

  @Override
  public ProfileDelta read(DataInput in) throws IOException {
    return new ProfileDelta(FRAMES.read(in), in.readLong(), AccumulatorCodec.readAccumulator(in));
  }
}
