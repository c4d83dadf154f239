package io.tracemill.analysis.index;

import io.tracemill.analysis.request.KeptSpans;
import io.tracemill.analysis.request.KeptSpans.Section;
import io.tracemill.analysis.request.KeptSpans.Span;
import io.tracemill.analysis.request.NodeTimes;
import io.tracemill.analysis.request.RequestAttribute;
import io.tracemill.analysis.request.RequestRole;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.NameTable;
import io.tracemill.analysis.span.SpanKind;
import io.tracemill.analysis.span.TraceId;
import io.tracemill.analysis.varint.NumberedTable;
import io.tracemill.analysis.varint.Varint;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Requests as bytes. Names and signatures are written once, at their first use. */
final class IndexedRequestCodec {
  private static final RequestRole[] ROLES = RequestRole.values();
  private static final int FAILED = 1;
  private static final int COMPLETE = 2;
  private static final int WITH_SPANS = 4;

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

  void write(DataOutput out, IndexedRequest request) throws IOException {
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
            | (request.spans().isPresent() ? WITH_SPANS : 0));
    Varint.write(out, request.spanCount());
    out.writeDouble(request.samplingWeight());
    writeSignature(out, request.structure());
    writeSignature(out, request.flow());
    Varint.write(out, request.attributes().size());
    for (RequestAttribute attribute : request.attributes()) {
      names.writeName(out, attribute.service());
      names.writeName(out, attribute.key());
      names.writeName(out, attribute.value());
    }
    writeNodes(out, request.nodes());
    if (request.spans().isPresent()) {
      writeSpans(out, request.spans().get());
    }
  }

  IndexedRequest read(DataInput in) throws IOException {
    TraceId traceId = new TraceId(in.readLong(), in.readLong());
    long spanId = in.readLong();
    RequestRole role = ROLES[Varint.readUpTo(in, ROLES.length - 1)];
    Frame endpoint = readFrame(in);
    long timeMillis = Varint.readSignedLong(in);
    long startNanos = Varint.readSignedLong(in);
    long durationNanos = Varint.readSignedLong(in);
    int flags = in.readUnsignedByte();
    int spanCount = Varint.readUpTo(in, Integer.MAX_VALUE);
    double samplingWeight = in.readDouble();
    CallTreeSignature structure = readSignature(in);
    CallTreeSignature flow = readSignature(in);
    List<RequestAttribute> attributes = new ArrayList<>();
    for (int left = Varint.readUpTo(in, Integer.MAX_VALUE); left > 0; left--) {
      attributes.add(
          new RequestAttribute(names.readName(in), names.readName(in), names.readName(in)));
    }
    NodeTimes nodes = readNodes(in);
    return new IndexedRequest(
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
        samplingWeight,
        structure,
        flow,
        attributes,
        nodes,
        (flags & WITH_SPANS) != 0 ? Optional.of(readSpans(in)) : Optional.empty());
  }

  private void writeNodes(DataOutput out, NodeTimes nodes) throws IOException {
    Varint.write(out, nodes.size());
    for (int node = 0; node < nodes.size(); node++) {
      Varint.write(out, nodes.calls()[node]);
      Varint.writeSignedLong(out, nodes.inclusiveNanos()[node]);
      Varint.writeSignedLong(out, nodes.exclusiveNanos()[node]);
      Varint.writeSignedLong(out, nodes.criticalNanos()[node]);
      names.writeName(out, nodes.hosts()[node]);
    }
  }

  private NodeTimes readNodes(DataInput in) throws IOException {
    int size = Varint.readUpTo(in, Integer.MAX_VALUE);
    NodeTimes nodes = NodeTimes.ofSize(size);
    for (int node = 0; node < size; node++) {
      nodes.calls()[node] = Varint.readUpTo(in, Integer.MAX_VALUE);
      nodes.inclusiveNanos()[node] = Varint.readSignedLong(in);
      nodes.exclusiveNanos()[node] = Varint.readSignedLong(in);
      nodes.criticalNanos()[node] = Varint.readSignedLong(in);
      nodes.hosts()[node] = names.readName(in);
    }
    return nodes;
  }

  private void writeSpans(DataOutput out, KeptSpans kept) throws IOException {
    Varint.write(out, kept.spans().size());
    for (Span span : kept.spans()) {
      Varint.writeSigned(out, span.parent());
      writeFrame(out, span.frame());
      names.writeName(out, span.host());
      Varint.write(out, 2L * span.kind().ordinal() + (span.failed() ? 1 : 0));
      Varint.writeSignedLong(out, span.startNanos());
      Varint.writeSignedLong(out, span.durationNanos());
      Varint.writeSignedLong(out, span.shiftNanos());
    }
    Varint.write(out, kept.criticalPath().size());
    for (Section section : kept.criticalPath()) {
      Varint.write(out, section.span());
      Varint.writeSignedLong(out, section.fromNanos());
      Varint.writeSignedLong(out, section.toNanos());
    }
  }

  private KeptSpans readSpans(DataInput in) throws IOException {
    List<Span> spans = new ArrayList<>();
    for (int left = Varint.readUpTo(in, Integer.MAX_VALUE); left > 0; left--) {
      int parent = Varint.readSigned(in);
      Frame frame = readFrame(in);
      String host = names.readName(in);
      int kindAndFailed = Varint.readUpTo(in, Integer.MAX_VALUE);
      spans.add(
          new Span(
              parent,
              frame,
              host,
              SpanKind.ofNumber(kindAndFailed >> 1),
              Varint.readSignedLong(in),
              Varint.readSignedLong(in),
              Varint.readSignedLong(in),
              (kindAndFailed & 1) != 0));
    }
    List<Section> sections = new ArrayList<>();
    for (int left = Varint.readUpTo(in, Integer.MAX_VALUE); left > 0; left--) {
      int span = Varint.readUpTo(in, Integer.MAX_VALUE);
      sections.add(new Section(span, Varint.readSignedLong(in), Varint.readSignedLong(in)));
    }
    return new KeptSpans(spans, sections);
  }
}
