package io.tracemill.pipeline.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.layer.LayerSums;
import io.tracemill.pipeline.CodecContract;
import java.util.List;
import org.junit.jupiter.api.Test;

class LayerDeltaCodecTest extends CodecContract<LayerDelta> {
  LayerDeltaCodecTest() {
    super(
        new LayerDeltaCodec(),
        List.of(
            new LayerDelta(Layers.endpoint("cart"), -1, new LayerSums()),
            Layers.delta(3, "cart", 70)));
  }

  @Test
  void aCopyDoesNotGrowWithItsOrigin() {
    LayerDelta origin = Layers.delta(3, "cart", 70);
    LayerDelta copy = new LayerDeltaCodec().copy(origin);
    origin.sums().merge(Layers.delta(4, "cart", 5).sums());
    assertThat(copy.sums().requestsByStratum().values()).containsExactly(1L);
    assertThat(origin.sums().requestsByStratum().values()).containsExactly(2L);
  }
}
