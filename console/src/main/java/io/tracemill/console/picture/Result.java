package io.tracemill.console.picture;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tracemill.analysis.span.Frame;
import io.tracemill.connectors.output.ResultStream;
import java.util.Optional;

/**
 * A record of an output stream.
 *
 * @param key key of the Kafka record; a newer record replaces an older one with the same key; empty
 *     if unknown
 * @param text the JSON
 * @param json the same, parsed
 */
public record Result(ResultStream stream, String key, String text, JsonNode json) {
  private static final ObjectMapper JSON = new ObjectMapper();

  public Result {
    requireNonNull(stream, "stream");
    requireNonNull(key, "key");
  }

  /** Parses a record; empty if it is not a JSON object. */
  public static Optional<Result> of(ResultStream stream, String key, String text) {
    try {
      JsonNode json = JSON.readTree(text);
      return json.isObject() ? Optional.of(new Result(stream, key, text, json)) : Optional.empty();
    } catch (JsonProcessingException e) {
      return Optional.empty();
    }
  }

  /** The endpoint of the record; empty if it has none. */
  Optional<Frame> endpoint() {
    return json.has("endpoint") ? Optional.of(frame(json.path("endpoint"))) : Optional.empty();
  }

  /** The frame of a JSON object: its service and operation. */
  static Frame frame(JsonNode json) {
    return Frame.of(json.path("service").asText(), json.path("operation").asText());
  }

  /** The start of the record's window, since the epoch; 0 if it has none. */
  long startMillis() {
    return json.path("window").path("startMillis").asLong();
  }

  /** The end of the record's window, since the epoch; 0 if it has none. */
  long endMillis() {
    return json.path("window").path("endMillis").asLong();
  }
}
