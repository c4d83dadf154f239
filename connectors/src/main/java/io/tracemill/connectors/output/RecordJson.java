package io.tracemill.connectors.output;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.cfg.MapperConfig;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.introspect.AnnotatedClass;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.ser.std.StdDelegatingSerializer;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import com.fasterxml.jackson.databind.util.Converter;
import com.fasterxml.jackson.databind.util.StdConverter;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.record.NamedPlace;
import io.tracemill.analysis.record.NamedPlace.Caller;
import io.tracemill.analysis.record.QualityRecord;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.TraceId;
import io.tracemill.analysis.view.ClassNode;
import io.tracemill.analysis.view.HeatMap;
import io.tracemill.connectors.json.WellFormed;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Records as JSON, both ways. Names are those of the components; enum constants are written in
 * lower case with hyphens; empty optionals are absent; unknown fields are ignored; an absent list
 * is empty.
 */
public final class RecordJson {
  private static final Converter<Place, NamedPlace> NAMES =
      new StdConverter<>() {
        @Override
        public NamedPlace convert(Place place) {
          return NamedPlace.of(place);
        }
      };

  static final JsonMapper MAPPER =
      JsonMapper.builder()
          .addModule(new Jdk8Module())
          .addModule(
              new SimpleModule()
                  .addSerializer(new TextSerializer())
                  .addSerializer(new CallerSerializer())
                  .addSerializer(TraceId.class, ToStringSerializer.instance)
                  .addSerializer(Place.class, new StdDelegatingSerializer(Place.class, NAMES))
                  .addDeserializer(Caller.class, new CallerDeserializer()))
          .addMixIn(Frame.class, FrameFields.class)
          .addMixIn(ClassNode.class, FlatStep.class)
          .addMixIn(PathStep.class, StepFields.class)
          .addMixIn(HeatMap.Column.class, SpanIdDigits.class)
          .addMixIn(QualityRecord.class, QualityScopes.class)
          .annotationIntrospector(new EnumLabels())
          .defaultPropertyInclusion(
              JsonInclude.Value.construct(
                  JsonInclude.Include.NON_ABSENT, JsonInclude.Include.NON_ABSENT))
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
          .withConfigOverride(
              List.class,
              lists -> lists.setSetterInfo(JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY)))
          .build();

  private RecordJson() {}

  /** The JSON of a record, or of any value made of records, in UTF-8 without line breaks. */
  public static byte[] bytes(Object value) {
    try {
      return MAPPER.writeValueAsBytes(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("cannot be written: " + value.getClass(), e);
    }
  }

  /** The same as a tree. */
  public static ObjectNode tree(Object value) {
    return MAPPER.valueToTree(value);
  }

  /**
   * Reads a record.
   *
   * @throws IOException if the JSON is not such a record
   */
  public static <T> T read(byte[] json, Class<T> type) throws IOException {
    return record(MAPPER.readValue(json, type));
  }

  /** As {@link #read(byte[], Class)}. */
  public static <T> T read(String json, Class<T> type) throws IOException {
    return record(MAPPER.readValue(json, type));
  }

  private static <T> T record(@Nullable T read) throws IOException {
    if (read == null) {
      throw new IOException("null is no record");
    }
    return read;
  }

  private static final class EnumLabels extends JacksonAnnotationIntrospector {
    private static final long serialVersionUID = 1;

    @Override
    public String[] findEnumValues(
        MapperConfig<?> config, AnnotatedClass type, Enum<?>[] constants, String[] names) {
      for (int i = 0; i < names.length; i++) {
        names[i] = constants[i].name().toLowerCase(Locale.ROOT).replace('_', '-');
      }
      return names;
    }
  }

  @JsonPropertyOrder({"service", "operation"})
  private abstract static class FrameFields {
    @JsonCreator
    static Frame of(
        @JsonProperty(value = "service", required = true) String service,
        @JsonProperty(value = "operation", required = true) String operation) {
      return Frame.of(service, operation);
    }

    @JsonProperty
    abstract String service();

    @JsonProperty
    abstract String operation();
  }

  /** A node of a call tree names its step among its own fields, as those of profiles do. */
  private interface FlatStep {
    @JsonProperty
    @JsonUnwrapped
    PathStep step();
  }

  @JsonPropertyOrder({"frame", "callee"})
  private abstract static class StepFields {
    @JsonCreator
    static PathStep of(
        @JsonProperty(value = "service", required = true) String service,
        @JsonProperty(value = "operation", required = true) String operation,
        @JsonProperty("callee") Optional<String> callee) {
      return PathStep.of(service, operation, callee);
    }

    @JsonProperty(access = JsonProperty.Access.READ_ONLY)
    @JsonUnwrapped
    abstract Frame frame();

    @JsonProperty
    abstract Optional<String> callee();
  }

  private interface SpanIdDigits {
    @JsonProperty
    @JsonSerialize(converter = SpanIdConverter.class)
    long spanId();
  }

  private static final class SpanIdConverter extends StdConverter<Long, String> {
    @Override
    public String convert(Long spanId) {
      return TraceId.spanIdHex(spanId);
    }
  }

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "scope")
  @JsonSubTypes({
    @JsonSubTypes.Type(name = "job", value = QualityRecord.Job.class),
    @JsonSubTypes.Type(name = "service", value = QualityRecord.Service.class),
    @JsonSubTypes.Type(name = "endpoint", value = QualityRecord.Endpoint.class)
  })
  private interface QualityScopes {}

  /** Senders choose names, and not all of them are Unicode. */
  private static final class TextSerializer extends StdSerializer<String> {
    private static final long serialVersionUID = 1;

    TextSerializer() {
      super(String.class);
    }

    @Override
    public void serialize(String text, JsonGenerator json, SerializerProvider provider)
        throws IOException {
      json.writeString(WellFormed.text(text));
    }
  }

  private static final class CallerSerializer extends StdSerializer<Caller> {
    private static final long serialVersionUID = 1;

    CallerSerializer() {
      super(Caller.class);
    }

    @Override
    public void serialize(Caller caller, JsonGenerator json, SerializerProvider provider)
        throws IOException {
      Optional<String> operation = caller.operation();
      provider.defaultSerializeValue(
          operation.isEmpty() ? caller.service() : Frame.of(caller.service(), operation.get()),
          json);
    }
  }

  private static final class CallerDeserializer extends StdDeserializer<Caller> {
    private static final long serialVersionUID = 1;

    CallerDeserializer() {
      super(Caller.class);
    }

    @Override
    public Caller deserialize(JsonParser json, DeserializationContext context) throws IOException {
      JsonNode node = context.readTree(json);
      return node.isTextual()
          ? new Caller(node.textValue(), Optional.empty())
          : new Caller(node.path("service").asText(), Optional.of(node.path("operation").asText()));
    }
  }
}
