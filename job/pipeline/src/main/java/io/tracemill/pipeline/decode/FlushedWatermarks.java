package io.tracemill.pipeline.decode;

import io.tracemill.pipeline.source.EncodedRecord;
import io.tracemill.pipeline.source.PartitionTime;
import java.util.HashSet;
import java.util.Set;

/**
 * Tells watermarks that the idle flush made (semantics 2) from those that records made: no
 * partition of this task has come far enough. Only where records come straight from their
 * partitions; after a shuffle a task does not see all that a watermark may be made of.
 */
final class FlushedWatermarks {
  private final long boundMillis;
  private final Set<PartitionTime> partitions = new HashSet<>();

  /** With watermarks that are so far behind the time of their partition. */
  FlushedWatermarks(long boundMillis) {
    this.boundMillis = boundMillis;
  }

  /** Remembers which partition can make watermarks. */
  void see(EncodedRecord record) {
    record.partitionTime().ifPresent(partitions::add);
  }

  /** Whether the idle flush made it; the end of input is none. */
  boolean isOne(long watermarkMillis) {
    return !partitions.isEmpty()
        && watermarkMillis < Long.MAX_VALUE
        && partitions.stream()
            .filter(PartitionTime::settled)
            .allMatch(time -> time.millis() - boundMillis - 1 < watermarkMillis);
  }
}
