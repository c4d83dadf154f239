package io.tracemill.pipeline.rank;

import io.tracemill.analysis.span.Frame;
import io.tracemill.pipeline.MetricScope;
import io.tracemill.pipeline.count.FrameCodec;
import io.tracemill.pipeline.serialization.Codec;
import io.tracemill.pipeline.serialization.CodecSerializer;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.metrics.Counter;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;

/** Collects the parts of a window, whose start is the key, and ranks them at its end. */
public abstract class WindowRanking<P extends WindowPart, O>
    extends KeyedProcessFunction<Long, P, O> {
  private static final long serialVersionUID = 1;

  private final String name;
  private final String lateName;
  private final Codec<P> codec;

  /**
   * Key: start of a window. Maps each endpoint to its part. The senders bound the number of
   * endpoints and the size of a part. Cleared at the end of the window.
   */
  private transient MapState<Frame, P> parts;

  private transient Counter late;

  /**
   * A ranking.
   *
   * @param name of its state
   * @param lateName the counter of late parts
   */
  protected WindowRanking(String name, String lateName, Codec<P> codec) {
    this.name = name;
    this.lateName = lateName;
    this.codec = codec;
  }

  /** Ranks the parts of the current key's window. */
  protected abstract void rank(
      List<P> window, long endMillis, OnTimerContext context, Collector<O> out);

  @Override
  public final void open(OpenContext context) {
    parts =
        getRuntimeContext()
            .getMapState(
                new MapStateDescriptor<>(
                    name, new CodecSerializer<>(new FrameCodec()), new CodecSerializer<>(codec)));
    late = MetricScope.of(getRuntimeContext().getMetricGroup()).counter(lateName);
  }

  /** A late part must not replace its window's ranking with a ranking of that part alone. */
  @Override
  public final void processElement(P part, Context context, Collector<O> out) throws Exception {
    if (part.endMillis() <= context.timerService().currentWatermark()) {
      late.inc();
      return;
    }
    parts.put(part.endpoint(), part);
    context.timerService().registerEventTimeTimer(part.endMillis());
  }

  /** The number of late parts since the task started. */
  final long partsLate() {
    return late.getCount();
  }

  @Override
  public final void onTimer(long millis, OnTimerContext context, Collector<O> out)
      throws Exception {
    rank(take(millis), millis, context, out);
  }

  /**
   * The parts that end at this time. After a restart with another window length, some may end
   * later.
   */
  private List<P> take(long endMillis) throws Exception {
    List<P> over = new ArrayList<>();
    for (P part : parts.values()) {
      if (part.endMillis() == endMillis) {
        over.add(part);
      }
    }
    for (P part : over) {
      parts.remove(part.endpoint());
    }
    return over;
  }
}
