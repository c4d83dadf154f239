package io.tracemill.pipeline.stacks;

import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.stack.HostPart;
import io.tracemill.analysis.stack.HostSamples;
import io.tracemill.analysis.stack.LocalSpan;
import io.tracemill.analysis.stack.SelfSegments;
import io.tracemill.analysis.varint.Text;
import io.tracemill.analysis.varint.Varint;
import io.tracemill.pipeline.serialization.Codec;
import io.tracemill.pipeline.serialization.CodecTypeInfo;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import org.apache.flink.api.common.typeinfo.TypeInformation;

/** A flag and the fields: of samples packed as they are, of spans with times as differences. */
public final class HostPartCodec implements Codec<HostPart> {
  /** The type information of parts on their way to their host. */
  public static final TypeInformation<HostPart> TYPE =
      new CodecTypeInfo<>(HostPart.class, new HostPartCodec());

  /** The bytes of a part, a tenth of what its objects take. */
  byte[] bytes(HostPart part) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    write(part, new DataOutputStream(bytes));
    return bytes.toByteArray();
  }

  /** The part of such bytes. */
  HostPart part(byte[] bytes) throws IOException {
    return read(new DataInputStream(new ByteArrayInputStream(bytes)));
  }

  @Override
  public void write(HostPart part, DataOutput out) throws IOException {
    out.writeBoolean(part instanceof HostSamples);
    Text.write(out, part.host());
    if (part instanceof HostSamples samples) {
      write(samples, out);
    } else {
      write((LocalSpan) part, out);
    }
  }

  private static void write(HostSamples samples, DataOutput out) throws IOException {
    out.writeLong(samples.timeMillis());
    Varint.write(out, samples.count());
    Varint.write(out, samples.unstitchable());
    Varint.write(out, samples.packed().length);
    out.write(samples.packed());
  }

  private static void write(LocalSpan span, DataOutput out) throws IOException {
    Text.write(out, span.frame().service());
    Text.write(out, span.frame().operation());
    Text.write(out, span.pid());
    Text.write(out, span.container());
    Text.write(out, span.threadId());
    Text.write(out, span.threadName());
    Text.write(out, span.version());
    out.writeLong(span.traceHash());
    Varint.write(out, span.self().count());
    long last = 0;
    for (int i = 0; i < span.self().count(); i++) {
      Varint.write(out, span.self().startNanos(i) - last);
      Varint.write(out, span.self().endNanos(i) - span.self().startNanos(i));
      last = span.self().endNanos(i);
    }
  }

  @Override
  public HostPart read(DataInput in) throws IOException {
    boolean samples = in.readBoolean();
    String host = Text.read(in);
    return samples ? samples(host, in) : span(host, in);
  }

  private static HostSamples samples(String host, DataInput in) throws IOException {
    long timeMillis = in.readLong();
    int count = Varint.readUpTo(in, Integer.MAX_VALUE);
    long unstitchable = Varint.read(in);
    byte[] packed = new byte[Varint.readUpTo(in, Integer.MAX_VALUE)];
    in.readFully(packed);
    return new HostSamples(host, timeMillis, count, unstitchable, packed);
  }

  private static LocalSpan span(String host, DataInput in) throws IOException {
    Frame frame = Frame.of(Text.read(in), Text.read(in));
    String pid = Text.read(in);
    String container = Text.read(in);
    String threadId = Text.read(in);
    String threadName = Text.read(in);
    String version = Text.read(in);
    long traceHash = in.readLong();
    long[] bounds = new long[2 * Varint.readUpTo(in, Integer.MAX_VALUE / 2)];
    long last = 0;
    for (int i = 0; i < bounds.length; i++) {
      last += Varint.read(in);
      bounds[i] = last;
    }
    return new LocalSpan(
        frame,
        host,
        pid,
        container,
        threadId,
        threadName,
        SelfSegments.of(bounds),
        version,
        traceHash);
  }
}
