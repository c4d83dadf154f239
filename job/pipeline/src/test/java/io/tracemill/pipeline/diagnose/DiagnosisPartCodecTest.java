package io.tracemill.pipeline.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.diagnosis.Diagnosis;
import io.tracemill.analysis.diagnosis.DiagnosisRules;
import io.tracemill.analysis.diagnosis.EndpointLayers;
import io.tracemill.pipeline.CodecContract;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class DiagnosisPartCodecTest extends CodecContract<DiagnosisPart> {
  private static final DiagnosisRules RULES = DiagnosisRules.standard();

  DiagnosisPartCodecTest() {
    super(new DiagnosisPartCodec(), List.of(part()));
  }

  private static DiagnosisPart part() {
    LayerDelta delta = Layers.delta(3, "cart", 70);
    return new DiagnosisPart(
        delta.windowMillis(),
        delta.windowMillis() + Layers.MINUTE,
        EndpointLayers.of(delta.type(), delta.sums(), RULES));
  }

  @Test
  void findingsAreTheSameAfterTheWay() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    new DiagnosisPartCodec().write(part(), new DataOutputStream(bytes));
    DiagnosisPart read =
        new DiagnosisPartCodec()
            .read(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
    assertThat(Diagnosis.of(List.of(read.layers()), RULES))
        .isEqualTo(Diagnosis.of(List.of(part().layers()), RULES));
  }
}
