package io.tracemill.pipeline.results;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tracemill.analysis.record.StreamRecord;
import io.tracemill.connectors.output.RecordJson;
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

  /** Its value; empty if that is not a record of the stream's type. */
  public Optional<StreamRecord> record() {
    return stream.type().flatMap(this::read);
  }

  private Optional<StreamRecord> read(Class<? extends StreamRecord> type) {
    try {
      return Optional.of(RecordJson.read(source.value(), type));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Its key as text; empty without one. */
  public String key() {
    return source.key() == null ? "" : new String(source.key(), ISO_8859_1);
  }

  /** Its value as text. */
  public String text() {
    return new String(source.value(), UTF_8);
  }

  /** The text of the last header with this name; {@code ?} if there is none. */
  public String header(String name) {
    return Optional.ofNullable(source.headers().lastHeader(name))
        .map(header -> header.value())
        .map(value -> new String(value, UTF_8))
        .orElse("?");
  }
}
