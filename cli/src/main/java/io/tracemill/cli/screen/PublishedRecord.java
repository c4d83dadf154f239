package io.tracemill.cli.screen;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tracemill.connectors.output.ResultStream;
import java.io.IOException;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/**
 * A record as it stands in one of the job's output topics, where anybody may have put it.
 *
 * @param stream whose topic it is
 * @param source what Kafka gave; it has a value
 */
public record PublishedRecord(ResultStream stream, ConsumerRecord<byte[], byte[]> source) {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** Its value; empty where that is no JSON object. */
  public Optional<JsonNode> json() {
    try {
      return Optional.of(MAPPER.readTree(source.value())).filter(JsonNode::isObject);
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** The text of the last header with this name. */
  public Optional<String> header(String name) {
    Header header = source.headers().lastHeader(name);
    return header == null || header.value() == null
        ? Optional.empty()
        : Optional.of(new String(header.value(), UTF_8));
  }

  /** Where it stands: {@code tracemill.traces.v1 partition 0 offset 17}. */
  public String place() {
    return "%s partition %d offset %d"
        .formatted(source.topic(), source.partition(), source.offset());
  }
}
