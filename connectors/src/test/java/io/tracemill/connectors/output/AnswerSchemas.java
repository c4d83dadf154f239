package io.tracemill.connectors.output;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.BeanProperty;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonAnyFormatVisitor;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonArrayFormatVisitor;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonBooleanFormatVisitor;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonFormatTypes;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonFormatVisitable;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonFormatVisitorWrapper;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonIntegerFormatVisitor;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonMapFormatVisitor;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonNumberFormatVisitor;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonObjectFormatVisitor;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonStringFormatVisitor;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.ser.BeanPropertyWriter;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.record.StreamRecord;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Makes schemas of answers from their types, as {@link RecordJson} writes them. Words and bounds
 * stay as the present schemas have them. A record of a stream has a schema of its own elsewhere, so
 * it has only words here.
 */
public final class AnswerSchemas {
  private static final List<String> WORDS =
      List.of("title", "description", "minimum", "maximum", "pattern", "maxItems");
  private static final String REFERENCE = "#/components/schemas/";

  private final JsonNode present;
  private final ObjectNode made = object();
  private final Map<String, JavaType> named = new HashMap<>();

  /**
   * No schema yet.
   *
   * @param present schemas by name
   */
  public AnswerSchemas(JsonNode present) {
    this.present = present;
  }

  private static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  /** The schemas of all types so far, by name. */
  public ObjectNode all() {
    return made;
  }

  /** A reference to the schema of a type, or the schema itself if it has no fields. */
  public ObjectNode of(Type type) {
    return schema(RecordJson.MAPPER.constructType(type), object());
  }

  private ObjectNode schema(JavaType type, JsonNode old) {
    if (type.isReferenceType()) {
      return schema(type.getContentType(), old);
    } else if (type.hasRawClass(Object.class)) {
      return words(old);
    } else if (type.hasRawClass(String.class)) {
      return words(old).put("type", "string");
    } else if (StreamRecord.class.isAssignableFrom(type.getRawClass())) {
      return named(type, old, this::wordsOnly);
    } else if (type.getRawClass().isSealed() && !type.hasRawClass(Place.class)) {
      return named(type, old, this::alternatives);
    }
    Shape shape = new Shape(old);
    try {
      RecordJson.MAPPER.acceptJsonFormatVisitor(type, shape);
    } catch (JsonMappingException e) {
      throw new IllegalStateException(type.toString(), e);
    }
    return shape.schema;
  }

  private interface Filler {
    void fill(ObjectNode schema, JavaType type, JsonNode old) throws JsonMappingException;
  }

  /** A reference to the schema of a name, which is made at its first use. */
  private ObjectNode named(JavaType type, JsonNode at, Filler filler) {
    String name = name(type);
    JavaType other = named.putIfAbsent(name, type);
    if (other == null) {
      JsonNode known = present.has(name) ? present.path(name) : at;
      ObjectNode schema = words(known);
      made.set(name, schema);
      try {
        filler.fill(schema, type, known);
      } catch (JsonMappingException e) {
        throw new IllegalStateException(type.toString(), e);
      }
    } else if (!other.equals(type)) {
      throw new IllegalStateException("%s and %s have one name".formatted(type, other));
    }
    return words(at).put("$ref", REFERENCE + name);
  }

  /** {@code HeatMapRow} for a row of a heat map, and {@code RecordsOfHotspot}. */
  private static String name(JavaType type) {
    Class<?> raw = type.getRawClass();
    String name = raw.getSimpleName();
    for (JavaType of : type.getBindings().getTypeParameters()) {
      name += "Of" + of.getRawClass().getSimpleName();
    }
    String outer =
        raw.getEnclosingClass() == null
            ? AMBIGUOUS.contains(name) ? lastPart(raw.getPackageName()) : ""
            : raw.getEnclosingClass().getSimpleName();
    return outer.matches(".*Questions?|StoreAnswers")
        ? name
        : outer.replaceAll("Answer$", "") + name;
  }

  /** {@code Compare} for {@code io.tracemill.store.compare}. */
  private static String lastPart(String name) {
    String last = name.substring(name.lastIndexOf('.') + 1);
    return last.substring(0, 1).toUpperCase(Locale.ROOT) + last.substring(1);
  }

  /** Names that several packages have. */
  private static final Set<String> AMBIGUOUS =
      Set.of("CategoryComparison", "Latency", "Percentile");

  private void wordsOnly(ObjectNode schema, JavaType type, JsonNode old) {
    schema.put("type", "object");
  }

  private void alternatives(ObjectNode schema, JavaType type, JsonNode old) {
    for (Class<?> each : type.getRawClass().getPermittedSubclasses()) {
      schema.withArray("oneOf").add(of(each));
    }
  }

  private void fields(ObjectNode schema, JavaType type, JsonNode old) throws JsonMappingException {
    schema.put("type", "object");
    Fields fields = new Fields(schema, old);
    RecordJson.MAPPER.acceptJsonFormatVisitor(
        type,
        new JsonFormatVisitorWrapper.Base() {
          @Override
          public JsonObjectFormatVisitor expectObjectFormat(JavaType same) {
            fields.setProvider(getProvider());
            return fields;
          }
        });
  }

