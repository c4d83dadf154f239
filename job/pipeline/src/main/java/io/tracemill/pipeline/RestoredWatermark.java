package io.tracemill.pipeline;

import java.util.List;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.OperatorStateStore;
import org.apache.flink.api.common.typeutils.base.LongSerializer;

/**
 * How far time had come for everybody when a checkpoint was taken: what is behind it comes late
 * after a restore too, and must not open panes again that have been written.
 *
 * <p>Each subtask writes its watermark, an idle one apart, since it holds nobody back. The least of
 * those that are not idle is what the tasks behind had seen; where all were idle, the greatest.
 */
public final class RestoredWatermark {
  private final ListState<Long> watermarks;
  private final ListState<Long> idleWatermarks;
  private final long restoredMillis;

  /** What the store holds of it, if there is something to restore. */
  public RestoredWatermark(OperatorStateStore store) throws Exception {
    watermarks = union(store, "watermarks");
    idleWatermarks = union(store, "idle-watermarks");
    long least = Long.MAX_VALUE;
    for (long watermark : watermarks.get()) {
      least = Math.min(least, watermark);
    }
    long greatestIdle = Long.MIN_VALUE;
    for (long watermark : idleWatermarks.get()) {
      greatestIdle = Math.max(greatestIdle, watermark);
    }
    restoredMillis = least == Long.MAX_VALUE ? greatestIdle : least;
  }

  private static ListState<Long> union(OperatorStateStore store, String name) throws Exception {
    return store.getUnionListState(new ListStateDescriptor<>(name, LongSerializer.INSTANCE));
  }

  /** How far time has come: by the watermark, or by the restored checkpoint if that is further. */
  public long latest(long watermarkMillis) {
    return Math.max(watermarkMillis, restoredMillis);
  }

  /** Puts this subtask's watermark into the next checkpoint. */
  public void snapshot(long watermarkMillis, boolean idle) throws Exception {
    List<Long> own = List.of(latest(watermarkMillis));
    watermarks.update(idle ? List.of() : own);
    idleWatermarks.update(idle ? own : List.of());
  }
}
