package io.tracemill.pipeline.serialization;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonIncludeProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.dataformat.smile.SmileGenerator;
import com.fasterxml.jackson.dataformat.smile.databind.SmileMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.incident.Subject;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.quality.QualityCounts;
import io.tracemill.analysis.quality.QualityScope;
import io.tracemill.analysis.span.Frame;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Optional;
import org.apache.flink.api.common.typeinfo.TypeInformation;

/** Length (4) and Smile with the fields of a record of the domain. */
public record SmileCodec<T>(Class<T> type) implements Codec<T> {
  private static final ObjectMapper MAPPER =
      SmileMapper.builder()
          .addModule(new Jdk8Module())
          .addMixIn(Frame.class, OfFrame.class)
          .addMixIn(PathStep.class, OfStep.class)
          .addMixIn(Place.class, OfPlace.class)
          .addMixIn(Subject.class, OfSubject.class)
          .addMixIn(QualityScope.class, OfScope.class)
          .addMixIn(QualityCounts.class, OfCounts.class)
          .enable(SmileGenerator.Feature.LENIENT_UTF_ENCODING)
          .disable(SerializationFeature.FAIL_ON_EMPTY_BEANS)
          .build();

  /** The type information of values of a type. */
  public static <T> TypeInformation<T> typeOf(Class<T> type) {
    return new CodecTypeInfo<>(type, new SmileCodec<>(type));
  }

  /** The serializer of values of a type. */
  public static <T> CodecSerializer<T> serializerOf(Class<T> type) {
    return new CodecSerializer<>(new SmileCodec<>(type));
  }

  @Override
  public String id() {
    return Codec.super.id() + ' ' + type.getName();
  }

  @JsonIncludeProperties({"service", "operation"})
  private abstract static class OfFrame {
    @JsonCreator
    static Frame of(
        @JsonProperty("service") String service, @JsonProperty("operation") String operation) {
      return Frame.of(service, operation);
    }

    @JsonProperty("service")
    abstract String service();

    @JsonProperty("operation")
    abstract String operation();
  }

  private abstract static class OfStep {
    @JsonCreator
    static PathStep of(
        @JsonProperty("service") String service,
        @JsonProperty("operation") String operation,
        @JsonProperty("callee") Optional<String> callee) {
      return PathStep.of(service, operation, callee);
    }

    @JsonProperty(access = JsonProperty.Access.READ_ONLY)
    @JsonUnwrapped
    abstract Frame frame();

    @JsonProperty
    abstract Optional<String> callee();
  }

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, include = JsonTypeInfo.As.WRAPPER_ARRAY)
  @JsonSubTypes({
    @JsonSubTypes.Type(value = Place.Edge.class, name = "edge"),
    @JsonSubTypes.Type(value = Place.Operation.class, name = "operation"),
    @JsonSubTypes.Type(value = Place.Service.class, name = "service"),
    @JsonSubTypes.Type(value = Place.Request.class, name = "request")
  })
  private interface OfPlace {}

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, include = JsonTypeInfo.As.WRAPPER_ARRAY)
  @JsonSubTypes({
    @JsonSubTypes.Type(value = Subject.PlaceTime.class, name = "time"),
    @JsonSubTypes.Type(value = Subject.CallShare.class, name = "call"),
    @JsonSubTypes.Type(value = Subject.ErrorShare.class, name = "error")
  })
  private interface OfSubject {}

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, include = JsonTypeInfo.As.WRAPPER_ARRAY)
  @JsonSubTypes({
    @JsonSubTypes.Type(value = QualityScope.Job.class, name = "job"),
    @JsonSubTypes.Type(value = QualityScope.Service.class, name = "service"),
    @JsonSubTypes.Type(value = QualityScope.Endpoint.class, name = "endpoint")
  })
  private interface OfScope {}

  @SuppressWarnings("unused") // Jackson reads the annotations
  private abstract static class OfCounts {
    @JsonValue private final long[] counts;

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    OfCounts(long[] counts) {
      this.counts = counts;
    }
  }

  @Override
  public void write(T value, DataOutput out) throws IOException {
    byte[] bytes = MAPPER.writeValueAsBytes(value);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  @Override
  public T read(DataInput in) throws IOException {
    byte[] bytes = new byte[in.readInt()];
    in.readFully(bytes);
    return MAPPER.readValue(bytes, type);
  }
}
