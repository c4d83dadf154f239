package io.tracemill.pipeline.source.files;

import io.tracemill.pipeline.source.EncodedRecord;
import java.time.Duration;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;

/**
 * The highest event time so far minus a bound minus 1 ms, emitted at every record that raises it.
 *
 * <p>It uses no clock: after a given record the watermark is the same in every run.
 */
public final class UnitWatermarks implements WatermarkGenerator<EncodedRecord> {
  private final long boundMillis;
  private long watermarkMillis = Long.MIN_VALUE;

  private UnitWatermarks(long boundMillis) {
    this.boundMillis = boundMillis;
  }

  /**
   * Watermarks for bounded disorder.
   *
   * @param outOfOrderness how far records may be out of order
   */
  public static WatermarkStrategy<EncodedRecord> behind(Duration outOfOrderness) {
    long boundMillis = outOfOrderness.toMillis();
    return WatermarkStrategy.<EncodedRecord>forGenerator(context -> new UnitWatermarks(boundMillis))
        .withTimestampAssigner((record, sourceMillis) -> record.eventMillis());
  }

  @Override
  public void onEvent(EncodedRecord record, long eventMillis, WatermarkOutput output) {
    long reached = eventMillis - boundMillis - 1;
    if (reached > watermarkMillis) {
      watermarkMillis = reached;
      output.emitWatermark(new Watermark(reached));
    }
  }

  /** Does nothing: watermarks depend on records, not on time. */
  @Override
  public void onPeriodicEmit(WatermarkOutput output) {}
}
