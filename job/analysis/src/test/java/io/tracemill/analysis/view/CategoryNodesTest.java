package io.tracemill.analysis.view;

import static io.tracemill.analysis.trace.TraceSpec.trace;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.ranktest.ColumnTest;
import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.sample.RequestReplay;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.SpanKind;
import io.tracemill.analysis.trace.RandomTraces;
import io.tracemill.analysis.trace.TraceSpec;
import io.tracemill.analysis.trace.TraceTree;
import io.tracemill.analysis.view.ChangedSteps.Step;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** The times of nodes: of a category, of the critical path, and of two sets. */
class CategoryNodesTest {
  private static final int ALL = Integer.MAX_VALUE;

  private static CategoryProfile nodes(TraceSpec spec, int maxNodes) {
    KeptRequest request = Kept.of(spec);
    return CategoryProfile.of(
        List.of(request), Kept.RULES, request.endpoint(), request.category(), maxNodes);
  }

  @Property
  void timesAddUpOverTheNodesOfEachFrame(
      @ForAll Random random, @ForAll @IntRange(min = 1, max = 25) int spans) {
    TraceSpec spec = RandomTraces.linked(random, spans, 10);
    KeptRequest request = Kept.of(spec);
    CategoryProfile found = nodes(spec, ALL);
    Map<Frame, Sums> sums = new HashMap<>();
    for (CategoryProfile.Node node : found.nodes()) {
      sums.merge(
          Frame.of(node.service(), node.operation()),
          new Sums(
              (long) node.callsPerRequest(),
              node.maxNanos(),
              (long) node.ownNanos(),
              (long) node.criticalNanos()),
          Sums::plus);
    }

    assertThat(sums).isEqualTo(slow(request));
    assertThat(found.nodes().stream().mapToDouble(CategoryProfile.Node::criticalNanos).sum())
        .isEqualTo((double) request.durationNanos());
  }

  @Property
  void aCutTreeHasTheTimesOfItsNodes(
      @ForAll Random random, @ForAll @IntRange(min = 1, max = 30) int maxNodes) {
    TraceSpec spec = RandomTraces.linked(random, 25, 10);
    List<CategoryProfile.Node> whole = nodes(spec, ALL).nodes();

    assertThat(nodes(spec, maxNodes).nodes())
        .isEqualTo(whole.subList(0, Math.min(maxNodes, whole.size())));
  }

  @Test
  void theCallsOfARunAreOneNode() {
    TraceSpec spec = trace().root("shop", 0, 100);
    for (int i = 0; i < 3; i++) {
      spec.child("shop", "cart", 10 + 20 * i, 25 + 20 * i)
          .child("cart", "db", 12 + 20 * i, 20 + 20 * i);
    }
    spec.child("shop", "mail", 90, 150).kind(SpanKind.CONSUMER).async();

    assertThat(nodes(spec, ALL).nodes())
        .extracting(
            node ->
                List.of(
                    node.callsPerRequest(),
                    node.meanNanos(),
                    node.ownNanos(),
                    node.criticalNanos()))
        .containsExactly(
            List.of(1.0, 100.0, 55.0, 55.0),
            List.of(3.0, 45.0, 21.0, 21.0),
            List.of(3.0, 24.0, 24.0, 24.0),
            List.of(1.0, 60.0, 60.0, 0.0));
  }

  private record Sums(long calls, long inclusive, long own, long critical) {
    Sums plus(Sums other) {
      return new Sums(
          calls + other.calls,
          inclusive + other.inclusive,
          own + other.own,
          critical + other.critical);
    }
  }

  /** A category has an asynchronous call as a leaf. */
  private static boolean isBelowAsync(TraceTree tree, int span) {
    for (int above = tree.parent(span); above > 0; above = tree.parent(above)) {
      if (tree.async(above)) {
        return true;
      }
    }
    return false;
  }

  /** Marks each nanosecond in which a span waits. */
  private static Map<Frame, Sums> slow(KeptRequest request) {
    RequestReplay replay = new RequestReplay(Kept.RULES);
    TraceTree tree = replay.load(request);
    List<BitSet> waiting = new ArrayList<>();
    for (int span = 0; span < tree.size(); span++) {
      waiting.add(new BitSet());
      if (span > 0 && tree.blocking(span)) {
        int parent = tree.parent(span);
        long from = Math.max(tree.startNanos(span), tree.startNanos(parent));
        long to = Math.min(tree.endNanos(span), tree.endNanos(parent));
        if (from < to) {
          waiting
              .get(parent)
              .set((int) (from - tree.startNanos(parent)), (int) (to - tree.startNanos(parent)));
        }
      }
    }
    Map<Frame, Sums> sums = new HashMap<>();
    for (int span = 0; span < tree.size(); span++) {
      if (isBelowAsync(tree, span)) {
        continue;
      }
      long nanos = tree.endNanos(span) - tree.startNanos(span);
      sums.merge(
          tree.frame(span),
          new Sums(1, nanos, nanos - waiting.get(span).cardinality(), 0),
          Sums::plus);
    }
    replay.path(0);
    for (int place = 0; place < replay.path().spanCount(); place++) {
      for (int i = replay.path().firstSection(place); i < replay.path().endSection(place); i++) {
        sums.merge(
            tree.frame(replay.path().span(place)),
            new Sums(0, 0, 0, replay.path().sectionTo(i) - replay.path().sectionFrom(i)),
            Sums::plus);
      }
    }
    return sums;
  }

  private static List<KeptRequest> shop(int seed, int count, long dbNanos) {
    Random random = new Random(seed);
    List<KeptRequest> requests = new ArrayList<>();
    for (int id = 1; id <= count; id++) {
      long db = dbNanos + random.nextInt(1_000);
      long cache = 500L + random.nextInt(1_000);
      requests.add(
          Kept.of(
              trace(10_000L * seed + id)
                  .root("front", 0, db + cache)
                  .child("front", "db", 0, db)
                  .child("front", "cache", db, db + cache)));
    }
    return requests;
  }

  @Test
  void theStepThatBecameSlowerIsFound() {
    ChangedSteps found =
        ChangedSteps.of(shop(1, 60, 2_000), shop(2, 50, 2_600), Kept.RULES, Optional.empty());

    assertThat(found.slower()).hasSize(1);
    Step step = found.slower().get(0);
    assertThat(step.step().frame().service()).isEqualTo("db");
    assertThat(step.deltaNanos()).isBetween(400.0, 800.0);
    assertThat(step.test().slower()).isGreaterThan(0.8);
  }

  @Test
  void aTestNeedsTwentyRequestsOnEachSide() {
    ChangedSteps found =
        ChangedSteps.of(shop(1, 60, 2_000), shop(2, 19, 2_600), Kept.RULES, Optional.empty());

    assertThat(found.slower()).isEmpty();
    assertThat(found.steps())
        .extracting(Step::test)
        .extracting(ColumnTest::pValue)
        .containsOnly(Optional.empty());
  }
}
