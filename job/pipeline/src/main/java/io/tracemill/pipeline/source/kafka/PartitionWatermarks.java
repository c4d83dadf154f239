package io.tracemill.pipeline.source.kafka;

import io.tracemill.pipeline.source.EncodedRecord;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.flink.api.common.eventtime.TimestampAssigner;
import org.apache.flink.api.common.eventtime.TimestampAssignerSupplier;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkGeneratorSupplier;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.util.clock.RelativeClock;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Watermarks per partition, with idleness, and optionally with the idle flush of semantics 2.
 *
 * <p>All silence is measured by Flink's input activity clock, which stands still under
 * backpressure. Flink gives every subtask its own copy of this strategy. The generators of the
 * subtask's partitions share it to detect that all of them are silent.
 */
final class PartitionWatermarks implements WatermarkStrategy<EncodedRecord> {
  /** As idleness: a partition holds the others back until it ends. Only for bounded sources. */
  static final Duration NEVER = Duration.ofMillis(Long.MAX_VALUE);

  private static final long serialVersionUID = 1;
  private static final long SECOND = 1000;

  private final long boundMillis;
  private final long idlenessMillis;

  /** Answers whether everything is read; without it there is no idle flush. */
  private final IdleFlush.@Nullable EndOffsets endOffsets;

  /** Made by the first generator of the subtask. */
  private transient @Nullable IdleFlush flush;

  /**
   * A strategy.
   *
   * @param outOfOrderness how far records of one partition may be out of order
   * @param idleness the silence after which a partition does not hold back the others. With idle
   *     flush all must also be silent this long before it: when a broker comes back, the partition
   *     whose records come last must still hold back the others
   * @param endOffsets answers whether everything is read, for idle flush
   */
  PartitionWatermarks(
      Duration outOfOrderness, Duration idleness, IdleFlush.@Nullable EndOffsets endOffsets) {
    this.boundMillis = outOfOrderness.toMillis();
    this.idlenessMillis = idleness.toMillis();
    this.endOffsets = endOffsets;
  }

  @Override
  public WatermarkGenerator<EncodedRecord> createWatermarkGenerator(
      WatermarkGeneratorSupplier.Context context) {
    RelativeClock clock = context.getInputActivityClock();
    if (flush == null && endOffsets != null) {
      // The first generator belongs to the whole source, so this is the clock of the whole source.
      // The clocks of its splits start later and must not be compared with it.
      flush = new IdleFlush(clock, idlenessMillis, endOffsets);
    }
    return new Partition(clock);
  }

  @Override
  public TimestampAssigner<EncodedRecord> createTimestampAssigner(
      TimestampAssignerSupplier.Context context) {
    return (record, kafkaMillis) -> record.eventMillis();
  }

  /**
   * The watermark of one partition: its latest event time minus the bound minus 1 ms.
   *
   * <p>The partition holds back the others until it is silent for the idleness timeout. This
   * includes the time before its first record, which may not be fetched yet. Records with a time
   * that is not believed count as silence; otherwise the wait for them would never end.
   *
   * <p>The record that reaches a new second of event time emits the watermark at once. Deadlines
   * are whole seconds, so at deadlines the watermark does not depend on the reading speed.
   */
  final class Partition implements WatermarkGenerator<EncodedRecord> {
    private final RelativeClock clock;

    private @Nullable TopicPartition partition;
    private long nextOffset;
    private long firstMillis;
    private long watermarkMillis = Long.MIN_VALUE;
    private long nextSecondMillis = Long.MIN_VALUE + 1;

    /** The first record can be from the future and makes no watermark; a second one settles it. */
    private boolean settled;

    private boolean active;
    private boolean idle;
    private long silentSinceMillis;

    private Partition(RelativeClock clock) {
      this.clock = clock;
      this.silentSinceMillis = clock.relativeTimeMillis();
    }

    @Override
    public void onEvent(EncodedRecord record, long eventMillis, WatermarkOutput output) {
      long reachedMillis = eventMillis - boundMillis - 1;
      if (partition == null) {
        partition = new TopicPartition(record.topic(), record.partition());
        firstMillis = reachedMillis;
        if (flush != null) {
          flush.join(this);
        }
      } else {
        settled = true;
        advance(record, reachedMillis, output);
      }
      nextOffset = record.offset() + 1;
      if (flush != null) {
        flush.read();
      }
    }

    private void advance(EncodedRecord record, long reachedMillis, WatermarkOutput output) {
      watermarkMillis = Math.max(watermarkMillis, reachedMillis);
      if (!record.clockJump()) {
        active = true;
        if (idle) {
          // At this record, not only at the next periodic call.
          idle = false;
          output.markActive();
        }
      }
      if (watermarkMillis >= nextSecondMillis) {
        output.emitWatermark(new Watermark(watermarkMillis));
        nextSecondMillis = Math.floorDiv(watermarkMillis, SECOND) * SECOND + SECOND;
      }
    }

    @Override
    public void onPeriodicEmit(WatermarkOutput output) {
      OptionalLong ahead = flush == null ? OptionalLong.empty() : flush.advance();
      long now = clock.relativeTimeMillis();
      if (active) {
        active = false;
        silentSinceMillis = now;
      }
      if (ahead.isPresent()) {
        // It becomes idle again at the next call. In this call, some releases of Flink would drop
        // the watermark: their multiplexer ignores an output marked idle before it was combined.
        output.emitWatermark(new Watermark(ahead.getAsLong()));
      } else if (now - silentSinceMillis >= idlenessMillis) {
        idle = true;
        output.markIdle();
      } else if (watermarkMillis > Long.MIN_VALUE) {
        output.emitWatermark(new Watermark(watermarkMillis));
      }
    }

    /** Puts the next offset to read into {@code next}. */
    void progress(Map<TopicPartition, Long> next) {
      if (partition != null) {
        next.put(partition, nextOffset);
      }
    }

    boolean isSettled() {
      return settled;
    }

    /** The watermark, or that of the first record alone. */
    long reachedMillis() {
      return settled ? watermarkMillis : firstMillis;
    }
  }
}
