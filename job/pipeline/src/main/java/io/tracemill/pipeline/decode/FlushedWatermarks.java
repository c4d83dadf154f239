package io.tracemill.pipeline.decode;

import io.tracemill.pipeline.source.EncodedRecord;

/**
 * Tells watermarks that the idle flush made (semantics 2) from those that records made: no record
 * of this task is far enough ahead. Only where records come straight from their partitions; after a
 * shuffle a task does not see all that a watermark may be made of.
 */
final class FlushedWatermarks {
  private final long boundMillis;
  private boolean straight;
  private long madeOfRecordsMillis = Long.MIN_VALUE;

  /** With watermarks that are so far behind the time of their partition. */
  FlushedWatermarks(long boundMillis) {
    this.boundMillis = boundMillis;
  }

  /** Remembers what watermark the record can make. */
  void see(EncodedRecord record) {
    record
        .partitionTime()
        .ifPresent(
            time -> {
              straight = true;
              if (time.settled()) {
                madeOfRecordsMillis =
                    Math.max(madeOfRecordsMillis, time.millis() - boundMillis - 1);
              }
            });
  }

  /** Whether the idle flush made it; the end of input is none. */
  boolean isOne(long watermarkMillis) {
    return straight && watermarkMillis > madeOfRecordsMillis && watermarkMillis < Long.MAX_VALUE;
  }
}
