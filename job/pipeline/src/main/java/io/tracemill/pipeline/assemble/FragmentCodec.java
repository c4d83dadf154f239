package io.tracemill.pipeline.assemble;

import io.tracemill.analysis.span.Fragment;
import io.tracemill.analysis.span.TraceId;
import io.tracemill.pipeline.serialization.Codec;
import io.tracemill.pipeline.serialization.CodecTypeInfo;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.flink.api.common.typeinfo.TypeInformation;

/** Trace id (16), time (8), claimed time (8), spans (4), root (1), length (4), bytes. */
public final class FragmentCodec implements Codec<Fragment> {
  private static final long serialVersionUID = 1;

  /** The type information of fragments between tasks and in state. */
  public static final TypeInformation<Fragment> TYPE =
      new CodecTypeInfo<>(Fragment.class, new FragmentCodec());

  @Override
  public void write(Fragment fragment, DataOutput out) throws IOException {
    out.writeLong(fragment.traceId().high());
    out.writeLong(fragment.traceId().low());
    out.writeLong(fragment.timeMillis());
    out.writeLong(fragment.claimedMillis());
    out.writeInt(fragment.spans());
    out.writeBoolean(fragment.root());
    out.writeInt(fragment.bytes().length);
    out.write(fragment.bytes());
  }

  @Override
  public Fragment read(DataInput in) throws IOException {
    TraceId traceId = new TraceId(in.readLong(), in.readLong());
    long time = in.readLong();
    long claimed = in.readLong();
    int spans = in.readInt();
    boolean root = in.readBoolean();
    byte[] bytes = new byte[in.readInt()];
    in.readFully(bytes);
    return new Fragment(traceId, time, claimed, spans, root, bytes);
  }
}
