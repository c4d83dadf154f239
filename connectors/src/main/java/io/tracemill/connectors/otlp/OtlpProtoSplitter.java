package io.tracemill.connectors.otlp;

import io.tracemill.analysis.span.Slice;
import io.tracemill.connectors.decoding.DecodeResult;
import io.tracemill.connectors.decoding.MalformedRecordException;
import io.tracemill.connectors.decoding.ProtoCursor;
import io.tracemill.connectors.decoding.RequestSplitter;
import io.tracemill.connectors.otlp.TraceParts.Part;
import io.tracemill.connectors.otlp.TraceParts.Range;
import io.tracemill.connectors.otlp.TraceParts.Run;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** Splits OTLP's protobuf: copies whole fields, so that nothing that a span holds is lost. */
public final class OtlpProtoSplitter implements RequestSplitter {
  private final ProtoCursor cursor = new ProtoCursor();

  @Override
  public DecodeResult split(byte[] request, Consumer out) {
    TraceParts parts = new TraceParts();
    cursor.reset(request);
    try {
      while (cursor.next()) {
        if (cursor.tag() == OtlpProtoDecoder.RESOURCE_SPANS) {
          readResourceSpans(parts);
        } else {
          cursor.skip();
        }
      }
    } catch (MalformedRecordException e) {
      return new DecodeResult.Malformed(e.reason());
    }
    for (Part part : parts.inOrderOfEnd()) {
      out.accept(render(request, part), part.latestEndNanos());
    }
    return DecodeResult.DECODED;
  }

  private void readResourceSpans(TraceParts parts) throws MalformedRecordException {
    List<Range> resource = new ArrayList<>();
    int outer = cursor.enter();
    int from = cursor.offset();
    while (cursor.next()) {
      if (cursor.tag() == OtlpProtoDecoder.SCOPE_SPANS) {
        readScopeSpans(parts, resource);
      } else {
        cursor.skip();
        resource.add(new Range(from, cursor.offset()));
      }
      from = cursor.offset();
    }
    cursor.leave(outer);
  }

  private void readScopeSpans(TraceParts parts, List<Range> resource)
      throws MalformedRecordException {
    int outer = cursor.enter();
    int from = cursor.offset();
    while (cursor.next()) {
      if (cursor.tag() == OtlpProtoDecoder.SPANS) {
        readSpan(parts, resource, from);
      } else {
        cursor.skip();
      }
      from = cursor.offset();
    }
    cursor.leave(outer);
  }

  private void readSpan(TraceParts parts, List<Range> resource, int from)
      throws MalformedRecordException {
    Slice traceId = new Slice();
    long endNanos = -1;
    int outer = cursor.enter();
    while (cursor.next()) {
      if (cursor.tag() == OtlpProtoSpan.TRACE_ID) {
        cursor.slice(traceId);
      } else if (cursor.tag() == OtlpProtoSpan.END_TIME) {
        endNanos = cursor.fixed64();
      } else {
        cursor.skip();
      }
    }
    cursor.leave(outer);
    Range span = new Range(from, cursor.offset());
    parts.add(
        traceId, resource, span, endNanos < 0 ? OptionalLong.empty() : OptionalLong.of(endNanos));
  }

  private static byte[] render(byte[] request, Part part) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (Run run : part.runs()) {
      int spans = run.spans().stream().mapToInt(Range::length).sum();
      int resource = run.resource().stream().mapToInt(Range::length).sum();
      putVarint(out, OtlpProtoDecoder.RESOURCE_SPANS);
      putVarint(out, resource + 1 + varintLength(spans) + spans);
      run.resource().forEach(range -> out.write(request, range.from(), range.length()));
      putVarint(out, OtlpProtoDecoder.SCOPE_SPANS);
      putVarint(out, spans);
      run.spans().forEach(range -> out.write(request, range.from(), range.length()));
    }
    return out.toByteArray();
  }

  private static void putVarint(ByteArrayOutputStream out, int value) {
    int rest = value;
    while (rest > 0x7F) {
      out.write((rest & 0x7F) | 0x80);
      rest >>>= 7;
    }
    out.write(rest);
  }

  private static int varintLength(int value) {
    int length = 1;
    for (int rest = value >>> 7; rest != 0; rest >>>= 7) {
      length++;
    }
    return length;
  }
}
