package io.tracemill.console.api;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import io.tracemill.connectors.output.RecordJson;
import java.util.List;

/** Writes answers as JSON, as the job's streams are written. */
public final class ApiJson {
  private ApiJson() {}

  /** The UTF-8 bytes of an answer. */
  public static byte[] bytes(Object answer) {
    return RecordJson.bytes(answer);
  }

  static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  /** A record, or a part of one. */
  static ObjectNode of(Object value) {
    return RecordJson.tree(value);
  }

  /** An array of JSON texts, copied as they are. */
  static ArrayNode array(List<String> texts) {
    ArrayNode array = JsonNodeFactory.instance.arrayNode();
    texts.forEach(text -> array.addRawValue(new RawValue(text)));
    return array;
  }
}
