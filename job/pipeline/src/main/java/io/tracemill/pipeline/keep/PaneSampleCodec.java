package io.tracemill.pipeline.keep;

import io.tracemill.pipeline.serialization.Codec;
import io.tracemill.pipeline.serialization.CodecTypeInfo;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.flink.api.common.typeinfo.TypeInformation;

/** Format: start of the pane (8 bytes), length (4), sample. */
public final class PaneSampleCodec implements Codec<PaneSample> {
  private static final long serialVersionUID = 1;

  static final TypeInformation<PaneSample> TYPE =
      new CodecTypeInfo<>(PaneSample.class, new PaneSampleCodec());

  @Override
  public void write(PaneSample pane, DataOutput out) throws IOException {
    out.writeLong(pane.paneMillis());
    out.writeInt(pane.bytes().length);
    out.write(pane.bytes());
  }

  @Override
  public PaneSample read(DataInput in) throws IOException {
    long paneMillis = in.readLong();
    byte[] bytes = new byte[in.readInt()];
    in.readFully(bytes);
    return new PaneSample(paneMillis, bytes);
  }
}
