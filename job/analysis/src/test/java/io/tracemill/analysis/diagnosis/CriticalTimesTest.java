package io.tracemill.analysis.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tracemill.analysis.layer.LayerFiller;
import io.tracemill.analysis.layer.LayerSums;
import io.tracemill.analysis.request.AnalyzedTrees;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.subspan.SpanLayout;
import io.tracemill.analysis.trace.RandomTraces;
import io.tracemill.analysis.trace.TraceSpec;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class CriticalTimesTest {
  private final LayerSums sums = new LayerSums();
  private final LayerFiller filler = new LayerFiller(0);

  private void add(TraceSpec spec) {
    filler.add(AnalyzedTrees.of(spec, 0).tree(), sums);
  }

  private CriticalTimes all() {
    return new CriticalTimes(sums, List.copyOf(sums.requestsByStratum().keySet()), 0);
  }

  @Property(tries = 100)
  void thoseOfAllPartsAddUpToTheDurationOfTheRequests(@ForAll Random random) {
    for (int trace = 0; trace < 60; trace++) {
      add(RandomTraces.linked(random, 1 + random.nextInt(5), 1_000));
    }
    CriticalTimes critical = all();
    sums.orders()
        .forEach(
            (order, group) -> {
              SpanLayout layout = group.layout();
              long total = 0;
              for (int position = 0; position < layout.size(); position++) {
                for (int number = 0; number <= layout.children(position); number++) {
                  total += critical.ofOrder(order, layout.subSpan(position, number));
                }
              }
              double durations = group.moments(layout.duration(0), critical.strata()).sumNanos();
              assertThat((double) total).isCloseTo(durations, within(group.requests() / 2.0));
            });
  }

  /** Requests wait for b, which ends last, and not for a. */
  @Test
  void aCallThatALongerOneHidesCostsNoCriticalTime() {
    add(
        TraceSpec.trace(1)
            .root("web", 0, 100)
            .as("web")
            .child("web", "a", 10, 60)
            .child("web", "b", 20, 90));
    CriticalTimes critical = all();
    assertThat(critical.durationNanos()).isEqualTo(100);
    assertThat(critical.ofOperation(Frame.of("a", "op"))).isZero();
    assertThat(critical.ofOperation(Frame.of("b", "op"))).isEqualTo(70);
    assertThat(critical.ofOperation(Frame.of("web", "op"))).isEqualTo(30);
    sums.structures()
        .forEach(
            (structure, group) -> {
              SpanLayout layout = group.layout();
              assertThat(critical.ofStructure(structure, layout.subSpan(0, 0))).isEqualTo(10);
              assertThat(critical.ofStructure(structure, layout.subSpan(0, 1))).isEqualTo(10);
              assertThat(critical.ofStructure(structure, layout.subSpan(0, 2))).isEqualTo(10);
            });
  }
}
