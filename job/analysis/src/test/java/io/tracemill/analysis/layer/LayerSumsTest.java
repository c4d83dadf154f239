package io.tracemill.analysis.layer;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.request.AnalyzedTrees;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.signature.Signatures;
import io.tracemill.analysis.sketch.LatencyStrata;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.trace.RandomTraces;
import io.tracemill.analysis.trace.TraceSpec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class LayerSumsTest {
  private final LayerFiller filler = new LayerFiller(0);

  private Signatures add(TraceSpec spec, LayerSums to) {
    return filler.add(AnalyzedTrees.of(spec, 0).tree(), to);
  }

  private void add(TraceSpec spec, LayerSums to, SlowLayers reference) {
    Signatures found = add(spec, to);
    reference.add(AnalyzedTrees.of(spec, 0).tree(), found);
  }

  @Property(tries = 100)
  void allSumsEqualThoseOfAReferenceThatKeepsEverySpan(@ForAll Random random) {
    LayerSums sums = new LayerSums();
    SlowLayers reference = new SlowLayers();
    for (int trace = 0; trace < 60; trace++) {
      // Few spans, so that many traces fall into the same group.
      add(RandomTraces.linked(random, 1 + random.nextInt(5), 10), sums, reference);
    }

    LayerComparison.assertEqual(sums, reference);
    assertThat(sums.orders().keySet()).isEqualTo(reference.orders.keySet());
    assertThat(sums.structures().keySet()).isEqualTo(reference.structures.keySet());
  }

  @Property(tries = 50)
  void mergingInAnyOrderAndThroughBytesGivesTheSameBytes(@ForAll Random random) throws IOException {
    LayerSums whole = new LayerSums();
    List<LayerSums> parts = new ArrayList<>();
    for (int part = 0; part < 4; part++) {
      parts.add(new LayerSums());
      for (int trace = 0; trace < 10; trace++) {
        TraceSpec spec = RandomTraces.linked(random, 1 + random.nextInt(6), 10);
        add(spec, whole);
        add(spec, parts.get(part));
      }
    }
    Collections.shuffle(parts, random);
    LayerSums merged = new LayerSums();
    for (LayerSums part : parts) {
      merged.merge(LayerBytes.readAgain(part));
    }
    assertThat(LayerBytes.of(merged)).isEqualTo(LayerBytes.of(whole));
  }

  @Test
  void groupsBeyondTheLimitCountInTheirStructureAndThenInOperationsOnly() {
    LayerSums sums = new LayerSums();
    Random random = new Random(1);
    for (int trace = 0; trace < 3_000; trace++) {
      // All have the same spans, in nearly as many orders as there are traces.
      TraceSpec spec = TraceSpec.trace(trace + 1L).root("a", 0, 1_000_000).as("a");
      for (int child = 0; child < 12; child++) {
        long start = random.nextInt(900_000);
        spec.child("a", "c" + child, start, start + 1 + random.nextInt(90_000));
      }
      add(spec, sums);
    }
    long named = sums.orders().values().stream().mapToLong(GroupSums::requests).sum();
    assertThat(named).isLessThan(3_000);
    assertThat(sums.structures()).hasSize(1);
    assertThat(sums.structures().values().iterator().next().requests()).isEqualTo(3_000);
    assertThat(sums.unnamed()).isZero();

    for (int trace = 0; trace < 3_000; trace++) {
      add(
          TraceSpec.trace(9_000L + trace).root("a", 0, 10).as("a").child("a", "d" + trace, 1, 5),
          sums);
    }
    assertThat(sums.unnamed()).isPositive();
    assertThat(sums.requestsByStratum().values().stream().mapToLong(n -> n).sum()).isEqualTo(6_000);
    Frame first = Frame.of("a", "op");
    Moments all =
        sums.operations().times(first, sums.requestsByStratum().keySet()).durations().moments();
    assertThat(all.count()).isEqualTo(6_000);
    assertThat(all.sumNanos()).isEqualTo(3_000 * 1_000_000L + 3_000 * 10L);
  }

  @Test
  void whenGroupsAreMergedThoseWithMostRequestsKeepTheirNames() throws IOException {
    // Each part fills the room with groups of one request; one group has a few in each part.
    List<LayerSums> parts = new ArrayList<>();
    List<CallTreeSignature> common = new ArrayList<>();
    for (int part = 0; part < 3; part++) {
      LayerSums sums = new LayerSums();
      for (int order = 0; order < 700; order++) {
        add(calls(1 + 1_000 * part + order, 7, 700 * part + order), sums);
      }
      for (int more = 0; more < 2; more++) {
        common.add(add(calls(10_000 + 10 * part + more, 7, 700 * part), sums).order());
      }
      parts.add(sums);
    }
    LayerSums merged = new LayerSums();
    for (LayerSums part : parts) {
      merged.merge(LayerBytes.readAgain(part));
    }
    long values = 0;
    for (GroupSums group : merged.orders().values()) {
      values += group.layout().valueCount();
    }
    assertThat(values).isLessThanOrEqualTo(NamedGroups.MAX_VALUES);
    assertThat(common)
        .allSatisfy(
            order ->
                assertThat(requireNonNull(merged.orders().get(order)).requests()).isEqualTo(3));
  }

  /** A root that calls as many others in one of the orders that they can come in. */
  private static TraceSpec calls(long id, int calls, int order) {
    List<Integer> left = new ArrayList<>();
    for (int call = 0; call < calls; call++) {
      left.add(call);
    }
    TraceSpec spec = TraceSpec.trace(id).root("a", 0, 1_000_000).as("a");
    int rest = order;
    for (int call = 0; call < calls; call++) {
      int next = left.remove(rest % left.size());
      rest /= left.size() + 1;
      long start = 100_000L * call;
      spec.child("a", "c" + next, start, start + 50_000 + id % 1_000);
    }
    return spec;
  }

  /** Demoted groups count in their structure, at the same positions and in the same sample. */
  @Test
  void groupsThatLoseTheirNameStayInTheirStructure() {
    LayerSums merged = new LayerSums();
    LayerSums whole = new LayerSums();
    for (int part = 0; part < 2; part++) {
      LayerSums sums = new LayerSums();
      for (int order = 0; order < 360; order++) {
        TraceSpec spec = calls(1 + 1_000 * part + order, 6, 360 * part + order);
        add(spec, sums);
        add(spec, whole);
      }
      assertThat(sums.orders()).hasSize(360);
      merged.merge(sums);
    }
    assertThat(merged.orders().size()).isLessThan(720);
    GroupSums all = merged.structures().values().iterator().next();
    GroupSums expected = whole.structures().values().iterator().next();
    List<Integer> strata = List.copyOf(all.requestsByStratum().keySet());
    assertThat(all.requests()).isEqualTo(720);
    for (int value = 0; value < all.layout().valueCount(); value++) {
      assertThat(all.moments(value, strata)).isEqualTo(expected.moments(value, strata));
      assertThat(all.percentile(value, strata, 0.5))
          .isEqualTo(expected.percentile(value, strata, 0.5));
    }
    assertThat(merged.unnamed()).isZero();
  }

  @Test
  void aGiantRequestLeavesRoomForOthers() {
    LayerSums sums = new LayerSums();
    for (int giant = 0; giant < 5; giant++) {
      TraceSpec spec = TraceSpec.trace(giant + 1L).root("a", 0, 10_000).as("a");
      for (int call = 0; call < 1_000 + giant; call++) {
        spec.child("a", "b", call, call + 1);
      }
      add(spec, sums);
    }
    assertThat(sums.unnamed()).isEqualTo(5);
    add(calls(9, 6, 0), sums);
    assertThat(sums.orders()).hasSize(1);
    assertThat(sums.operations().names()).contains(Frame.of("b", "op"));
  }

  @Test
  void theTailIsAChoiceOfStrata() {
    LayerSums sums = new LayerSums();
    for (int trace = 0; trace < 100; trace++) {
      long nanos = trace < 98 ? 1_000_000 : 50_000_000;
      add(TraceSpec.trace(trace + 1L).root("a", 0, nanos), sums);
    }
    int slow = LatencyStrata.numberOf(50_000_000);
    GroupSums group = sums.orders().values().iterator().next();
    assertThat(group.requests(List.of(slow))).isEqualTo(2);
    assertThat(group.moments(0, List.of(slow)).meanNanos()).isEqualTo(50_000_000);
    Frame operation = Frame.of("a", "op");
    assertThat(sums.operations().times(operation, List.of(slow)).durations().quantile(0.5))
        .isBetween(49_500_000L, 50_500_000L);
  }

  @Test
  void childrenThatBeginInAnotherOrderAreGroupsOfTheirOwnInOneStructure() {
    LayerSums sums = new LayerSums();
    List<CallTreeSignature> orders = new ArrayList<>();
    for (String sequence : List.of("bcbc", "bccb", "cbcb")) {
      TraceSpec spec = TraceSpec.trace(orders.size() + 1L).root("a", 0, 100).as("a");
      for (int i = 0; i < sequence.length(); i++) {
        spec.child("a", sequence.substring(i, i + 1), 10 + 20 * i, 20 + 20 * i);
      }
      orders.add(add(spec, sums).order());
    }
    assertThat(sums.orders().keySet()).containsExactlyInAnyOrderElementsOf(orders);
    assertThat(orders).doesNotHaveDuplicates();
    assertThat(sums.structures()).hasSize(1);
  }
}
