package io.tracemill.analysis.sample;

import io.tracemill.analysis.request.RequestAttribute;
import io.tracemill.analysis.request.RequestRole;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.NameTable;
import io.tracemill.analysis.span.TraceId;
import io.tracemill.analysis.trace.PackedSpans;
import io.tracemill.analysis.varint.NumberedTable;
import io.tracemill.analysis.varint.Varint;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Kept requests as bytes. Names and signatures are written once, at their first use. */
public final class KeptRequestCodec {
  private static final RequestRole[] ROLES = RequestRole.values();
  private static final int FAILED = 1;
  private static final int COMPLETE = 2;
  private static final int PATH_ONLY = 4;

  private final NameTable names = new NameTable();
  private final NumberedTable<CallTreeSignature> signatures = new NumberedTable<>();

  void writeFrame(DataOutput out, Frame frame) throws IOException {
    names.writeFrame(out, frame);
  }

  Frame readFrame(DataInput in) throws IOException {
    return names.readFrame(in);
  }

  void writeSignature(DataOutput out, CallTreeSignature signature) throws IOException {
    if (signatures.writeNumber(out, signature)) {
      signature.write(out);
    }
  }

  CallTreeSignature readSignature(DataInput in) throws IOException {
    return signatures.read(in, CallTreeSignature::read);
  }

  /** Writes a request. */
  public void write(DataOutput out, KeptRequest request) throws IOException {
    out.writeLong(request.traceId().high());
    out.writeLong(request.traceId().low());
    out.writeLong(request.spanId());
    Varint.write(out, request.role().ordinal());
    writeFrame(out, request.endpoint());
    Varint.writeSignedLong(out, request.timeMillis());
    Varint.writeSignedLong(out, request.startNanos());
    Varint.writeSignedLong(out, request.durationNanos());
    out.writeByte(
        (request.failed() ? FAILED : 0)
            | (request.complete() ? COMPLETE : 0)
            | (request.pathOnly() ? PATH_ONLY : 0));
    Varint.write(out, request.spanCount());
    writeSignature(out, request.category());
    Varint.write(out, request.attributes().size());
    for (RequestAttribute attribute : request.attributes()) {
      names.writeName(out, attribute.service());
      names.writeName(out, attribute.key());
      names.writeName(out, attribute.value());
    }
    Varint.write(out, request.spans().bytes().length);
    out.write(request.spans().bytes());
    out.writeDouble(request.weight());
    out.writeDouble(request.uniformBelow());
  }

  /** Reads a request. */
  public KeptRequest read(DataInput in) throws IOException {
    TraceId traceId = new TraceId(in.readLong(), in.readLong());
    long spanId = in.readLong();
    RequestRole role = ROLES[Varint.readUpTo(in, ROLES.length - 1)];
    Frame endpoint = readFrame(in);
    long timeMillis = Varint.readSignedLong(in);
    long startNanos = Varint.readSignedLong(in);
    long durationNanos = Varint.readSignedLong(in);
    int flags = in.readUnsignedByte();
    int spanCount = Varint.readUpTo(in, Integer.MAX_VALUE);
    CallTreeSignature category = readSignature(in);
    List<RequestAttribute> attributes = new ArrayList<>();
    for (int left = Varint.readUpTo(in, Integer.MAX_VALUE); left > 0; left--) {
      attributes.add(
          new RequestAttribute(names.readName(in), names.readName(in), names.readName(in)));
    }
    byte[] spans = new byte[Varint.readUpTo(in, Integer.MAX_VALUE)];
    in.readFully(spans);
    return new KeptRequest(
        traceId,
        spanId,
        role,
        endpoint,
        timeMillis,
        startNanos,
        durationNanos,
        (flags & FAILED) != 0,
        (flags & COMPLETE) != 0,
        spanCount,
        category,
        attributes,
        (flags & PATH_ONLY) != 0,
        PackedSpans.ofBytes(spans),
        in.readDouble(),
        in.readDouble());
  }
}
