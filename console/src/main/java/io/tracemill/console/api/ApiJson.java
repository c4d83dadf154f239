package io.tracemill.console.api;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import com.fasterxml.jackson.databind.util.RawValue;
import io.tracemill.analysis.span.Frame;
import java.io.IOException;
import java.util.List;

/** Writes answers as JSON: records by their components, endpoints as in the job's streams. */
public final class ApiJson {
  private static final ObjectMapper JSON =
      new ObjectMapper().registerModule(new SimpleModule().addSerializer(new FrameSerializer()));

  private ApiJson() {}

  private static final class FrameSerializer extends StdSerializer<Frame> {
    private static final long serialVersionUID = 1;

    FrameSerializer() {
      super(Frame.class);
    }

    @Override
    public void serialize(Frame frame, JsonGenerator json, SerializerProvider provider)
        throws IOException {
      json.writeStartObject();
      json.writeStringField("service", frame.service());
      json.writeStringField("operation", frame.operation());
      json.writeEndObject();
    }
  }

  /** The UTF-8 bytes of an answer. */
  public static byte[] bytes(Object answer) {
    try {
      return JSON.writeValueAsBytes(answer);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("an answer cannot be written: " + answer.getClass(), e);
    }
  }

  static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  static ObjectNode endpoint(Frame endpoint) {
    return object().put("service", endpoint.service()).put("operation", endpoint.operation());
  }

  /** An array of JSON texts, copied as they are. */
  static ArrayNode array(List<String> texts) {
    ArrayNode array = JsonNodeFactory.instance.arrayNode();
    texts.forEach(text -> array.addRawValue(new RawValue(text)));
    return array;
  }
}
