package io.tracemill.connectors.otlp;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.ByteString;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.ScopeSpans;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Status;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;

/** Requests as an OTLP exporter and as Jaeger's query API would write them in JSON. */
public final class JsonRequests {
  private static final ObjectMapper JSON = new ObjectMapper();

  private JsonRequests() {}

  /** One line of OTLP's JSON. */
  public static String otlp(ExportTraceServiceRequest request) {
    ObjectNode root = JSON.createObjectNode();
    ArrayNode resources = root.putArray("resourceSpans");
    for (ResourceSpans spans : request.getResourceSpansList()) {
      ObjectNode resource = resources.addObject();
      attributes(
          resource.putObject("resource").putArray("attributes"),
          spans.getResource().getAttributesList());
      ArrayNode scopes = resource.putArray("scopeSpans");
      for (ScopeSpans scope : spans.getScopeSpansList()) {
        ArrayNode list = scopes.addObject().putArray("spans");
        scope.getSpansList().forEach(span -> otlpSpan(list.addObject(), span));
      }
    }
    return root.toString();
  }

  private static void otlpSpan(ObjectNode node, Span span) {
    node.put("traceId", hex(span.getTraceId()));
    node.put("spanId", hex(span.getSpanId()));
    node.put("parentSpanId", hex(span.getParentSpanId()));
    node.put("name", span.getName());
    node.put("kind", span.getKindValue());
    node.put("startTimeUnixNano", Long.toUnsignedString(span.getStartTimeUnixNano()));
    node.put("endTimeUnixNano", Long.toUnsignedString(span.getEndTimeUnixNano()));
    attributes(node.putArray("attributes"), span.getAttributesList());
    ArrayNode links = node.putArray("links");
    for (Span.Link link : span.getLinksList()) {
      ObjectNode object = links.addObject();
      object.put("traceId", hex(link.getTraceId()));
      object.put("spanId", hex(link.getSpanId()));
    }
    node.putObject("status").put("code", span.getStatus().getCodeValue());
  }

  private static void attributes(ArrayNode array, List<KeyValue> attributes) {
    for (KeyValue attribute : attributes) {
      ObjectNode node = array.addObject().put("key", attribute.getKey());
      ObjectNode value = node.putObject("value");
      AnyValue any = attribute.getValue();
      switch (any.getValueCase()) {
        case STRING_VALUE -> value.put("stringValue", any.getStringValue());
        case BOOL_VALUE -> value.put("boolValue", any.getBoolValue());
        case INT_VALUE -> value.put("intValue", Long.toString(any.getIntValue()));
        case DOUBLE_VALUE -> value.put("doubleValue", any.getDoubleValue());
        case ARRAY_VALUE -> value.putObject("arrayValue").putArray("values");
        case BYTES_VALUE -> value.put("bytesValue", "Ynl0ZXM=");
        default -> {}
      }
    }
  }

  /** One element of {@code data}; a resource is a process, a link a FOLLOWS_FROM. */
  public static String jaeger(ExportTraceServiceRequest request) {
    ObjectNode root = JSON.createObjectNode();
    ArrayNode spans = root.put("traceID", "1").putArray("spans");
    ObjectNode processes = root.putObject("processes");
    for (ResourceSpans resource : request.getResourceSpansList()) {
      String process = "p" + (processes.size() + 1);
      jaegerProcess(processes.putObject(process), resource);
      for (ScopeSpans scope : resource.getScopeSpansList()) {
        scope
            .getSpansList()
            .forEach(span -> jaegerSpan(spans.addObject().put("processID", process), span));
      }
    }
    return root.toString();
  }

  private static void jaegerProcess(ObjectNode process, ResourceSpans spans) {
    process.put("serviceName", "");
    for (KeyValue attribute : spans.getResource().getAttributesList()) {
      if (attribute.getKey().equals("service.name")) {
        process.put("serviceName", attribute.getValue().getStringValue());
      }
    }
    tags(process.putArray("tags"), spans.getResource().getAttributesList());
  }

  private static void jaegerSpan(ObjectNode node, Span span) {
    node.put("traceID", hex(span.getTraceId()));
    node.put("spanID", hex(span.getSpanId()));
    node.put("operationName", span.getName());
    node.put("startTime", span.getStartTimeUnixNano() / 1000);
    node.put("duration", (span.getEndTimeUnixNano() - span.getStartTimeUnixNano()) / 1000);
    ArrayNode references = node.putArray("references");
    for (Span.Link link : span.getLinksList()) {
      reference(references.addObject(), "FOLLOWS_FROM", link.getTraceId(), link.getSpanId());
    }
    if (!span.getParentSpanId().isEmpty()) {
      reference(references.addObject(), "CHILD_OF", span.getTraceId(), span.getParentSpanId());
    }
    ArrayNode tags = node.putArray("tags");
    tags(tags, span.getAttributesList());
    if (span.getKindValue() > 0 && span.getKindValue() < 6) {
      String kind = span.getKind().name().substring("SPAN_KIND_".length());
      tags.addObject()
          .put("key", "span.kind")
          .put("type", "string")
          .put("value", kind.toLowerCase(java.util.Locale.ROOT));
    }
    if (span.getStatus().getCode() == Status.StatusCode.STATUS_CODE_ERROR) {
      tags.addObject().put("key", "error").put("type", "bool").put("value", true);
    }
  }

  private static void reference(ObjectNode node, String type, ByteString trace, ByteString span) {
    node.put("refType", type).put("traceID", hex(trace)).put("spanID", hex(span));
  }

  private static void tags(ArrayNode array, List<KeyValue> attributes) {
    for (KeyValue attribute : attributes) {
      ObjectNode tag = array.addObject().put("key", attribute.getKey());
      AnyValue any = attribute.getValue();
      switch (any.getValueCase()) {
        case STRING_VALUE -> tag.put("type", "string").put("value", any.getStringValue());
        case BOOL_VALUE -> tag.put("type", "bool").put("value", any.getBoolValue());
        case INT_VALUE -> tag.put("type", "int64").put("value", any.getIntValue());
        case DOUBLE_VALUE -> tag.put("type", "float64").put("value", any.getDoubleValue());
        default -> tag.put("type", "binary").put("value", "Ynl0ZXM=");
      }
    }
  }

  public static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String hex(ByteString bytes) {
    return HexFormat.of().formatHex(bytes.toByteArray());
  }
}
