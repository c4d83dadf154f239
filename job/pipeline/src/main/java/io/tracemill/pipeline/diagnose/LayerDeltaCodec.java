package io.tracemill.pipeline.diagnose;

import io.tracemill.analysis.layer.LayerSums;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.NameTable;
import io.tracemill.pipeline.serialization.Codec;
import io.tracemill.pipeline.serialization.CodecTypeInfo;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.flink.api.common.typeinfo.TypeInformation;

/** Format: type, window (8 bytes), sums. Each name is written once. */
public final class LayerDeltaCodec implements Codec<LayerDelta> {
  private static final long serialVersionUID = 1;

  /** The type information of sums sent to the task of their type. */
  public static final TypeInformation<LayerDelta> TYPE =
      new CodecTypeInfo<>(LayerDelta.class, new LayerDeltaCodec());

  @Override
  public void write(LayerDelta delta, DataOutput out) throws IOException {
    NameTable names = new NameTable();
    names.writeFrame(out, delta.type());
    out.writeLong(delta.windowMillis());
    delta.sums().write(out, names::writeFrame);
  }

  @Override
  public LayerDelta read(DataInput in) throws IOException {
    NameTable names = new NameTable();
    Frame type = names.readFrame(in);
    return new LayerDelta(type, in.readLong(), LayerSums.read(in, names::readFrame));
  }

  /** The sums may grow while a checkpoint is written, so it needs its own copy. */
  @Override
  public LayerDelta copy(LayerDelta delta) {
    LayerSums sums = new LayerSums();
    sums.merge(delta.sums());
    return new LayerDelta(delta.type(), delta.windowMillis(), sums);
  }
}
