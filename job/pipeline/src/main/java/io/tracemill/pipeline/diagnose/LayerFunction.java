package io.tracemill.pipeline.diagnose;

import io.tracemill.analysis.diagnosis.DiagnosisRules;
import io.tracemill.analysis.diagnosis.EndpointLayers;
import io.tracemill.analysis.span.Frame;
import io.tracemill.pipeline.MetricScope;
import io.tracemill.pipeline.serialization.CodecSerializer;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.metrics.Counter;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;
import org.jspecify.annotations.Nullable;

/** Adds up the requests of a type, and emits its part of the ranking at the end of each window. */
public final class LayerFunction extends KeyedProcessFunction<Frame, LayerDelta, DiagnosisPart> {
  private static final long serialVersionUID = 1;

  private final DiagnosisRules rules;
  private final long windowMillis;

  /**
   * Key: request type. Maps the end of a window to the type's sums. Holds at most two windows while
   * records come in order. {@link io.tracemill.analysis.layer.LayerSums} bounds each. Cleared at
   * the end of the window.
   */
  private transient MapState<Long, LayerDelta> windows;

  private transient Counter late;

  public LayerFunction(DiagnosisRules rules, long windowMillis) {
    this.rules = rules;
    this.windowMillis = windowMillis;
  }

  @Override
  public void open(OpenContext context) {
    windows =
        getRuntimeContext()
            .getMapState(
                new MapStateDescriptor<>(
                    "layers",
                    LongSerializer.INSTANCE,
                    new CodecSerializer<>(new LayerDeltaCodec())));
    late = MetricScope.of(getRuntimeContext().getMetricGroup()).counter("layerSumsLate");
  }

  @Override
  public void processElement(LayerDelta delta, Context context, Collector<DiagnosisPart> out)
      throws Exception {
    long end = delta.windowMillis() + windowMillis;
    if (end <= context.timerService().currentWatermark()) {
      late.inc();
      return;
    }
    @Nullable LayerDelta sum = windows.get(end);
    if (sum == null) {
      sum = delta;
      context.timerService().registerEventTimeTimer(end);
    } else {
      sum.sums().merge(delta.sums());
    }
    windows.put(end, sum);
  }

  @Override
  public void onTimer(long millis, OnTimerContext context, Collector<DiagnosisPart> out)
      throws Exception {
    LayerDelta sum = windows.get(millis);
    windows.remove(millis);
    out.collect(
        new DiagnosisPart(
            sum.windowMillis(),
            millis,
            EndpointLayers.of(context.getCurrentKey(), sum.sums(), rules)));
  }
}
