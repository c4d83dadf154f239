package io.tracemill.pipeline.config;

import java.io.Serializable;
import java.time.Instant;

/** Where a partition is read from by a job that has no checkpoint. */
public sealed interface StartPosition extends Serializable {
  /** A position that the broker knows. */
  enum Named implements StartPosition {
    /** What the consumer group has committed, the end of the partition where there is nothing. */
    COMMITTED,
    /** The end of the partition. */
    LATEST,
    /** The oldest record that is still there. */
    EARLIEST
  }

  /** The first record with this timestamp or a later one. */
  record At(Instant time) implements StartPosition {}
}
