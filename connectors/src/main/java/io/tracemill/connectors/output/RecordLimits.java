package io.tracemill.connectors.output;

import java.io.Serializable;

/**
 * How large a record can grow before its call trees are folded.
 *
 * @param maxDepth nodes on the way from a tree's first node to its last, both counted; an {@code
 *     (other)} node may stand one below
 * @param maxBytes size of a record's value. The first node and one {@code (other)} are written
 *     whatever they take
 */
public record RecordLimits(int maxDepth, int maxBytes) implements Serializable {
  /** Just below the megabyte that a Kafka broker accepts unless told otherwise. */
  public static final int DEFAULT_MAX_BYTES = 900_000;

  public RecordLimits {
    if (maxDepth < 1) {
      throw new IllegalArgumentException("maxDepth: " + maxDepth + ", must be at least 1");
    }
    if (maxBytes < 1) {
      throw new IllegalArgumentException("maxBytes: " + maxBytes + ", must be at least 1");
    }
  }
}
