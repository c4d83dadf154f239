package io.tracemill.connectors.export;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.tracemill.connectors.export.FlameGraph.Node;
import java.io.IOException;
import java.io.OutputStream;
import java.util.function.ToLongFunction;

/**
 * A data frame as Grafana's flame graph panel reads it: nested sets by {@code level}, with {@code
 * value} (nanoseconds with descendants), {@code self} and {@code label}. A differential frame has
 * the baseline in {@code value} and {@code self}, and its own figures in {@code valueRight} and
 * {@code selfRight}.
 */
final class GrafanaFrame {
  private static final JsonFactory JSON = new JsonFactory();

  private GrafanaFrame() {}

  static void write(FlameGraph graph, OutputStream out) throws IOException {
    boolean difference = graph.isDifference();
    try (JsonGenerator json = JSON.createGenerator(out)) {
      json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
      json.writeStartObject();
      json.writeObjectFieldStart("schema");
      json.writeStringField("name", graph.name());
      json.writeObjectFieldStart("meta");
      json.writeStringField("preferredVisualisationType", "flamegraph");
      json.writeEndObject();
      json.writeArrayFieldStart("fields");
      field(json, "level", "number", "");
      field(json, "label", "string", "");
      field(json, "value", "number", "ns");
      field(json, "self", "number", "ns");
      if (difference) {
        field(json, "valueRight", "number", "ns");
        field(json, "selfRight", "number", "ns");
      }
      json.writeEndArray();
      json.writeEndObject();
      json.writeObjectFieldStart("data");
      json.writeArrayFieldStart("values");
      column(json, graph, Node::level);
      labels(json, graph);
      column(json, graph, difference ? Node::baseTotalNanos : Node::totalNanos);
      column(json, graph, difference ? Node::baseSelfNanos : Node::selfNanos);
      if (difference) {
        column(json, graph, Node::totalNanos);
        column(json, graph, Node::selfNanos);
      }
      json.writeEndArray();
      json.writeEndObject();
      json.writeEndObject();
    }
  }

  private static void field(JsonGenerator json, String name, String type, String unit)
      throws IOException {
    json.writeStartObject();
    json.writeStringField("name", name);
    json.writeStringField("type", type);
    if (!unit.isEmpty()) {
      json.writeObjectFieldStart("config");
      json.writeStringField("unit", unit);
      json.writeEndObject();
    }
    json.writeEndObject();
  }

  private static void labels(JsonGenerator json, FlameGraph graph) throws IOException {
    json.writeStartArray();
    for (Node node : graph.nodes()) {
      json.writeString(node.label());
    }
    json.writeEndArray();
  }

  private static void column(JsonGenerator json, FlameGraph graph, ToLongFunction<Node> value)
      throws IOException {
    json.writeStartArray();
    for (Node node : graph.nodes()) {
      json.writeNumber(value.applyAsLong(node));
    }
    json.writeEndArray();
  }
}
