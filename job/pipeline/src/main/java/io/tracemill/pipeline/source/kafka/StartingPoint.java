package io.tracemill.pipeline.source.kafka;

import java.io.Serializable;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.kafka.clients.consumer.OffsetResetStrategy;

/** Where a job without state of its own starts to read each partition ({@code kafka.start}). */
public sealed interface StartingPoint extends Serializable {
  /**
   * What the consumer group has committed. Where it has not: only what comes from now on, or, for a
   * job that ends at what is the end now, all that is there.
   */
  record Committed() implements StartingPoint {}

  /** Only what comes from now on. */
  record Latest() implements StartingPoint {}

  /** All that is there. */
  record Earliest() implements StartingPoint {}

  /**
   * The first record at or after a time.
   *
   * @param epochMillis that time, milliseconds since the epoch, by the records' own timestamps
   */
  record At(long epochMillis) implements StartingPoint {
    public At {
      if (epochMillis < 0) {
        throw new IllegalArgumentException("start: %d ms is negative".formatted(epochMillis));
      }
    }
  }

  /**
   * The same in the words of Flink's Kafka source, which still asks for Kafka's old enum.
   *
   * @param bounded whether the job ends at what is the end of each partition now
   */
  @SuppressWarnings("deprecation")
  default OffsetsInitializer offsets(boolean bounded) {
    if (this instanceof At at) {
      return OffsetsInitializer.timestamp(at.epochMillis());
    } else if (this instanceof Earliest) {
      return OffsetsInitializer.earliest();
    } else if (this instanceof Latest) {
      return OffsetsInitializer.latest();
    }
    return OffsetsInitializer.committedOffsets(
        bounded ? OffsetResetStrategy.EARLIEST : OffsetResetStrategy.LATEST);
  }

  /**
   * Whether every partition that is read has been read from what its group has committed, or from
   * before it: then what is committed says how far the job has come. A job that starts at the
   * latest record may leave behind an old commit that it will not come back to.
   */
  default boolean followsCommits() {
    return this instanceof Committed || this instanceof Earliest;
  }
}
