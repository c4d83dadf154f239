package io.tracemill.pipeline.aggregate;

import io.tracemill.analysis.profile.EndpointAccumulator;
import io.tracemill.analysis.profile.ProfileLimits;
import io.tracemill.pipeline.serialization.Codec;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** The accumulator's own limits (four numbers), then its own versioned bytes. */
public final class AccumulatorCodec implements Codec<SealedRequests> {
  private static final long serialVersionUID = 1;

  @Override
  public void write(SealedRequests sealed, DataOutput out) throws IOException {
    sealed.write(out);
  }

  @Override
  public SealedRequests read(DataInput in) throws IOException {
    return SealedRequests.of(readAccumulator(in));
  }

  static void write(EndpointAccumulator accumulator, DataOutput out) throws IOException {
    ProfileLimits limits = accumulator.limits();
    out.writeInt(limits.maxNodes());
    out.writeInt(limits.maxDepth());
    out.writeInt(limits.maxCategories());
    out.writeInt(limits.samplePerStratum());
    accumulator.write(out);
  }

  static EndpointAccumulator readAccumulator(DataInput in) throws IOException {
    ProfileLimits limits =
        new ProfileLimits(in.readInt(), in.readInt(), in.readInt(), in.readInt());
    return EndpointAccumulator.read(in, limits);
  }

  @Override
  public boolean writesAtOnce() {
    return true;
  }

  @Override
  public int version() {
    return 3;
  }
}
