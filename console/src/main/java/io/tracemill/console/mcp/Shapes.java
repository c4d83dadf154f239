package io.tracemill.console.mcp;

import static java.util.Comparator.comparingLong;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Trees as lists, so that a bound leaves out what matters least. */
final class Shapes {
  private Shapes() {}

  /** A profile with its call paths by own time instead of a tree. */
  static JsonNode profile(JsonNode profile) {
    ArrayNode tree = (ArrayNode) profile.path("tree");
    List<JsonNode> paths = new ArrayList<>();
    for (JsonNode node : tree) {
      ObjectNode path = node.deepCopy();
      path.remove(List.of("parent", "service", "operation", "callee"));
      paths.add(path.put("path", path(tree, node)));
    }
    ObjectNode shaped = profile.deepCopy();
    shaped.remove("tree");
    shaped.set("paths", ordered(shaped.arrayNode(), paths, "exclusiveNanos"));
    return shaped;
  }

  private static String path(ArrayNode tree, JsonNode node) {
    List<String> steps = new ArrayList<>();
    for (JsonNode at = node; !at.isMissingNode(); at = tree.path(at.path("parent").intValue())) {
      steps.add(step(at));
    }
    Collections.reverse(steps);
    return String.join(" > ", steps);
  }

  private static String step(JsonNode node) {
    String service = node.path("service").asText();
    return node.hasNonNull("callee")
        ? service + " -> " + node.path("callee").asText()
        : service + " " + node.path("operation").asText();
  }

  /** A trace with the spans of each request by their time on the critical path. */
  static JsonNode trace(JsonNode trace) {
    trace.path("requests").forEach(request -> onCriticalPath((ObjectNode) request));
    return trace;
  }

  private static void onCriticalPath(ObjectNode request) {
    JsonNode spans = request.path("spans");
    long[] nanos = new long[spans.size()];
    for (JsonNode section : request.path("criticalPath")) {
      nanos[section.path("span").intValue()] +=
          section.path("toNanos").longValue() - section.path("fromNanos").longValue();
    }
    List<JsonNode> shown = new ArrayList<>();
    for (int i = 0; i < nanos.length; i++) {
      ObjectNode span = (ObjectNode) spans.get(i);
      JsonNode parent = spans.path(span.path("parent").intValue());
      shown.add(span.put("parent", step(parent).trim()).put("criticalNanos", nanos[i]));
    }
    request.remove("criticalPath");
    request.set("spans", ordered(request.arrayNode(), shown, "criticalNanos"));
  }

  private static ArrayNode ordered(ArrayNode into, List<JsonNode> elements, String by) {
    elements.sort(comparingLong(element -> -element.path(by).longValue()));
    return into.addAll(elements);
  }
}
