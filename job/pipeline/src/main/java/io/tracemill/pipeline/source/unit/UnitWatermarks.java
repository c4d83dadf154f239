package io.tracemill.pipeline.source.unit;

import io.tracemill.pipeline.source.EncodedRecord;
import java.time.Duration;
import org.apache.flink.api.common.eventtime.TimestampAssigner;
import org.apache.flink.api.common.eventtime.TimestampAssignerSupplier;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkGeneratorSupplier;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;

/**
 * The highest event time so far, less a bound, less one, with every record that raises it.
 *
 * <p>No clock has a part in it: after a given record the watermark is the same in every run.
 */
public final class UnitWatermarks implements WatermarkStrategy<EncodedRecord> {
  private static final long serialVersionUID = 1;

  private final long boundMillis;

  /**
   * Watermarks behind the records.
   *
   * @param outOfOrderness how far records may be out of order
   */
  public UnitWatermarks(Duration outOfOrderness) {
    if (outOfOrderness.isNegative()) {
      throw new IllegalArgumentException(
          "out-of-orderness: %s is negative".formatted(outOfOrderness));
    }
    this.boundMillis = outOfOrderness.toMillis();
  }

  @Override
  public WatermarkGenerator<EncodedRecord> createWatermarkGenerator(
      WatermarkGeneratorSupplier.Context context) {
    return new Generator(boundMillis);
  }

  @Override
  public TimestampAssigner<EncodedRecord> createTimestampAssigner(
      TimestampAssignerSupplier.Context context) {
    return (record, sourceMillis) -> record.eventMillis();
  }

  private static final class Generator implements WatermarkGenerator<EncodedRecord> {
    private final long boundMillis;
    private long watermarkMillis = Long.MIN_VALUE;

    Generator(long boundMillis) {
      this.boundMillis = boundMillis;
    }

    @Override
    public void onEvent(EncodedRecord record, long eventMillis, WatermarkOutput output) {
      long reached = eventMillis - boundMillis - 1;
      if (reached > watermarkMillis) {
        watermarkMillis = reached;
        output.emitWatermark(new Watermark(reached));
      }
    }

    @Override
    public void onPeriodicEmit(WatermarkOutput output) {
      // With the records, not with time.
    }
  }
}
