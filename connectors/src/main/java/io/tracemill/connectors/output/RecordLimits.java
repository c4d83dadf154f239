package io.tracemill.connectors.output;

import java.io.Serializable;

/**
 * The maximum size of a record; larger call trees are folded.
 *
 * @param maxDepth levels of a tree; an {@code (other)} node may be one level below
 * @param maxBytes size of a record's value; the first node and one {@code (other)} are always
 *     written
 */
public record RecordLimits(int maxDepth, int maxBytes) implements Serializable {
  /** Just below the megabyte that a Kafka broker accepts unless told otherwise. */
  public static final int DEFAULT_MAX_BYTES = 900_000;

  /** For records that are small by nature. */
  public static final RecordLimits NONE = new RecordLimits(Integer.MAX_VALUE, Integer.MAX_VALUE);

  public RecordLimits {
    if (maxDepth < 1) {
      throw new IllegalArgumentException("maxDepth: " + maxDepth + ", must be at least 1");
    }
    if (maxBytes < 1) {
      throw new IllegalArgumentException("maxBytes: " + maxBytes + ", must be at least 1");
    }
  }
}
