package io.tracemill.pipeline.config;

import java.io.Serializable;
import java.time.Instant;

/** The start of a partition for a job without a checkpoint. */
public sealed interface StartPosition extends Serializable {
  /** A position that the broker knows. */
  enum Named implements StartPosition {
    /**
     * What the consumer group has committed; where there is nothing, the end of the partition, or
     * its beginning for a job that goes no further than the end.
     */
    COMMITTED,
    /** The end of the partition. */
    LATEST,
    /** The oldest record that is still there. */
    EARLIEST
  }

  /** The first record with this timestamp or a later one. */
  record At(Instant time) implements StartPosition {}
}
