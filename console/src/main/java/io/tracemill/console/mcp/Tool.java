package io.tracemill.console.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * A question of the API under a name for agents.
 *
 * @param path of the question below {@code /api/v1/}
 * @param description for the agent: what it answers, and where its arguments come from
 * @param leftOut fields of the answer that are for pages only
 * @param shaped makes the answer shorter, the most important first
 */
record Tool(
    String name,
    String path,
    String description,
    List<Argument> arguments,
    Set<String> leftOut,
    UnaryOperator<JsonNode> shaped) {
  /** An argument, a parameter of the question. */
  record Argument(String name, String description, boolean required) {
    static Argument required(String name, String description) {
      return new Argument(name, description, true);
    }

    static Argument optional(String name, String description) {
      return new Argument(name, description, false);
    }
  }

  Tool {
    arguments = List.copyOf(arguments);
    leftOut = Set.copyOf(leftOut);
  }

  /** Whether it answers from the newest records, not from the store. */
  boolean isOfNow() {
    return !path.startsWith("store/");
  }

  /** The JSON schema of its arguments, all of them texts. */
  Map<String, Object> schema() {
    Map<String, Object> properties = new LinkedHashMap<>();
    arguments.forEach(
        each ->
            properties.put(
                each.name(), Map.of("type", "string", "description", each.description())));
    return Map.of(
        "type",
        "object",
        "properties",
        properties,
        "required",
        arguments.stream().filter(Argument::required).map(Argument::name).toList(),
        "additionalProperties",
        false);
  }
}
