package io.tracemill.connectors.output;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tracemill.connectors.json.JsonBuffer;
import java.io.IOException;
import java.util.Optional;

/** Records as lines of a {@code .jsonl} file. One instance serves one thread. */
public final class JsonLines {
  private final JsonBuffer buffer = new JsonBuffer();

  /**
   * One JSON object in UTF-8, without a line break. It is the record's own value. A dead letter can
   * hold any bytes, so it becomes an object with its headers and the bytes in base64.
   */
  public byte[] line(ResultRecord record) {
    return record.stream() == ResultStream.DEAD_LETTERS
        ? buffer.write(json -> writeDeadLetter(json, record))
        : record.value();
  }

  private static void writeDeadLetter(JsonGenerator json, ResultRecord record) throws IOException {
    json.writeStartObject();
    json.writeStringField(DeadLetter.TOPIC, header(record, DeadLetter.TOPIC));
    json.writeNumberField(
        DeadLetter.PARTITION, Integer.parseInt(header(record, DeadLetter.PARTITION)));
    json.writeNumberField(DeadLetter.OFFSET, Long.parseLong(header(record, DeadLetter.OFFSET)));
    json.writeNumberField("timestampMillis", record.timestampMillis());
    json.writeStringField(DeadLetter.REASON, header(record, DeadLetter.REASON));
    Optional<byte[]> originalBytes = record.header(DeadLetter.ORIGINAL_BYTES);
    if (originalBytes.isPresent()) {
      json.writeNumberField(
          DeadLetter.ORIGINAL_BYTES, Integer.parseInt(header(record, DeadLetter.ORIGINAL_BYTES)));
    }
    if (record.value().length > 0) {
      json.writeBinaryField("value", record.value());
    }
    json.writeEndObject();
  }

  private static String header(ResultRecord record, String name) {
    byte[] value =
        record
            .header(name)
            .orElseThrow(() -> new IllegalStateException("a dead letter has no header " + name));
    return new String(value, UTF_8);
  }
}
