package io.tracemill.analysis.trace;

import static io.tracemill.analysis.trace.TraceSpec.trace;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.quality.LateSpan;
import io.tracemill.analysis.span.Fragment;
import io.tracemill.analysis.span.SpanKind;
import io.tracemill.analysis.span.Vocabulary;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LateSpansTest {
  private final TraceTreeBuilder builder = new TraceTreeBuilder(true, new Vocabulary(1000));

  private List<LateSpan> late(TraceSpec spec, List<Fragment> fragments) {
    AssembledTrace trace = new AssembledTrace(spec.traceId(), 20_000, false, 0, true, fragments);
    builder.build(trace);
    List<LateSpan> late = new ArrayList<>();
    builder.forEachLate(trace, late::add);
    assertThat(builder.late().size()).isEqualTo(late.size());
    return late;
  }

  private List<String> lateServices(TraceSpec spec) {
    return late(spec, spec.fragments(0)).stream().map(LateSpan::service).toList();
  }

  @Test
  void stragglersOfAClosedTraceAreLate() {
    TraceSpec spec = trace().orphan("a", 0, 10).child("a", "b", 2, 4);

    assertThat(lateServices(spec)).containsExactly("a", "b");
    assertThat(builder.tree().size()).isZero();
    assertThat(builder.tree().complete()).isFalse();
  }

  @Test
  void aRootThatComesAfterItsTraceClosedIsLate() {
    assertThat(lateServices(trace().root("r", 0, 10).child("r", "a", 2, 4)))
        .containsExactly("r", "a");
  }

  @Test
  void anAsynchronousTopOpensARequestOfItsOwn() {
    TraceSpec spec = trace().orphan("consumer", 0, 10).kind(SpanKind.CONSUMER);
    spec.child("consumer", "db", 2, 4);

    assertThat(lateServices(spec)).isEmpty();
    assertThat(TreeText.of(builder.tree())).isEqualTo("consumer(db)");
    assertThat(builder.tree().complete()).isTrue();
  }

  @Test
  void aSpanThatFollowsFromAnotherOpensARequestOfItsOwn() {
    assertThat(lateServices(trace().orphan("follows", 0, 10).async())).isEmpty();
    assertThat(TreeText.of(builder.tree())).isEqualTo("follows");
  }

  @Test
  void whatIsNotBelowAnAsynchronousTopIsLateAllTheSame() {
    TraceSpec spec = trace().orphan("straggler", 0, 10).child("straggler", "below", 2, 4);
    spec.orphan("consumer", 5, 10).kind(SpanKind.CONSUMER).child("consumer", "db", 6, 7);

    assertThat(lateServices(spec)).containsExactlyInAnyOrder("straggler", "below");
    assertThat(TreeText.of(builder.tree())).isEqualTo("consumer(db)");
    assertThat(builder.tree().complete()).isFalse();
  }

  @Test
  void asynchronousTopsStandBesideEachOther() {
    TraceSpec spec = trace().orphan("late", 5, 10).kind(SpanKind.CONSUMER).child("late", "a", 6, 7);
    spec.orphan("early", 0, 10).kind(SpanKind.CONSUMER).child("early", "b", 2, 3);

    assertThat(lateServices(spec)).isEmpty();
    TraceTree tree = builder.tree();
    assertThat(TreeText.of(tree)).isEqualTo("early(b) late(a)");
    assertThat(tree.parent(2)).isEqualTo(TraceTree.NO_PARENT);
    assertThat(tree.subtreeEnd(0)).isEqualTo(2);
    assertThat(tree.complete()).isTrue();
  }

  @Test
  void anAsynchronousSpanBelowAStragglerIsLate() {
    TraceSpec spec = trace().orphan("straggler", 0, 10);
    spec.child("straggler", "consumer", 2, 4).kind(SpanKind.CONSUMER);

    assertThat(lateServices(spec)).containsExactly("straggler", "consumer");
  }

  @Test
  void aLateSpanSaysWhenItsRecordCame() {
    TraceSpec spec = trace().orphan("a", 3, 10).operation("op").orphan("b", 5, 6);
    List<Fragment> fragments = new ArrayList<>();
    fragments.addAll(spec.fragmentsOf(List.of(spec.spans().get(0)), 31_000));
    fragments.addAll(spec.fragmentsOf(List.of(), 31_500));
    fragments.addAll(spec.fragmentsOf(List.of(spec.spans().get(1)), 32_000));

    List<LateSpan> late = late(spec, fragments);
    assertThat(late)
        .containsExactly(
            new LateSpan(
                spec.traceId(),
                1,
                spec.spans().get(0).parentId,
                "a",
                "op",
                TraceSpec.BASE + 3,
                7,
                31_000,
                20_000),
            new LateSpan(
                spec.traceId(),
                2,
                spec.spans().get(1).parentId,
                "b",
                "op",
                TraceSpec.BASE + 5,
                1,
                32_000,
                20_000));
  }

  @Test
  void fragmentsThatHoldNoSpanAreNobodysRecord() {
    TraceSpec spec = trace().orphan("rejected", 10, 3).orphan("a", 3, 10);

    List<Fragment> fragments = new ArrayList<>();
    fragments.addAll(spec.fragmentsOf(List.of(spec.spans().get(0)), 31_000));
    fragments.addAll(spec.fragmentsOf(List.of(spec.spans().get(1)), 32_000));
    fragments.addAll(spec.fragmentsOf(List.of(spec.spans().get(0)), 33_000));
    assertThat(late(spec, fragments))
        .extracting(LateSpan::recordTimeMillis)
        .containsExactly(32_000L);
  }

  @Test
  void aHundredThousandLateSpansInAsManyRecordsAreHandedOut() {
    TraceSpec spec = trace();
    for (int i = 0; i < 100_000; i++) {
      spec.orphan("a", i, i + 1);
    }

    assertThat(late(spec, spec.fragments(31_000))).hasSize(100_000);
  }
}
