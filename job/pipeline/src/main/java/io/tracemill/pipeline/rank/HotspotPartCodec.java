package io.tracemill.pipeline.rank;

import io.tracemill.analysis.bottomup.FrameSums;
import io.tracemill.analysis.profile.ExtentSums;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.NameTable;
import io.tracemill.pipeline.serialization.Codec;
import io.tracemill.pipeline.serialization.CodecTypeInfo;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.flink.api.common.typeinfo.TypeInformation;

/** Endpoint, start (8), end (8), sums by frame with each name once, sums of extents. */
public final class HotspotPartCodec implements Codec<HotspotPart> {
  private static final long serialVersionUID = 1;

  /** The type information of parts on their way to the task of their window. */
  public static final TypeInformation<HotspotPart> TYPE =
      new CodecTypeInfo<>(HotspotPart.class, new HotspotPartCodec());

  @Override
  public void write(HotspotPart part, DataOutput out) throws IOException {
    NameTable names = new NameTable();
    names.writeFrame(out, part.endpoint());
    out.writeLong(part.startMillis());
    out.writeLong(part.endMillis());
    part.frames().write(out, names::writeFrame);
    part.extents().write(out);
  }

  @Override
  public HotspotPart read(DataInput in) throws IOException {
    NameTable names = new NameTable();
    Frame endpoint = names.readFrame(in);
    long startMillis = in.readLong();
    long endMillis = in.readLong();
    // The sender already applied the limit.
    FrameSums frames = new FrameSums(Integer.MAX_VALUE);
    frames.mergeFrom(in, names::readFrame);
    ExtentSums extents = new ExtentSums();
    extents.mergeFrom(in);
    return new HotspotPart(endpoint, startMillis, endMillis, frames, extents);
  }
}
