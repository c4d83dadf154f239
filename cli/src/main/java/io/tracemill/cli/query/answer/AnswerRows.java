package io.tracemill.cli.query.answer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The rows of an answer: objects with the fields of all objects around them. A row that names its
 * parent gets its depth.
 */
final class AnswerRows {
  private static final String DEPTH = "depth";

  private AnswerRows() {}

  /** The rows of a layout; if they come from several arrays, each row says which. */
  static List<ObjectNode> of(JsonNode answer, Layout layout) {
    List<ObjectNode> rows = new ArrayList<>();
    for (String path : layout.rows()) {
      ObjectNode around = JsonNodeFactory.instance.objectNode();
      if (layout.rows().size() > 1) {
        around.put("of", path);
      }
      add(answer, path, around, rows);
    }
    return rows;
  }

  private static void add(JsonNode from, String path, ObjectNode around, List<ObjectNode> rows) {
    int dot = path.indexOf('.');
    JsonNode found = from.path(dot < 0 ? path : path.substring(0, dot));
    if (dot >= 0) {
      for (JsonNode each : found.isArray() ? found : List.of(found)) {
        ObjectNode outer = around.deepCopy();
        each.properties().stream()
            .filter(field -> !field.getValue().isArray() && found.isArray())
            .forEach(field -> outer.set(field.getKey(), field.getValue()));
        add(each, path.substring(dot + 1), outer, rows);
      }
      return;
    }
    int first = rows.size();
    for (JsonNode each : found) {
      ObjectNode row = around.deepCopy();
      if (each.isArray()) {
        for (int i = 0; i < each.size(); i++) {
          row.set(from.path("columns").path(i).asText(), each.get(i));
        }
      } else {
        row.setAll((ObjectNode) each);
      }
      if (row.path("parent").isInt() && !row.has(DEPTH)) {
        int parent = row.path("parent").asInt();
        row.put(DEPTH, parent < 0 ? 0 : rows.get(first + parent).path(DEPTH).asInt() + 1);
      }
      rows.add(row);
    }
  }

  /** The value of a field, or of the figure that it is; missing if there is none. */
  static JsonNode value(JsonNode row, List<String> path) {
    JsonNode value = row;
    for (String name : path) {
      value = value.path(name);
    }
    return value.has("value") ? value.path("value") : value;
  }

  /** Comma-separated values below a line of names. */
  static List<String> csv(List<ObjectNode> rows) {
    List<Map<String, String>> all = new ArrayList<>();
    Set<String> names = new LinkedHashSet<>();
    for (ObjectNode row : rows) {
      Map<String, String> cells = new LinkedHashMap<>();
      flatten("", row, cells);
      names.addAll(cells.keySet());
      all.add(cells);
    }
    List<String> lines = new ArrayList<>();
    lines.add(Csv.line(List.copyOf(names)));
    for (Map<String, String> cells : all) {
      lines.add(Csv.line(names.stream().map(name -> cells.getOrDefault(name, "")).toList()));
    }
    return lines;
  }

  /** Adds all fields except arrays of objects, which have rows of their own. */
  private static void flatten(String name, JsonNode value, Map<String, String> into) {
    if (value.isObject()) {
      value
          .properties()
          .forEach(
              field ->
                  flatten(
                      name.isEmpty() ? field.getKey() : name + "." + field.getKey(),
                      field.getValue(),
                      into));
    } else if (!value.isArray()) {
      into.put(name, plain(value));
    } else if (!value.path(0).isContainerNode()) {
      List<String> values = new ArrayList<>();
      value.forEach(each -> values.add(plain(each)));
      into.put(name, String.join(" ", values));
    }
  }

  private static String plain(JsonNode value) {
    return value.isDouble() && Double.isFinite(value.asDouble())
        ? Csv.number(value.asDouble())
        : value.isNull() ? "" : value.asText();
  }
}
