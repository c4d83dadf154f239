package io.tracemill.pipeline.stacks;

import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.streaming.api.datastream.DataStream;

/** A stream that no reader waits for, so that late samples hold back no other result. */
public final class Aside {
  private Aside() {}

  /** The same records, without watermarks and always idle. */
  public static <T> DataStream<T> of(DataStream<T> records) {
    WatermarkStrategy<T> idle = WatermarkStrategy.forGenerator(context -> new Idle<>());
    return records.assignTimestampsAndWatermarks(
        idle.withTimestampAssigner((record, millis) -> millis));
  }

  private static final class Idle<T> implements WatermarkGenerator<T> {
    @Override
    public void onEvent(T record, long millis, WatermarkOutput output) {}

    @Override
    public void onPeriodicEmit(WatermarkOutput output) {
      output.markIdle();
    }
  }
}
