package io.tracemill.connectors.output;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Optional;

/** Records as lines of a {@code .jsonl} file. */
public final class JsonLines {
  private JsonLines() {}

  /** A dead letter in a file; {@code value} is in base64. */
  private record Letter(
      String topic,
      int partition,
      long offset,
      long timestampMillis,
      String reason,
      Optional<Integer> originalBytes,
      Optional<byte[]> value) {}

  /**
   * One JSON object in UTF-8, without a line break. It is the record's own value. A dead letter can
   * hold any bytes, so it becomes an object with its headers and the bytes in base64.
   */
  public static byte[] line(ResultRecord record) {
    return record.stream() == ResultStream.DEAD_LETTERS
        ? RecordJson.bytes(letter(record))
        : record.value();
  }

  private static Letter letter(ResultRecord record) {
    return new Letter(
        header(record, DeadLetter.TOPIC),
        Integer.parseInt(header(record, DeadLetter.PARTITION)),
        Long.parseLong(header(record, DeadLetter.OFFSET)),
        record.timestampMillis(),
        header(record, DeadLetter.REASON),
        record
            .header(DeadLetter.ORIGINAL_BYTES)
            .map(bytes -> Integer.valueOf(new String(bytes, UTF_8))),
        Optional.of(record.value()).filter(bytes -> bytes.length > 0));
  }

  private static String header(ResultRecord record, String name) {
    byte[] value =
        record
            .header(name)
            .orElseThrow(() -> new IllegalStateException("a dead letter has no header " + name));
    return new String(value, UTF_8);
  }
}
