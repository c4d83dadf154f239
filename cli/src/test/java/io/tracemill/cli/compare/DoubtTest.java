package io.tracemill.cli.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.mutation.MonitorRules;
import io.tracemill.analysis.profile.EndpointAccumulator;
import io.tracemill.analysis.profile.TestRequest;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.topology.Rules;
import org.junit.jupiter.api.Test;

final class DoubtTest {
  private final MonitorRules rules = Rules.monitor(TracemillConfig.defaults());

  /** Requests of one span each. */
  private EndpointAccumulator side(int complete, int incomplete, int lateSpans) {
    EndpointAccumulator side = new EndpointAccumulator(rules.limits());
    for (int i = 0; i < complete; i++) {
      side.add(TestRequest.simple(i, 1_000_000));
    }
    for (int i = 0; i < incomplete; i++) {
      side.countIncomplete(TestRequest.simpleIncomplete(i, 1_000_000));
    }
    side.countLate(lateSpans);
    return side;
  }

  @Test
  void sidesThatAreCompleteAndInTimeAreBelieved() {
    assertThat(Doubt.of(rules, side(95, 5, 0), side(200, 0, 2))).isEmpty();
  }

  @Test
  void ofLateSpansTheSideIsNamedThatHasTooMany() {
    EndpointAccumulator oneLateOfFew = side(19, 0, 1);
    EndpointAccumulator manyLate = side(196, 0, 4);
    String expected = "on one side 2 % of the spans came too late (mutations.max-late)";

    assertThat(Doubt.of(rules, oneLateOfFew, manyLate)).contains(expected);
    assertThat(Doubt.of(rules, manyLate, oneLateOfFew)).contains(expected);
  }

  @Test
  void ofSidesThatBothFailTheWorseIsNamed() {
    assertThat(Doubt.of(rules, side(90, 0, 10), side(196, 0, 4)).orElseThrow())
        .startsWith("on one side 10 % of the spans");
    assertThat(Doubt.of(rules, side(80, 20, 10), side(50, 50, 0)))
        .contains("on one side 50 % of the traces are complete (mutations.min-complete)");
  }
}