  private static ObjectNode words(JsonNode old) {
    ObjectNode words = object();
    WORDS.stream().filter(old::has).forEach(word -> words.set(word, old.get(word)));
    return words;
  }

  /** Collects the fields of an object. */
  private final class Fields extends JsonObjectFormatVisitor.Base {
    private final ObjectNode schema;
    private final JsonNode old;

    Fields(ObjectNode schema, JsonNode old) {
      this.schema = schema;
      this.old = old;
      schema.putObject("properties");
      schema.putArray("required");
    }

    @Override
    public void property(BeanProperty property) throws JsonMappingException {
      optionalProperty(property);
    }

    @Override
    public void optionalProperty(BeanProperty property) throws JsonMappingException {
      JsonNode words = old.path("properties").path(property.getName());
      ObjectNode fields = (ObjectNode) schema.get("properties");
      fields.set(property.getName(), schemaOf(property, words));
      if (!mayBeAbsent(property)) {
        schema.withArray("required").add(property.getName());
      }
    }

    private ObjectNode schemaOf(BeanProperty property, JsonNode words) throws JsonMappingException {
      if (property instanceof BeanPropertyWriter writer
          && writer.getAnnotation(JsonSerialize.class) != null) {
        Shape shape = new Shape(words);
        shape.setProvider(getProvider());
        writer.getSerializer().acceptJsonFormatVisitor(shape, property.getType());
        return shape.schema;
      }
      return schema(property.getType(), words);
    }

    private boolean mayBeAbsent(BeanProperty property) {
      return property.getType().getRawClass().getSimpleName().startsWith("Optional")
          || components(property.getMember().getDeclaringClass())
              .filter(each -> each.getName().equals(property.getMember().getName()))
              .anyMatch(each -> each.getAnnotatedType().isAnnotationPresent(Nullable.class));
    }

    private static Stream<RecordComponent> components(Class<?> type) {
      return type.isRecord() ? Arrays.stream(type.getRecordComponents()) : Stream.of();
    }
  }

  /** The form of one value. */
  private final class Shape extends JsonFormatVisitorWrapper.Base {
    private final JsonNode old;
    private ObjectNode schema;

    Shape(JsonNode old) {
      this.old = old;
      schema = words(old);
    }

    @Override
    public @Nullable JsonObjectFormatVisitor expectObjectFormat(JavaType type) {
      schema = named(type, old, AnswerSchemas.this::fields);
      return null;
    }

    @Override
    public JsonArrayFormatVisitor expectArrayFormat(JavaType type) {
      schema.put("type", "array");
      return new JsonArrayFormatVisitor.Base() {
        @Override
        public void itemsFormat(JsonFormatVisitable handler, JavaType elements) {
          schema.set("items", schema(elements, old.path("items")));
        }

        @Override
        public void itemsFormat(JsonFormatTypes format) {
          schema.set("items", words(old.path("items")).put("type", format.value()));
        }
      };
    }

    @Override
    public JsonMapFormatVisitor expectMapFormat(JavaType type) {
      schema.put("type", "object");
      return new JsonMapFormatVisitor.Base() {
        @Override
        public void valueFormat(JsonFormatVisitable handler, JavaType values) {
          if (type.getKeyType().isEnumType()) {
            ObjectNode fields = schema.putObject("properties");
            for (Object key : type.getKeyType().getRawClass().getEnumConstants()) {
              String label = RecordJson.MAPPER.convertValue(key, String.class);
              fields.set(label, schema(values, old.path("properties").path(label)));
              schema.withArray("required").add(label);
            }
          } else {
            schema.set("additionalProperties", schema(values, object()));
          }
        }
      };
    }

    @Override
    public JsonStringFormatVisitor expectStringFormat(JavaType type) {
      schema.put("type", "string");
      return new JsonStringFormatVisitor.Base() {
        @Override
        public void enumTypes(Set<String> labels) {
          labels.forEach(schema.putArray("enum")::add);
        }
      };
    }

    @Override
    public JsonNumberFormatVisitor expectNumberFormat(JavaType type) {
      schema.put("type", "number");
      return new JsonNumberFormatVisitor.Base();
    }

    @Override
    public JsonIntegerFormatVisitor expectIntegerFormat(JavaType type) {
      schema.put("type", "integer");
      return new JsonIntegerFormatVisitor.Base() {
        @Override
        public void numberType(JsonParser.NumberType number) {
          if (number == JsonParser.NumberType.LONG) {
            schema.put("format", "int64");
          }
        }
      };
    }

    @Override
    public JsonBooleanFormatVisitor expectBooleanFormat(JavaType type) {
      schema.put("type", "boolean");
      return new JsonBooleanFormatVisitor.Base();
    }

    @Override
    public @Nullable JsonAnyFormatVisitor expectAnyFormat(JavaType type) {
      return null;
    }
  }
}
