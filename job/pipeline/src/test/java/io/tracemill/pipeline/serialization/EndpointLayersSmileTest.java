package io.tracemill.pipeline.serialization;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.diagnosis.Diagnosis;
import io.tracemill.analysis.diagnosis.DiagnosisRules;
import io.tracemill.analysis.diagnosis.EndpointLayers;
import io.tracemill.analysis.diagnosis.FindingSamples;
import io.tracemill.analysis.layer.LayerFiller;
import io.tracemill.analysis.layer.LayerSums;
import io.tracemill.analysis.request.AnalyzedTrees;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.trace.RandomTraces;
import io.tracemill.pipeline.CodecContract;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class EndpointLayersSmileTest extends CodecContract<EndpointLayers> {
  private static final DiagnosisRules RULES = DiagnosisRules.standard();
  private static final EndpointLayers LAYERS = layers();

  private static final class LayersCodec extends SmileCodec<EndpointLayers> {
    private static final long serialVersionUID = 1;

    LayersCodec() {
      super(EndpointLayers.class);
    }
  }

  EndpointLayersSmileTest() {
    super(new LayersCodec(), List.of(LAYERS));
  }

  private static EndpointLayers layers() {
    LayerSums sums = new LayerSums();
    LayerFiller filler = new LayerFiller(0);
    Random random = new Random(1);
    for (int trace = 0; trace < 200; trace++) {
      filler.add(AnalyzedTrees.of(RandomTraces.linked(random, 5, 1_000_000), 0).tree(), sums);
    }
    return EndpointLayers.of(Frame.of("shop", "€"), sums, RULES);
  }

  @Test
  void theDiagnosisOfWhatIsReadIsTheSame() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    new LayersCodec().write(LAYERS, new DataOutputStream(bytes));
    EndpointLayers read =
        new LayersCodec().read(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
    Diagnosis diagnosis = Diagnosis.of(List.of(read), RULES);
    assertThat(FindingSamples.firstSubSpan(diagnosis.bySelfTime().get(0))).isPresent();
    assertThat(diagnosis).isEqualTo(Diagnosis.of(List.of(LAYERS), RULES));
  }
}
