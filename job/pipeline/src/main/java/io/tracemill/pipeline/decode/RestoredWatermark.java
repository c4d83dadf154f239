package io.tracemill.pipeline.decode;

import java.util.List;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.OperatorStateStore;
import org.apache.flink.api.common.typeutils.base.LongSerializer;

/**
 * How far time had come for everybody when a checkpoint was taken: what is behind it comes late
 * after a restore too, and must not open panes again that have been written.
 *
 * <p>Each subtask writes the watermark it had forwarded, an idle one that it holds nobody back. The
 * least of them is what the tasks behind had seen.
 */
final class RestoredWatermark {
  private static final long HOLDS_NOBODY_BACK = Long.MAX_VALUE;

  private final ListState<Long> watermarks;
  private final long restoredMillis;

  RestoredWatermark(OperatorStateStore store) throws Exception {
    watermarks =
        store.getUnionListState(new ListStateDescriptor<>("watermarks", LongSerializer.INSTANCE));
    long least = HOLDS_NOBODY_BACK;
    for (long watermark : watermarks.get()) {
      least = Math.min(least, watermark);
    }
    restoredMillis = least == HOLDS_NOBODY_BACK ? Long.MIN_VALUE : least;
  }

  /** The watermark of the whole job at the restored checkpoint; the least long without one. */
  long millis() {
    return restoredMillis;
  }

  /** Puts this subtask's watermark into the next checkpoint. */
  void snapshot(long watermarkMillis, boolean idle) throws Exception {
    watermarks.update(List.of(idle ? HOLDS_NOBODY_BACK : watermarkMillis));
  }
}
