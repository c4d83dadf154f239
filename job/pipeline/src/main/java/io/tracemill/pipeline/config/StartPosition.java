package io.tracemill.pipeline.config;

import java.io.Serializable;
import java.time.Instant;

/** The start of a partition for a job without a checkpoint. */
public sealed interface StartPosition extends Serializable {
  /** A position that the broker knows. */
  enum Named implements StartPosition {
    /**
     * The committed offset of the consumer group. Without one, the end of the partition; for a
     * bounded job, its beginning.
     */
    COMMITTED,
    /** The end of the partition. */
    LATEST,
    /** The oldest record that still exists. */
    EARLIEST
  }

  /** The first record with this timestamp or a later one. */
  record At(Instant time) implements StartPosition {}
}
