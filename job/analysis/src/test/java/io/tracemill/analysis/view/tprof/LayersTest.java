package io.tracemill.analysis.view.tprof;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.sample.KeptTraces;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.SpanKind;
import io.tracemill.analysis.trace.RandomTraces;
import io.tracemill.analysis.trace.TraceSpec;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class LayersTest {
  static Layers layers(List<TraceSpec> specs, long toleranceNanos) {
    return Layers.of(
        specs.stream().map(KeptTraces::of).toList(),
        DiagnosisParameters.standard(KeptTraces.rules(toleranceNanos)));
  }

  static List<OrderGroup> orders(List<TraceSpec> specs) {
    List<OrderGroup> orders = new ArrayList<>();
    layers(specs, 0).types().forEach(type -> orders.addAll(type.orders()));
    return orders;
  }

  @Property(tries = 60)
  void allLayersEqualAReferenceThatKeepsEverySpan(@ForAll Random random) {
    List<KeptRequest> requests = new ArrayList<>();
    Set<Long> durations = new HashSet<>();
    while (requests.size() < 60) {
      // Few spans, so that many traces fall into the same group.
      TraceSpec spec = RandomTraces.linked(random, 1 + random.nextInt(5), 10);
      spec.spans().get(0).end += random.nextInt(3_000);
      KeptRequest request = KeptTraces.of(spec);
      if (request.complete() && durations.add(request.durationNanos())) {
        requests.add(request);
      }
    }
    LayerComparison.assertEqual(requests, KeptTraces.rules(3));
  }

  @Property(tries = 100)
  void criticalTimesOfAllPartsAddUpToTheDurations(@ForAll Random random) {
    List<TraceSpec> specs = new ArrayList<>();
    for (int trace = 0; trace < 30; trace++) {
      specs.add(RandomTraces.linked(random, 1 + random.nextInt(8), 1_000));
    }
    for (OrderGroup group : orders(specs)) {
      SpanLayout layout = group.layout();
      double total = 0;
      for (int position = 0; position < layout.size(); position++) {
        total += group.criticalNanos(position);
      }
      assertThat(total).isEqualTo(group.sum(layout.duration(0), false));
    }
  }

  @Test
  void childrenThatBeginInAnotherOrderAreGroupsOfTheirOwnInOneStructure() {
    List<TraceSpec> specs = new ArrayList<>();
    for (String sequence : List.of("bcbc", "bccb", "cbcb", "bcbc")) {
      TraceSpec spec = TraceSpec.trace(specs.size() + 1L).root("a", 0, 100).as("a");
      for (int i = 0; i < sequence.length(); i++) {
        spec.child("a", sequence.substring(i, i + 1), 10 + 20 * i, 20 + 20 * i);
      }
      specs.add(spec);
    }
    List<OrderGroup> orders = orders(specs);
    assertThat(orders).hasSize(3);
    assertThat(orders.stream().map(OrderGroup::structure).distinct()).hasSize(1);
  }

  @Property(tries = 200)
  void signaturesIgnoreTheOrderInWhichSpansArrived(@ForAll Random random) {
    TraceSpec spec = RandomTraces.linked(random, 1 + random.nextInt(12), 10);
    Layers layers =
        Layers.of(
            List.of(KeptTraces.of(spec), KeptTraces.of(spec.shuffled(random))),
            DiagnosisParameters.standard(KeptTraces.rules(0)));
    layers.types().forEach(type -> assertThat(type.orders()).hasSize(1));
  }

  /** The queue's work is a request of its own, whether its sender waits for it or not. */
  @Test
  void aSpanCountsOnceInItsInnermostRequest() {
    TraceSpec waited =
        TraceSpec.trace(1)
            .root("front", 0, 100)
            .child("front", "queue", 30, 40)
            .kind(SpanKind.CONSUMER)
            .child("queue", "db", 32, 38);
    SpanLayout layout = orders(List.of(waited)).get(0).layout();
    assertThat(layout.size()).isEqualTo(2);
    assertThat(layout.elsewhere(1)).isTrue();
    assertThat(layout.positionsOf(Frame.of("queue", "op"))).isEmpty();
    assertThat(orders(List.of(waited)).get(0).sum(layout.self(0), false)).isEqualTo(90);

    TraceSpec sent =
        TraceSpec.trace(1)
            .root("front", 0, 100)
            .child("front", "broker", 30, 40)
            .kind(SpanKind.PRODUCER)
            .child("broker", "queue", 50, 60)
            .kind(SpanKind.CONSUMER);
    assertThat(orders(List.of(sent)).get(0).layout().size()).isEqualTo(2);
  }

  @Test
  void theTailIsExactlyTheSlowestTenth() {
    List<TraceSpec> specs = new ArrayList<>();
    for (int trace = 0; trace < 109; trace++) {
      specs.add(TraceSpec.trace(trace + 1L).root("a", 0, 1_000_000 + trace));
    }
    Layers layers = layers(specs, 0);
    assertThat(layers.tail().stream())
        .containsExactly(99, 100, 101, 102, 103, 104, 105, 106, 107, 108);
    assertThat(layers.types().iterator().next().tail()).isEqualTo(layers.tail());
  }

  @Test
  void theTailOfWeightedRequestsHasATenthOfTheirWeight() {
    List<KeptRequest> requests = new ArrayList<>();
    for (int trace = 0; trace < 20; trace++) {
      KeptRequest request = KeptTraces.of(TraceSpec.trace(trace + 1L).root("a", 0, 1_000 + trace));
      requests.add(KeptTraces.weighing(request, trace < 10 ? 90 : 10));
    }
    Layers layers = Layers.of(requests, DiagnosisParameters.standard(KeptTraces.rules(0)));
    assertThat(layers.tail().cardinality()).isEqualTo(10);
    assertThat(layers.requests().weights().exact()).isFalse();
  }
}
