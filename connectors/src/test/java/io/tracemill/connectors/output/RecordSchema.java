package io.tracemill.connectors.output;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tracemill.analysis.anomaly.Anomaly.PathSurprise;
import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.record.NamedPlace.Caller;
import io.tracemill.analysis.span.Frame;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * Makes the schema of a record from its Java type: fields, types, constants, and what may be
 * absent. Words and bounds ({@code title}, {@code description}, {@code minimum}, ...) are not in
 * the type; they stay as the present document has them at the same place.
 */
final class RecordSchema {
  private static final List<String> WORDS =
      List.of("title", "description", "minimum", "maximum", "pattern", "maxItems");
  private static final Map<Class<?>, String> SCALARS =
      Map.of(
          long.class, "integer",
          int.class, "integer",
          Long.class, "integer",
          OptionalLong.class, "integer",
          double.class, "number",
          OptionalDouble.class, "number",
          boolean.class, "boolean",
          Boolean.class, "boolean",
          String.class, "string");

  private final JsonNode present;
  private final ObjectNode definitions = object();

  private RecordSchema(JsonNode present) {
    this.present = present;
  }

  /** The schema of a type, with the words of the present document. */
  static ObjectNode of(Class<?> type, JsonNode present) {
    RecordSchema made = new RecordSchema(present);
    ObjectNode schema = object();
    for (String name : List.of("$schema", "$id", "title", "description")) {
      schema.set(name, present.path(name));
    }
    if (type.isSealed()) {
      ArrayNode kinds = schema.putArray("oneOf");
      for (Class<?> kind : type.getPermittedSubclasses()) {
        kinds.add(made.kind(kind));
      }
    } else {
      made.fields(schema, type, present);
    }
    if (!made.definitions.isEmpty()) {
      schema.set("$defs", made.definitions);
    }
    return schema;
  }

  private static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  private ObjectNode kind(Class<?> type) {
    String label = label(type.getSimpleName());
    JsonNode old = object();
    for (JsonNode each : present.path("oneOf")) {
      JsonNode kind = resolved(each);
      old = kind.path("title").asText().equals(label) ? kind : old;
    }
    ObjectNode schema = words(old);
    schema.put("title", label);
    fields(schema, type, old);
    ObjectNode scope = words(old.path("properties").path("scope"));
    scope.put("const", label);
    ObjectNode properties = object();
    properties.set("scope", scope);
    schema.set("properties", properties.setAll((ObjectNode) schema.get("properties")));
    schema.withArray("required").insert(0, "scope");
    return schema;
  }

  private void fields(ObjectNode schema, Class<?> type, JsonNode old) {
    schema.put("type", "object");
    ObjectNode properties = schema.putObject("properties");
    ArrayNode required = schema.putArray("required");
    for (RecordComponent component : type.getRecordComponents()) {
      String name = component.getName();
      properties.set(name, schema(component.getGenericType(), property(old, name)));
      if (!component.getType().getSimpleName().startsWith("Optional")) {
        required.add(name);
      }
    }
    schema.put("additionalProperties", false);
  }

  /** The field's schema in an object, or in the first of its alternatives that has it. */
  private JsonNode property(JsonNode old, String name) {
    if (old.path("properties").has(name)) {
      return old.path("properties").path(name);
    }
    JsonNode found = object();
    for (JsonNode each : old.path("oneOf")) {
      found = found.isEmpty() ? resolved(each).path("properties").path(name) : found;
      found = found.isMissingNode() ? object() : found;
    }
    return found;
  }

  private ObjectNode schema(Type type, JsonNode at) {
    JsonNode old = resolved(at);
    if (type instanceof ParameterizedType parameterized) {
      Type last =
          parameterized.getActualTypeArguments()[parameterized.getActualTypeArguments().length - 1];
      if (parameterized.getRawType() == Optional.class) {
        return schema(last, at);
      }
      ObjectNode schema = words(at);
      if (parameterized.getRawType() == List.class) {
        schema.put("type", "array");
        schema.set("items", schema(last, old.path("items")));
        return schema;
      }
      return constants(schema, (Class<?>) parameterized.getActualTypeArguments()[0], old);
    }
    Class<?> plain = (Class<?>) type;
    ObjectNode schema = words(at, old);
    if (SCALARS.containsKey(plain)) {
      return schema.put("type", SCALARS.get(plain));
    } else if (plain.isEnum()) {
      ArrayNode names = schema.putArray("enum");
      labels(plain).forEach(names::add);
      return schema;
    } else if (plain == Caller.class) {
      ArrayNode kinds = schema.putArray("oneOf");
      kinds.add(object().put("type", "string"));
      kinds.add(reference(Frame.class, object()));
      return schema;
    }
    ObjectNode reference = reference(plain, old);
    schema.remove(WORDS.subList(2, WORDS.size()));
    return schema.setAll(reference);
  }

  /** A map with a number for each constant. */
  private static ObjectNode constants(ObjectNode schema, Class<?> keys, JsonNode old) {
    schema.put("type", "object");
    ObjectNode properties = schema.putObject("properties");
    ArrayNode required = schema.putArray("required");
    for (String key : labels(keys)) {
      properties.set(key, words(old.path("properties").path(key)).put("type", "integer"));
      required.add(key);
    }
    return schema.put("additionalProperties", false);
  }

  private ObjectNode reference(Class<?> type, JsonNode old) {
    if (type == PathStep.class) {
      return reference(Step.class, old);
    }
    String name = type == PathSurprise.class ? "Path" : type.getSimpleName();
    String definition = name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1);
    if (!definitions.has(definition)) {
      JsonNode known = present.path("$defs").path(definition);
      JsonNode words = known.isMissingNode() ? old : known;
      ObjectNode schema = words(words);
      definitions.set(definition, schema);
      if (type == Frame.class) {
        names(schema, words);
      } else {
        fields(schema, type, words);
      }
    }
    return object().put("$ref", "#/$defs/" + definition);
  }

  /** The fields of a {@link PathStep}. */
  private record Step(String service, String operation, Optional<String> callee) {}

  private static void names(ObjectNode schema, JsonNode old) {
    schema.put("type", "object");
    ObjectNode properties = schema.putObject("properties");
    ArrayNode required = schema.putArray("required");
    for (String name : List.of("service", "operation")) {
      properties.set(name, words(old.path("properties").path(name)).put("type", "string"));
      required.add(name);
    }
    schema.put("additionalProperties", false);
  }

  /** The words of a place and, where it has none, of what it refers to. */
  private static ObjectNode words(JsonNode at, JsonNode referred) {
    ObjectNode words = words(referred);
    return words.setAll(words(at));
  }

  private static ObjectNode words(JsonNode at) {
    ObjectNode words = object();
    for (String word : WORDS) {
      if (at.has(word)) {
        words.set(word, at.get(word));
      }
    }
    return words;
  }

  private JsonNode resolved(JsonNode node) {
    return node.has("$ref") ? present.at(node.path("$ref").asText().substring(1)) : node;
  }

  private static List<String> labels(Class<?> constants) {
    return Arrays.stream(constants.getEnumConstants())
        .map(each -> ((Enum<?>) each).name().toLowerCase(Locale.ROOT).replace('_', '-'))
        .toList();
  }

  private static String label(String name) {
    return name.toLowerCase(Locale.ROOT);
  }
}
