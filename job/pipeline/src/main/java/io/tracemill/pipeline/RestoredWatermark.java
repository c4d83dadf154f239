package io.tracemill.pipeline;

import java.util.List;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.OperatorStateStore;
import org.apache.flink.api.common.typeutils.base.LongSerializer;

/**
 * The combined watermark of all subtasks at a checkpoint. After a restore, records behind it are
 * still late; they must not reopen panes that were already written.
 *
 * <p>Each subtask writes its watermark; an idle subtask writes it separately, since it holds back
 * no other. The downstream tasks had seen the minimum of the subtasks that were not idle, or the
 * maximum if all were idle.
 *
 * <p>A subtask that has just started may have no watermark and not be idle yet. Then there is no
 * combined watermark. A source that reads nothing more still continues from the other subtasks'
 * watermarks, and this subtask passes them on with the idle ones.
 */
public final class RestoredWatermark {
  private final ListState<Long> watermarks;
  private final ListState<Long> idleWatermarks;
  private final long restoredMillis;

  /** The restored watermark of the subtasks that had one; {@link Long#MIN_VALUE} if none had. */
  private final long knownMillis;

  /** Reads it from the store, if there is something to restore. */
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

  /** The progress of event time: the watermark, or the restored watermark if that is later. */
  public long latest(long watermarkMillis) {
    return Math.max(watermarkMillis, restoredMillis);
  }

  /**
   * The time that a watermark stands for. A source that has read nothing since the restore does not
   * know the time. It counts from {@link Long#MIN_VALUE}, so its offset is added to the restored
   * known watermark. Without a restored one, the watermark is returned unchanged.
   */
  public long meantBy(long watermarkMillis) {
    return isRelative(watermarkMillis)
        ? knownMillis + (watermarkMillis - Long.MIN_VALUE)
        : watermarkMillis;
  }

  /**
   * Whether the watermark is too small to be a time, so it must count from {@link Long#MIN_VALUE}.
   */
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
