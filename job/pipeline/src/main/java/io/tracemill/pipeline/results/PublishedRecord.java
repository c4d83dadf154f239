package io.tracemill.pipeline.results;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tracemill.connectors.output.ResultStream;
import java.io.IOException;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * A record in one of the job's output topics. Anyone may have written it.
 *
 * @param stream the stream of the topic
 * @param source the record from Kafka; it has a value
 */
public record PublishedRecord(ResultStream stream, ConsumerRecord<byte[], byte[]> source) {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** Its value; empty if that is not a JSON object. */
  public Optional<JsonNode> json() {
    try {
      return Optional.of(MAPPER.readTree(source.value())).filter(JsonNode::isObject);
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** The text of the last header with this name; {@code ?} if there is none. */
  public String header(String name) {
    return Optional.ofNullable(source.headers().lastHeader(name))
        .map(header -> header.value())
        .map(value -> new String(value, UTF_8))
        .orElse("?");
  }
}
