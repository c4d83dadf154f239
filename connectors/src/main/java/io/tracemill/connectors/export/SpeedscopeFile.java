package io.tracemill.connectors.export;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One profile of type {@code sampled}: each call path with time of its own is a weighted stack. */
final class SpeedscopeFile {
  private static final JsonFactory JSON = new JsonFactory();

  private SpeedscopeFile() {}

  static void write(FlameGraph graph, OutputStream out) throws IOException {
    try (JsonGenerator json = JSON.createGenerator(out)) {
      json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
      json.writeStartObject();
      json.writeStringField("$schema", "https://www.speedscope.app/file-format-schema.json");
      json.writeStringField("exporter", "tracemill");
      json.writeStringField("name", graph.name());
      Map<String, Integer> frames = new LinkedHashMap<>();
      graph.nodes().forEach(node -> frames.putIfAbsent(node.label(), frames.size()));
      json.writeObjectFieldStart("shared");
      json.writeArrayFieldStart("frames");
      for (String name : frames.keySet()) {
        json.writeStartObject();
        json.writeStringField("name", name);
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeEndObject();
      json.writeArrayFieldStart("profiles");
      writeProfile(graph, frames, json);
      json.writeEndArray();
      json.writeEndObject();
    }
  }

  private static void writeProfile(
      FlameGraph graph, Map<String, Integer> frames, JsonGenerator json) throws IOException {
    List<FlameGraph.Node> stacks =
        graph.nodes().stream().filter(node -> node.selfNanos() > 0).toList();
    json.writeStartObject();
    json.writeStringField("type", "sampled");
    json.writeStringField("name", graph.name());
    json.writeStringField("unit", "nanoseconds");
    json.writeNumberField("startValue", 0);
    json.writeNumberField("endValue", stacks.stream().mapToLong(FlameGraph.Node::selfNanos).sum());
    json.writeArrayFieldStart("samples");
    List<Integer> path = new ArrayList<>();
    for (FlameGraph.Node node : graph.nodes()) {
      while (path.size() > node.level()) {
        path.remove(path.size() - 1);
      }
      path.add(frames.get(node.label()));
      if (node.selfNanos() > 0) {
        json.writeStartArray();
        for (int frame : path) {
          json.writeNumber(frame);
        }
        json.writeEndArray();
      }
    }
    json.writeEndArray();
    json.writeArrayFieldStart("weights");
    for (FlameGraph.Node node : stacks) {
      json.writeNumber(node.selfNanos());
    }
    json.writeEndArray();
    json.writeEndObject();
  }
}
