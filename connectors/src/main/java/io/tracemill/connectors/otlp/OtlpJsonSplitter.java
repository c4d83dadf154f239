package io.tracemill.connectors.otlp;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.tracemill.analysis.span.Slice;
import io.tracemill.connectors.decoding.DecodeResult;
import io.tracemill.connectors.decoding.JsonInput;
import io.tracemill.connectors.decoding.MalformedRecordException;
import io.tracemill.connectors.decoding.RequestSplitter;
import io.tracemill.connectors.otlp.TraceParts.Part;
import io.tracemill.connectors.otlp.TraceParts.Range;
import io.tracemill.connectors.otlp.TraceParts.Run;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Splits OTLP's JSON in UTF-8: copies whole objects, so that nothing that a span holds is lost. */
public final class OtlpJsonSplitter implements RequestSplitter {
  private final JsonInput json = new JsonInput();

  @Override
  public DecodeResult split(byte[] request, Consumer out) {
    TraceParts parts = new TraceParts();
    DecodeResult result = json.decode(request, () -> readRequest(request, parts));
    if (result instanceof DecodeResult.Decoded) {
      for (Part part : parts.inOrderOfEnd()) {
        out.accept(render(request, part), part.latestEndNanos());
      }
    }
    return result;
  }

  private void readRequest(byte[] request, TraceParts parts)
      throws IOException, MalformedRecordException {
    json.requireObject();
    while (json.nextMember()) {
      if (json.member().equals("resourceSpans") && json.array()) {
        while (json.nextElement()) {
          if (json.object()) {
            readResourceSpans(request, parts);
          }
        }
      } else {
        json.skip();
      }
    }
  }

  private void readResourceSpans(byte[] request, TraceParts parts)
      throws IOException, MalformedRecordException {
    List<Range> resource = new ArrayList<>();
    while (json.nextMember()) {
      if (json.member().equals("resource")) {
        int from = json.valueOffset();
        json.skip();
        resource.add(new Range(from, json.offsetBehind()));
      } else if (json.member().equals("scopeSpans") && json.array()) {
        while (json.nextElement()) {
          if (json.object()) {
            readScopeSpans(request, parts, resource);
          }
        }
      } else {
        json.skip();
      }
    }
  }

  private void readScopeSpans(byte[] request, TraceParts parts, List<Range> resource)
      throws IOException, MalformedRecordException {
    while (json.nextMember()) {
      if (json.member().equals("spans") && json.array()) {
        while (json.nextElement()) {
          if (json.object()) {
            readSpan(request, parts, resource);
          }
        }
      } else {
        json.skip();
      }
    }
  }

  private void readSpan(byte[] request, TraceParts parts, List<Range> resource)
      throws IOException, MalformedRecordException {
    int from = json.valueOffset();
    Slice traceId = new Slice();
    while (json.nextMember()) {
      if (json.member().equals("traceId")) {
        json.text(traceId);
      } else {
        json.skip();
      }
    }
    Range span = new Range(from, json.offsetBehind());
    parts.add(traceId, resource, span, SpanEnds.inOtlpJson(request, span.from(), span.to()));
  }

  private static byte[] render(byte[] request, Part part) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    String before = "{\"resourceSpans\":[{";
    for (Run run : part.runs()) {
      put(out, before);
      for (Range resource : run.resource()) {
        put(out, "\"resource\":");
        out.write(request, resource.from(), resource.length());
        put(out, ",");
      }
      put(out, "\"scopeSpans\":[{\"spans\":");
      String separator = "[";
      for (Range span : run.spans()) {
        put(out, separator);
        out.write(request, span.from(), span.length());
        separator = ",";
      }
      put(out, "]}]}");
      before = ",{";
    }
    put(out, "]}");
    return out.toByteArray();
  }

  private static void put(ByteArrayOutputStream out, String text) {
    out.writeBytes(text.getBytes(US_ASCII));
  }
}
