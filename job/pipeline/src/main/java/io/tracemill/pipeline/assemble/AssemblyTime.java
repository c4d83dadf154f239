package io.tracemill.pipeline.assemble;

import io.tracemill.pipeline.RestoredWatermark;
import java.util.List;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.OperatorStateStore;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.streaming.api.watermark.Watermark;

/** The progress of event time for a subtask's traces, before and after a restore. */
final class AssemblyTime {
  private final RestoredWatermark restored;
  private final ListState<Long> latestRecords;
  private long latestRecordMillis;

  AssemblyTime(OperatorStateStore store) throws Exception {
    restored = new RestoredWatermark(store);
    latestRecords =
        store.getUnionListState(
            new ListStateDescriptor<>("latest-records", LongSerializer.INSTANCE));
    for (long latest : latestRecords.get()) {
      latestRecordMillis = Math.max(latestRecordMillis, latest);
    }
  }

  /** Reports a record with this time. */
  void see(long recordMillis) {
    latestRecordMillis = Math.max(latestRecordMillis, recordMillis);
  }

  /** The earliest time that is still to come; all closed results are before it. */
  long next(long watermarkMillis) {
    return restored.latest(watermarkMillis) + 1;
  }

  /** At the end of input the watermark is not a time, so the latest record's time counts. */
  long believedUntil(long watermarkMillis) {
    return watermarkMillis == Watermark.MAX_WATERMARK.getTimestamp()
        ? latestRecordMillis
        : watermarkMillis;
  }

  /** Writes it into the next checkpoint. */
  void snapshot(long watermarkMillis) throws Exception {
    restored.snapshot(watermarkMillis, false);
    latestRecords.update(List.of(latestRecordMillis));
  }
}
