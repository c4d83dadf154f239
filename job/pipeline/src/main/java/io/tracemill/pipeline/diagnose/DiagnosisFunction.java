package io.tracemill.pipeline.diagnose;

import io.tracemill.analysis.diagnosis.Diagnosis;
import io.tracemill.analysis.diagnosis.DiagnosisRules;
import io.tracemill.analysis.diagnosis.EndpointLayers;
import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.request.RequestTypes;
import io.tracemill.analysis.span.Frame;
import io.tracemill.pipeline.MetricScope;
import io.tracemill.pipeline.aggregate.FrameCodec;
import io.tracemill.pipeline.aggregate.PaneGrid;
import io.tracemill.pipeline.serialization.CodecSerializer;
import io.tracemill.pipeline.serialization.InChainTypeInfo;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.metrics.Counter;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;

/** Ranks, at the end of a window, where its requests of all types spend their time. */
public final class DiagnosisFunction
    extends KeyedProcessFunction<Long, DiagnosisPart, WindowDiagnosis> {
  private static final long serialVersionUID = 1;

  private final DiagnosisRules rules;

  /**
   * Key: end of a window. Maps each request type to its part. Holds at most {@link
   * LayerOperator#MAX_TYPES} types for each task, and {@code (other)}. Cleared at the end of the
   * window.
   */
  private transient MapState<Frame, DiagnosisPart> parts;

  private transient Counter late;

  DiagnosisFunction(DiagnosisRules rules) {
    this.rules = rules;
  }

  /**
   * Creates the function.
   *
   * @param windowMillis length of a window; {@link Long#MAX_VALUE} for a single window over a
   *     bounded input
   */
  public static SingleOutputStreamOperator<WindowDiagnosis> diagnose(
      DataStream<RequestAnalysis> requests,
      RequestTypes types,
      DiagnosisRules rules,
      long windowMillis) {
    return requests
        .transform(
            "layers", LayerDeltaCodec.TYPE, new LayerOperator(types, PaneGrid.every(windowMillis)))
        .uid("layers")
        .keyBy(LayerDelta::type, FrameCodec.TYPE)
        .process(new LayerFunction(rules, windowMillis), DiagnosisPartCodec.TYPE)
        .name("merge layers")
        .uid("merge-layers")
        .keyBy(DiagnosisPart::endMillis, Types.LONG)
        .process(new DiagnosisFunction(rules), new InChainTypeInfo<>(WindowDiagnosis.class))
        .name("diagnose")
        .uid("diagnose");
  }

  @Override
  public void open(OpenContext context) {
    parts =
        getRuntimeContext()
            .getMapState(
                new MapStateDescriptor<>(
                    "parts",
                    new CodecSerializer<>(new FrameCodec()),
                    new CodecSerializer<>(new DiagnosisPartCodec())));
    late = MetricScope.of(getRuntimeContext().getMetricGroup()).counter("diagnosisPartsLate");
  }

  /** Adds a part. Ignores a late one: its findings must not replace those of the whole window. */
  @Override
  public void processElement(DiagnosisPart part, Context context, Collector<WindowDiagnosis> out)
      throws Exception {
    if (part.endMillis() <= context.timerService().currentWatermark()) {
      late.inc();
      return;
    }
    parts.put(part.layers().endpoint(), part);
    context.timerService().registerEventTimeTimer(part.endMillis());
  }

  @Override
  public void onTimer(long millis, OnTimerContext context, Collector<WindowDiagnosis> out)
      throws Exception {
    List<EndpointLayers> layers = new ArrayList<>();
    long start = millis;
    for (DiagnosisPart part : parts.values()) {
      layers.add(part.layers());
      start = Math.min(start, part.startMillis());
    }
    parts.clear();
    out.collect(new WindowDiagnosis(start, millis, Diagnosis.of(layers, rules)));
  }
}
