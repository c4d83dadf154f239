package io.tracemill.bench.workload;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.ScopeSpans;
import io.opentelemetry.proto.trace.v1.Span;
import java.util.HexFormat;
import java.util.List;

/** The same export request in OTLP's JSON, as far as a {@link Workload} fills it. */
public final class OtlpJson {
  private static final ObjectMapper JSON = new ObjectMapper();

  private OtlpJson() {}

  /** The JSON of a request in protobuf. */
  public static byte[] of(byte[] protobuf) {
    ObjectNode request = JSON.createObjectNode();
    ArrayNode resources = request.putArray("resourceSpans");
    try {
      for (ResourceSpans spans :
          ExportTraceServiceRequest.parseFrom(protobuf).getResourceSpansList()) {
        write(spans, resources.addObject());
      }
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalArgumentException("no export request", e);
    }
    return request.toString().getBytes(UTF_8);
  }

  private static void write(ResourceSpans from, ObjectNode to) {
    write(from.getResource().getAttributesList(), to.putObject("resource"));
    ArrayNode scopes = to.putArray("scopeSpans");
    for (ScopeSpans scope : from.getScopeSpansList()) {
      ObjectNode written = scopes.addObject();
      written.putObject("scope").put("name", scope.getScope().getName());
      ArrayNode spans = written.putArray("spans");
      scope.getSpansList().forEach(span -> write(span, spans.addObject()));
    }
  }

  private static void write(Span from, ObjectNode to) {
    to.put("traceId", hex(from.getTraceId())).put("spanId", hex(from.getSpanId()));
    if (!from.getParentSpanId().isEmpty()) {
      to.put("parentSpanId", hex(from.getParentSpanId()));
    }
    to.put("name", from.getName()).put("kind", from.getKindValue());
    to.put("startTimeUnixNano", Long.toUnsignedString(from.getStartTimeUnixNano()));
    to.put("endTimeUnixNano", Long.toUnsignedString(from.getEndTimeUnixNano()));
    write(from.getAttributesList(), to);
  }

  private static void write(List<KeyValue> from, ObjectNode to) {
    ArrayNode attributes = to.putArray("attributes");
    for (KeyValue attribute : from) {
      attributes
          .addObject()
          .put("key", attribute.getKey())
          .putObject("value")
          .put("stringValue", attribute.getValue().getStringValue());
    }
  }

  private static String hex(ByteString id) {
    return HexFormat.of().formatHex(id.toByteArray());
  }
}
