package io.tracemill.pipeline.diagnose;

import static io.tracemill.analysis.trace.TraceSpec.trace;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.request.RequestTypes;
import io.tracemill.pipeline.AnalysedRequests;
import io.tracemill.pipeline.aggregate.PaneGrid;
import io.tracemill.pipeline.serialization.CodecSerializer;
import java.util.List;
import org.apache.flink.streaming.api.operators.SimpleOperatorFactory;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.junit.jupiter.api.Test;

/** Windows of a minute. */
class LayerOperatorTest {
  private static OneInputStreamOperatorTestHarness<RequestAnalysis, LayerDelta> started()
      throws Exception {
    OneInputStreamOperatorTestHarness<RequestAnalysis, LayerDelta> harness =
        new OneInputStreamOperatorTestHarness<>(
            SimpleOperatorFactory.of(
                new LayerOperator(RequestTypes.endpoints(), PaneGrid.every(Layers.MINUTE))),
            128,
            1,
            0);
    harness.setup(new CodecSerializer<>(new LayerDeltaCodec()));
    harness.open();
    return harness;
  }

  private static List<String> sums(
      OneInputStreamOperatorTestHarness<RequestAnalysis, LayerDelta> harness) {
    return harness.extractOutputValues().stream()
        .map(
            delta ->
                "%d %s %d"
                    .formatted(
                        delta.windowMillis() / Layers.MINUTE,
                        delta.type().service(),
                        delta.sums().requestsByStratum().values().stream()
                            .mapToLong(count -> count)
                            .sum()))
        .sorted()
        .toList();
  }

  @Test
  void requestsAreAddedUpByTypeUntilTheirWindowIsOver() throws Exception {
    try (var harness = started()) {
      harness.processElement(Layers.request(1, "cart", 10), 0);
      harness.processElement(Layers.request(2, "cart", 70), Layers.MINUTE - 1);
      harness.processElement(Layers.request(3, "mail", 10), 0);
      harness.processElement(Layers.request(4, "cart", 10), Layers.MINUTE);
      harness.processWatermark(new Watermark(Layers.MINUTE - 1));
      assertThat(sums(harness)).isEmpty();
      harness.processWatermark(new Watermark(Layers.MINUTE));
      assertThat(sums(harness)).containsExactly("0 cart 2", "0 mail 1");
      harness.prepareSnapshotPreBarrier(1);
      assertThat(sums(harness)).containsExactly("0 cart 2", "0 mail 1", "1 cart 1");
    }
  }

  @Test
  void requestsOfIncompleteTracesDoNotCount() throws Exception {
    RequestAnalysis incomplete =
        AnalysedRequests.entry(trace(1).root("cart", 0, 100).orphan("lost", 1, 2));
    try (var harness = started()) {
      harness.processElement(incomplete, 0);
      harness.endInput();
      assertThat(sums(harness)).isEmpty();
    }
  }

  @Test
  void typesBeyondTheLimitCountTogether() throws Exception {
    try (var harness = started()) {
      for (int i = 0; i < LayerOperator.MAX_TYPES + 5; i++) {
        harness.processElement(Layers.request(i, "service-" + i, 10), 0);
      }
      harness.endInput();
      assertThat(sums(harness)).hasSize(LayerOperator.MAX_TYPES + 1).contains("0 (other) 5");
    }
  }
}
