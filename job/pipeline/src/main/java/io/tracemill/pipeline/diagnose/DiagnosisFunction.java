package io.tracemill.pipeline.diagnose;

import io.tracemill.analysis.diagnosis.Diagnosis;
import io.tracemill.analysis.diagnosis.DiagnosisRules;
import io.tracemill.analysis.diagnosis.EndpointLayers;
import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.request.RequestTypes;
import io.tracemill.pipeline.aggregate.FrameCodec;
import io.tracemill.pipeline.aggregate.PaneGrid;
import io.tracemill.pipeline.rank.WindowRanking;
import io.tracemill.pipeline.serialization.InChainTypeInfo;
import java.util.List;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.util.Collector;

/** Ranks, at the end of a window, where its requests of all types spend their time. */
public final class DiagnosisFunction extends WindowRanking<DiagnosisPart, WindowDiagnosis> {
  private static final long serialVersionUID = 1;

  private final DiagnosisRules rules;

  DiagnosisFunction(DiagnosisRules rules) {
    super("parts", "diagnosisPartsLate", new DiagnosisPartCodec());
    this.rules = rules;
  }

  /**
   * The findings of all windows.
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
        .keyBy(DiagnosisPart::startMillis, Types.LONG)
        .process(new DiagnosisFunction(rules), new InChainTypeInfo<>(WindowDiagnosis.class))
        .name("diagnose")
        .uid("diagnose");
  }

  @Override
  protected void rank(
      List<DiagnosisPart> window,
      long endMillis,
      OnTimerContext context,
      Collector<WindowDiagnosis> out) {
    List<EndpointLayers> layers = window.stream().map(DiagnosisPart::layers).toList();
    out.collect(
        new WindowDiagnosis(context.getCurrentKey(), endMillis, Diagnosis.of(layers, rules)));
  }
}
