package io.tracemill.pipeline;

import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.BoundedOneInput;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;

/**
 * An operator that gathers something per pane. It emits before it forwards a watermark at or past
 * the pane's end, before every checkpoint barrier, and at the end of input. So it needs no state.
 */
public abstract class PaneOperator<I, O> extends AbstractStreamOperator<O>
    implements OneInputStreamOperator<I, O>, BoundedOneInput {
  private static final long serialVersionUID = 1;

  private transient long watermarkMillis = Long.MIN_VALUE;

  /** Emits the gathered panes that end at or before {@code millis}. */
  protected abstract void flush(long millis);

  /** The last forwarded watermark, milliseconds since the epoch. */
  protected final long watermarkMillis() {
    return watermarkMillis;
  }

  @Override
  public void open() throws Exception {
    super.open();
    watermarkMillis = Long.MIN_VALUE;
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
