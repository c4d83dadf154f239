package io.tracemill.pipeline.assemble;

import io.tracemill.pipeline.serialization.Codec;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** When it is due (8), spans (4), bytes (8), reopened (1). */
public final class OpenTraceCodec implements Codec<OpenTrace> {
  private static final long serialVersionUID = 1;

  @Override
  public void write(OpenTrace open, DataOutput out) throws IOException {
    out.writeLong(open.dueMillis());
    out.writeInt(open.spans());
    out.writeLong(open.bytes());
    out.writeBoolean(open.reopened());
  }

  @Override
  public OpenTrace read(DataInput in) throws IOException {
    return new OpenTrace(in.readLong(), in.readInt(), in.readLong(), in.readBoolean());
  }
}
