package io.tracemill.pipeline.source.kafka;

import io.tracemill.pipeline.source.EncodedRecord;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.api.common.eventtime.TimestampAssigner;
import org.apache.flink.api.common.eventtime.TimestampAssignerSupplier;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkGeneratorSupplier;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Watermarks per partition, with idleness, and optionally with the idle flush of semantics 2.
 *
 * <p>All silence is measured by Flink's input activity clock, which stands still under
 * backpressure. Flink gives every subtask its own copy of this strategy. The generators of the
 * subtask's partitions share it to detect that all of them are silent.
 */
public final class PartitionWatermarks implements WatermarkStrategy<EncodedRecord> {
  private static final long serialVersionUID = 1;
  private static final Duration IDLENESS = Duration.ofSeconds(10);

  private final long boundMillis;
  private final long idlenessMillis;

  /** 0: off. */
  private final long flushMillis;

  private final EndOffsets endOffsets;

  /** Made by the first generator of the subtask. */
  private transient @Nullable IdleFlush flush;

  private PartitionWatermarks(
      long boundMillis, long idlenessMillis, long flushMillis, EndOffsets endOffsets) {
    this.boundMillis = boundMillis;
    this.idlenessMillis = idlenessMillis;
    this.flushMillis = flushMillis;
    this.endOffsets = endOffsets;
  }

  /**
   * Watermarks without idle flush; a partition is idle after 10 s.
   *
   * @param outOfOrderness how far records of one partition may be out of order
   */
  public static PartitionWatermarks withBound(Duration outOfOrderness) {
    if (outOfOrderness.isNegative()) {
      throw new IllegalArgumentException(
          "out-of-orderness: %s is negative".formatted(outOfOrderness));
    }
    return new PartitionWatermarks(
        outOfOrderness.toMillis(), IDLENESS.toMillis(), 0, PartitionWatermarks::nobodyKnows);
  }

  /**
   * The same without idleness: a partition holds the others back until it is read to its end and
   * Flink removes it. Only for bounded sources.
   */
  public PartitionWatermarks waitingForAll() {
    return new PartitionWatermarks(boundMillis, Long.MAX_VALUE, 0, endOffsets);
  }

  /**
   * The same with idle flush. A partition is then idle after {@code silence} too, and not sooner.
   * When a broker comes back, the partition whose records come last must still hold back the
   * others.
   *
   * @param silence {@code assembly.idle-flush}
   * @param endOffsets answers whether everything is read
   */
  public PartitionWatermarks flushingAfter(Duration silence, EndOffsets endOffsets) {
    return new PartitionWatermarks(
        boundMillis, idlenessMillis, positiveMillis("idle-flush", silence), endOffsets);
  }

  private static long positiveMillis(String name, Duration silence) {
    if (silence.toMillis() <= 0) {
      throw new IllegalArgumentException("%s: %s is not positive".formatted(name, silence));
    }
    return silence.toMillis();
  }

  private static CompletableFuture<Boolean> nobodyKnows(Map<TopicPartition, Long> next) {
    return CompletableFuture.completedFuture(false);
  }

  @Override
  public WatermarkGenerator<EncodedRecord> createWatermarkGenerator(
      WatermarkGeneratorSupplier.Context context) {
    return new PartitionWatermarkGenerator(
        context.getInputActivityClock(),
        boundMillis,
        flushMillis == 0 ? idlenessMillis : flushMillis,
        flushMillis == 0 ? Optional.empty() : Optional.of(sharedFlush(context)));
  }

  private IdleFlush sharedFlush(WatermarkGeneratorSupplier.Context context) {
    if (flush == null) {
      // The first generator belongs to the whole source, so this is the clock of the whole source.
      // The clocks of its splits start later and must not be compared with it.
      flush = new IdleFlush(context.getInputActivityClock(), flushMillis, endOffsets);
    }
    return flush;
  }

  @Override
  public TimestampAssigner<EncodedRecord> createTimestampAssigner(
      TimestampAssignerSupplier.Context context) {
    return (record, kafkaMillis) -> record.eventMillis();
  }
}
