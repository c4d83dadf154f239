package io.tracemill.analysis.view;

import static io.tracemill.analysis.trace.TraceSpec.trace;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.SpanKind;
import io.tracemill.analysis.trace.RandomTraces;
import io.tracemill.analysis.trace.TraceSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class TopDownTest {
  private static final Frame A = Frame.of("a", "op");

  @Test
  void theOutermostSpansOfAnyKindCount() {
    TraceSpec spec = trace().root("r", 0, 100).kind(SpanKind.SERVER);
    spec.child("r", "a", 10, 40).kind(SpanKind.INTERNAL).child("a", "a", 20, 30).error(true);
    spec.child("r", "a", 50, 60).kind(SpanKind.SERVER).error(true).child("a", "db", 51, 52);

    TopDown found =
        TopDown.of(List.of(Kept.of(spec), Kept.of(trace(2).root("r", 0, 9))), Kept.RULES, A);

    assertThat(found.basis().requests()).isEqualTo(1);
    assertThat(found.subtrees().value()).isEqualTo(2);
    assertThat(found.failed().value()).isEqualTo(1);
    assertThat(found.latencyNanos().max()).isEqualTo(30);
    assertThat(found.latencyNanos().mean().value()).isEqualTo(20);
    assertThat(found.classes().all().tree())
        .extracting(node -> node.step() + " " + node.exclusiveNanos())
        .containsExactly("a op 29", "a op 10", "db op 1");
  }

  @Test
  void theFirstSpanIsNeitherShiftedNorClipped() {
    TraceSpec spec = trace().root("r", 0, 100).kind(SpanKind.SERVER).host("h1");
    spec.child("r", "a", 90, 160).kind(SpanKind.SERVER).host("h2");

    assertThat(TopDown.of(List.of(Kept.of(spec)), Kept.RULES, A).latencyNanos().max())
        .isEqualTo(70);
  }

  @Property
  void subtreesTileTheirDurationsAndCountOnceInTheirInnermostRequest(
      @ForAll Random random, @ForAll @IntRange(min = 1, max = 40) int spans) {
    List<KeptRequest> requests = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      requests.addAll(Kept.all(RandomTraces.dirty(random, spans)));
    }
    for (Frame operation : requests.stream().map(KeptRequest::endpoint).distinct().toList()) {
      TopDown found = TopDown.of(requests, Kept.RULES, operation);

      List<ClassNode> tree = found.classes().all().tree();
      assertThat(tree.stream().mapToLong(ClassNode::exclusiveNanos).sum())
          .isEqualTo(
              Math.round(found.latencyNanos().mean().value() * found.latencyNanos().count()));
      assertThat(found.subtrees().value()).isGreaterThanOrEqualTo(found.basis().requests());
      assertThat(found.failed().value()).isLessThanOrEqualTo(found.basis().requests());
    }
  }
}
