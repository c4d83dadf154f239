package io.tracemill.pipeline.source.kafka;

import io.tracemill.pipeline.source.EncodedRecord;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.util.clock.RelativeClock;
import org.apache.kafka.common.TopicPartition;

/**
 * The watermark of one partition: its latest event time minus the bound minus 1 ms.
 *
 * <p>The partition holds back the others until it is silent for the idleness timeout. This includes
 * the time before its first record, which may not be fetched yet. Records with a time that is not
 * believed count as silence; otherwise the wait for them would never end.
 *
 * <p>The record that reaches a new second of event time emits the watermark at once. Deadlines are
 * whole seconds, so at deadlines the watermark does not depend on the reading speed.
 */
final class PartitionWatermarkGenerator implements WatermarkGenerator<EncodedRecord> {
  private static final long SECOND = 1000;

  private final RelativeClock clock;
  private final long boundMillis;
  private final long idlenessMillis;
  private final Optional<IdleFlush> flush;

  private Optional<IdleFlush.Progress> progress = Optional.empty();
  private long watermarkMillis = Long.MIN_VALUE;
  private long nextSecondMillis = Long.MIN_VALUE + 1;

  /** Whether a record came before: the first one can be from the future and makes no watermark. */
  private boolean compared;

  private boolean active;
  private boolean idle;
  private long silentSinceMillis;

  PartitionWatermarkGenerator(
      RelativeClock clock, long boundMillis, long idlenessMillis, Optional<IdleFlush> flush) {
    this.clock = clock;
    this.boundMillis = boundMillis;
    this.idlenessMillis = idlenessMillis;
    this.flush = flush;
    this.silentSinceMillis = clock.relativeTimeMillis();
  }

  @Override
  public void onEvent(EncodedRecord record, long eventMillis, WatermarkOutput output) {
    long reachedMillis = eventMillis - boundMillis - 1;
    if (compared) {
      watermarkMillis = Math.max(watermarkMillis, reachedMillis);
      if (!record.clockJump()) {
        active = true;
        holdBack(output);
      }
    }
    if (watermarkMillis >= nextSecondMillis) {
      output.emitWatermark(new Watermark(watermarkMillis));
      nextSecondMillis = Math.floorDiv(watermarkMillis, SECOND) * SECOND + SECOND;
    }
    if (flush.isPresent()) {
      read(record, compared ? watermarkMillis : reachedMillis, flush.get());
    }
    compared = true;
  }

  private void read(EncodedRecord record, long reachedMillis, IdleFlush shared) {
    if (progress.isEmpty()) {
      progress = Optional.of(shared.join(new TopicPartition(record.topic(), record.partition())));
    }
    progress.get().read(record.offset(), reachedMillis);
  }

  /** Marks the output active at this record, not only at the next periodic call. */
  private void holdBack(WatermarkOutput output) {
    if (idle) {
      idle = false;
      output.markActive();
    }
  }

  @Override
  public void onPeriodicEmit(WatermarkOutput output) {
    OptionalLong ahead = flush.map(IdleFlush::advance).orElse(OptionalLong.empty());
    long now = clock.relativeTimeMillis();
    if (active) {
      active = false;
      silentSinceMillis = now;
    }
    if (ahead.isPresent()) {
      // It becomes idle again at the next call. In this call, some releases of Flink would drop the
      // watermark: their multiplexer ignores an output that is marked idle before it was combined.
      output.emitWatermark(new Watermark(ahead.getAsLong()));
    } else if (now - silentSinceMillis >= idlenessMillis) {
      idle = true;
      output.markIdle();
    } else if (watermarkMillis > Long.MIN_VALUE) {
      output.emitWatermark(new Watermark(watermarkMillis));
    }
  }
}
