package io.tracemill.console.api;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import io.tracemill.analysis.span.Frame;
import java.util.List;

/** Writes answers as JSON, as the job's streams are written. */
public final class ApiJson {
  private static final ObjectMapper JSON = new ObjectMapper();

  private ApiJson() {}

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
