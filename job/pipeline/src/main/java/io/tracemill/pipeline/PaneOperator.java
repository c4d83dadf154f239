package io.tracemill.pipeline;

import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.BoundedOneInput;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;

/**
 * An operator that gathers something per pane. It emits before it forwards a watermark at or past
 * the pane's end, before every checkpoint barrier, and at the end of input. So it needs no state.
 */
public abstract class PaneOperator<I, O> extends AbstractStreamOperator<O>
    implements OneInputStreamOperator<I, O>, BoundedOneInput {
  private static final long serialVersionUID = 1;

  private transient long watermarkMillis = Long.MIN_VALUE;
  private transient boolean idle;

  /** Emits the gathered panes that end at or before {@code millis}. */
  protected abstract void flush(long millis);

  /** Whether its input is idle, so that its watermark holds back no other task. */
  protected final boolean idle() {
    return idle;
  }

  /** The last forwarded watermark, milliseconds since the epoch. */
  protected final long watermarkMillis() {
    return watermarkMillis;
  }

  @Override
  public void open() throws Exception {
    super.open();
    watermarkMillis = Long.MIN_VALUE;
    idle = false;
  }

  @Override
  public void processWatermarkStatus(WatermarkStatus status) throws Exception {
    idle = status.isIdle();
    super.processWatermarkStatus(status);
  }

  @Override
  public void processWatermark(Watermark mark) throws Exception {
    flush(mark.getTimestamp());
    watermarkMillis = mark.getTimestamp();
    super.processWatermark(mark);
  }

  @Override
  public void prepareSnapshotPreBarrier(long checkpointId) {
    flush(Long.MAX_VALUE);
  }

  @Override
  public void endInput() {
    flush(Long.MAX_VALUE);
  }
}
