package io.tracemill.analysis.stack;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.request.AnalyzedTrees;
import io.tracemill.analysis.span.SpanKind;
import io.tracemill.analysis.span.Vocabulary;
import io.tracemill.analysis.trace.TraceSpec;
import io.tracemill.analysis.trace.TraceTree;
import io.tracemill.analysis.trace.TraceTreeBuilder;
import org.junit.jupiter.api.Test;

class SelfSegmentsTest {
  private static String of(TraceSpec spec) {
    return text(AnalyzedTrees.of(spec, 0).tree());
  }

  private static String text(TraceTree tree) {
    SelfSegments self = SelfSegments.of(tree, 0);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < self.count(); i++) {
      text.append(self.startNanos(i) - TraceSpec.BASE)
          .append("..")
          .append(self.endNanos(i) - TraceSpec.BASE)
          .append(' ');
    }
    return text.toString().strip();
  }

  private static TraceSpec server() {
    return TraceSpec.trace().root("a", 0, 100).kind(SpanKind.SERVER);
  }

  @Test
  void aSpanWithoutChildrenRunsItself() {
    assertThat(of(server())).isEqualTo("0..100");
  }

  @Test
  void clientSpansAreCutOut() {
    assertThat(of(server().child("a", "a", 10, 30).kind(SpanKind.CLIENT)))
        .isEqualTo("0..10 30..100");
  }

  @Test
  void spansOnOtherServicesAreCutOut() {
    assertThat(of(server().child("a", "b", 10, 30).kind(SpanKind.SERVER)))
        .isEqualTo("0..10 30..100");
  }

  @Test
  void clientSpansAreFoundThroughInternalOnes() {
    assertThat(
            of(
                server()
                    .child("a", "a", 10, 60)
                    .as("inner")
                    .kind(SpanKind.INTERNAL)
                    .child("inner", "a", 20, 30)
                    .kind(SpanKind.CLIENT)))
        .isEqualTo("0..20 30..100");
  }

  @Test
  void callsAfterTheEndOfTheSpanCutNothing() {
    TraceSpec spec =
        server()
            .child("a", "a", 120, 150)
            .kind(SpanKind.CLIENT)
            .child("a", "a", 130, 160)
            .kind(SpanKind.CLIENT);

    assertThat(text(new TraceTreeBuilder(true, new Vocabulary(100)).build(spec.assembled())))
        .isEqualTo("0..100");
  }

  @Test
  void producersCutNothing() {
    assertThat(of(server().child("a", "a", 10, 30).kind(SpanKind.PRODUCER))).isEqualTo("0..100");
  }

  @Test
  void overlappingCallsAreCutOutOnce() {
    assertThat(
            of(
                server()
                    .child("a", "a", 10, 40)
                    .as("call")
                    .kind(SpanKind.CLIENT)
                    .child("a", "a", 30, 100)
                    .kind(SpanKind.CLIENT)))
        .isEqualTo("0..10");
  }
}
