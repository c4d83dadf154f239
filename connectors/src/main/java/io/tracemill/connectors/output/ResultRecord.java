package io.tracemill.connectors.output;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;

/**
 * One output record. Its arrays are not copied and must not change.
 *
 * @param stream its destination
 * @param key a repeated record with the same key replaces the earlier one; empty for no key
 * @param value JSON in UTF-8 without line breaks; for dead letters, the original bytes
 * @param timestampMillis event time, milliseconds since the epoch; 0 for earlier ones
 * @param headers in the order they are written
 */
public record ResultRecord(
    ResultStream stream, byte[] key, byte[] value, long timestampMillis, List<Header> headers) {

  public ResultRecord {
    requireNonNull(stream, "stream");
    requireNonNull(key, "key");
    requireNonNull(value, "value");
    // Kafka refuses a negative timestamp, and a producer can send one.
    timestampMillis = Math.max(0, timestampMillis);
    headers = List.copyOf(headers);
  }

  /** A record without headers. */
  public ResultRecord(ResultStream stream, byte[] key, byte[] value, long timestampMillis) {
    this(stream, key, value, timestampMillis, List.of());
  }

  /** The value of the first header with this name. */
  public Optional<byte[]> header(String name) {
    return headers.stream()
        .filter(header -> header.name().equals(name))
        .map(Header::value)
        .findFirst();
  }

  /** A name and its value. */
  public record Header(String name, byte[] value) {
    public Header {
      requireNonNull(name, "name");
      requireNonNull(value, "value");
    }
  }
}
