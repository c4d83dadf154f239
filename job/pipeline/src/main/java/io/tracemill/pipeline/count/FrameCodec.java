package io.tracemill.pipeline.count;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tracemill.analysis.span.Frame;
import io.tracemill.pipeline.serialization.Codec;
import io.tracemill.pipeline.serialization.CodecTypeInfo;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.flink.api.common.typeinfo.TypeInformation;

/** Service and operation, each as its length (4) and UTF-8. */
public final class FrameCodec implements Codec<Frame> {
  /** The type information of endpoints as keys. */
  public static final TypeInformation<Frame> TYPE =
      new CodecTypeInfo<>(Frame.class, new FrameCodec());

  @Override
  public void write(Frame frame, DataOutput out) throws IOException {
    writeName(frame.service(), out);
    writeName(frame.operation(), out);
  }

  @Override
  public Frame read(DataInput in) throws IOException {
    return Frame.of(readName(in), readName(in));
  }

  private static void writeName(String name, DataOutput out) throws IOException {
    byte[] bytes = name.getBytes(UTF_8);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private static String readName(DataInput in) throws IOException {
    byte[] bytes = new byte[in.readInt()];
    in.readFully(bytes);
    return new String(bytes, UTF_8);
  }
}
