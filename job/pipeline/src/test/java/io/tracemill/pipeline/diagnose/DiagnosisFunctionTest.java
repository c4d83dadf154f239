package io.tracemill.pipeline.diagnose;

import static io.tracemill.pipeline.diagnose.Layers.DATABASE;
import static io.tracemill.pipeline.diagnose.Layers.MINUTE;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.diagnosis.DiagnosisRules;
import io.tracemill.analysis.diagnosis.EndpointLayers;
import io.tracemill.analysis.diagnosis.Finding;
import io.tracemill.analysis.span.Frame;
import io.tracemill.pipeline.aggregate.FrameCodec;
import io.tracemill.pipeline.serialization.CodecSerializer;
import io.tracemill.pipeline.serialization.InChainTypeInfo;
import java.util.List;
import java.util.Optional;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.operators.KeyedProcessOperator;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.junit.jupiter.api.Test;

/** Windows of a minute; times are minutes. */
class DiagnosisFunctionTest {
  private static final DiagnosisRules RULES = DiagnosisRules.standard();

  private static KeyedOneInputStreamOperatorTestHarness<Frame, LayerDelta, DiagnosisPart> layers()
      throws Exception {
    KeyedOneInputStreamOperatorTestHarness<Frame, LayerDelta, DiagnosisPart> harness =
        new KeyedOneInputStreamOperatorTestHarness<>(
            new KeyedProcessOperator<>(new LayerFunction(RULES, MINUTE)),
            LayerDelta::type,
            FrameCodec.TYPE);
    harness.setup(new CodecSerializer<>(new DiagnosisPartCodec()));
    return harness;
  }

  private static KeyedOneInputStreamOperatorTestHarness<Long, DiagnosisPart, WindowDiagnosis>
      ranking() throws Exception {
    KeyedOneInputStreamOperatorTestHarness<Long, DiagnosisPart, WindowDiagnosis> harness =
        new KeyedOneInputStreamOperatorTestHarness<>(
            new KeyedProcessOperator<>(new DiagnosisFunction(RULES)),
            DiagnosisPart::startMillis,
            Types.LONG);
    harness.setup(
        new InChainTypeInfo<>(WindowDiagnosis.class).createSerializer(new SerializerConfigImpl()));
    return harness;
  }

  private static DiagnosisPart part(long minute, String service, long database) {
    LayerDelta delta = Layers.delta(minute, service, database);
    return new DiagnosisPart(
        minute * MINUTE,
        (minute + 1) * MINUTE,
        EndpointLayers.of(delta.type(), delta.sums(), RULES));
  }

  private static long requests(DiagnosisPart part) {
    return part.layers().requests().values().stream().mapToLong(count -> count).sum();
  }

  @Test
  void theRequestsOfATypeAreAddedUpOverTheWindow() throws Exception {
    try (var harness = layers()) {
      harness.open();
      harness.processElement(Layers.delta(1, "cart", 70), 0);
      harness.processElement(Layers.delta(2, "cart", 70), 0);
      harness.snapshot(1, 1);
      harness.processElement(Layers.delta(1, "cart", 20), 0);
      harness.processElement(Layers.delta(1, "mail", 20), 0);
      harness.processWatermark(2 * MINUTE);
      assertThat(harness.extractOutputValues())
          .extracting(part -> part.layers().endpoint().service() + " " + requests(part))
          .containsExactlyInAnyOrder("cart 2", "mail 1");
      harness.processWatermark(3 * MINUTE);
      assertThat(harness.extractOutputValues()).hasSize(3);
      assertThat(harness.numKeyedStateEntries()).isZero();
      assertThat(harness.numEventTimeTimers()).isZero();
    }
  }

  @Test
  void sumsThatComeAfterACheckpointAreNotInIt() throws Exception {
    OperatorSubtaskState state;
    try (var harness = layers()) {
      harness.open();
      harness.processElement(Layers.delta(1, "cart", 70), 0);
      state = harness.snapshot(1, 1);
      harness.processElement(Layers.delta(1, "cart", 20), 0);
    }
    try (var harness = layers()) {
      harness.initializeState(state);
      harness.open();
      harness.processElement(Layers.delta(1, "cart", 20), 0);
      harness.processWatermark(Long.MAX_VALUE);
      assertThat(harness.extractOutputValues()).extracting(part -> requests(part)).containsOnly(2L);
    }
  }

  @Test
  void operationsAreRankedOverAllTypesAtTheEndOfTheWindow() throws Exception {
    try (var harness = ranking()) {
      harness.open();
      harness.processElement(part(1, "cart", 70), 0);
      harness.processElement(part(1, "mail", 60), 0);
      harness.processElement(part(2, "mail", 10), 0);
      harness.processWatermark(2 * MINUTE - 1);
      assertThat(harness.extractOutputValues()).isEmpty();
      harness.processWatermark(2 * MINUTE);

      WindowDiagnosis window = harness.extractOutputValues().get(0);
      assertThat(window.startMillis()).isEqualTo(MINUTE);
      assertThat(window.endMillis()).isEqualTo(2 * MINUTE);
      Finding first = window.findings().bySelfTime().get(0);
      assertThat(first.operation()).isEqualTo(DATABASE);
      assertThat(first.times().all().sumNanos()).isEqualTo(130);
      assertThat(first.below())
          .extracting(Finding::endpoint)
          .containsExactly(
              Optional.of(Layers.endpoint("cart")), Optional.of(Layers.endpoint("mail")));
    }
  }

  @Test
  void aPartThatComesLateReplacesNothing() throws Exception {
    try (var harness = ranking()) {
      harness.open();
      harness.processElement(part(1, "cart", 70), 0);
      harness.processWatermark(2 * MINUTE);
      harness.processElement(part(1, "mail", 60), 0);
      harness.processWatermark(Long.MAX_VALUE);
      assertThat(harness.extractOutputValues()).hasSize(1);
      assertThat(List.copyOf(harness.extractOutputValues()).get(0).findings().requests())
          .isEqualTo(1);
    }
  }
}
