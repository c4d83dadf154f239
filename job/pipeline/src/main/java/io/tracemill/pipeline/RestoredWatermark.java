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
 *
 * <p>That is no moment where a subtask had neither a watermark nor been silent for long enough to
 * be idle, as all are that have just started. What the others knew is then still where a source
 * that reads nothing more goes on from, and the subtask passes it on with the idle ones.
 */
public final class RestoredWatermark {
  private final ListState<Long> watermarks;
  private final ListState<Long> idleWatermarks;
  private final long restoredMillis;

  /** The restored watermark of those that had one; {@link Long#MIN_VALUE} if none had. */
  private final long knownMillis;

  /** What the store holds of it, if there is something to restore. */
  public RestoredWatermark(OperatorStateStore store) throws Exception {
    watermarks = union(store, "watermarks");
    idleWatermarks = union(store, "idle-watermarks");
    long least = Long.MAX_VALUE;
    long leastKnown = Long.MAX_VALUE;
    for (long watermark : watermarks.get()) {
      least = Math.min(least, watermark);
      leastKnown = watermark == Long.MIN_VALUE ? leastKnown : Math.min(leastKnown, watermark);
    }
    long greatestIdle = Long.MIN_VALUE;
    for (long watermark : idleWatermarks.get()) {
      greatestIdle = Math.max(greatestIdle, watermark);
    }
    restoredMillis = least == Long.MAX_VALUE ? greatestIdle : least;
    knownMillis = leastKnown == Long.MAX_VALUE ? greatestIdle : leastKnown;
  }

  private static ListState<Long> union(OperatorStateStore store, String name) throws Exception {
    return store.getUnionListState(new ListStateDescriptor<>(name, LongSerializer.INSTANCE));
  }

  /** How far time has come: by the watermark, or by the restored checkpoint if that is further. */
  public long latest(long watermarkMillis) {
    return Math.max(watermarkMillis, restoredMillis);
  }

  /**
   * The moment that a watermark means. A source that has read nothing since the restore cannot know
   * the time; it counts from the least there is, {@link Long#MIN_VALUE}, and means the same after
   * the restored one that was known. Without that, it stays as long ago as it is.
   */
  public long meantBy(long watermarkMillis) {
    return isRelative(watermarkMillis)
        ? knownMillis + (watermarkMillis - Long.MIN_VALUE)
        : watermarkMillis;
  }

  /** Whether no moment is this long ago, so that it can only count from the least there is. */
  public static boolean isRelative(long watermarkMillis) {
    return watermarkMillis < Long.MIN_VALUE / 2;
  }

  /** Puts this subtask's watermark into the next checkpoint. */
  public void snapshot(long watermarkMillis, boolean idle) throws Exception {
    long own = latest(watermarkMillis);
    watermarks.update(idle ? List.of() : List.of(own));
    idleWatermarks.update(
        idle || own == Long.MIN_VALUE ? List.of(Math.max(own, knownMillis)) : List.of());
  }
}
