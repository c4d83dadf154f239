package io.tracemill.pipeline.assemble;

import io.tracemill.pipeline.RestoredWatermark;
import java.util.List;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.OperatorStateStore;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.streaming.api.watermark.Watermark;

/** How far time has come for the traces of a subtask, before a restore and after it. */
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

  /** A record of this time has come. */
  void see(long recordMillis) {
    latestRecordMillis = Math.max(latestRecordMillis, recordMillis);
  }

  /** The earliest moment that is still to come: results that are closed were before it. */
  long next(long watermarkMillis) {
    return restored.latest(watermarkMillis) + 1;
  }

  /** At the end of input the watermark says nothing of time; the latest record does. */
  long believedUntil(long watermarkMillis) {
    return watermarkMillis == Watermark.MAX_WATERMARK.getTimestamp()
        ? latestRecordMillis
        : watermarkMillis;
  }

  /** Puts it into the next checkpoint. */
  void snapshot(long watermarkMillis) throws Exception {
    restored.snapshot(watermarkMillis, false);
    latestRecords.update(List.of(latestRecordMillis));
  }
}
