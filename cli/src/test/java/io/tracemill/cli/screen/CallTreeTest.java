package io.tracemill.cli.screen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

final class CallTreeTest {
  private static final CallTree CHECKOUT = tree(Records.CHECKOUT_TREE);

  @Test
  void theHottestPathFollowsTheLargestInclusiveTimePastSpansThatOnlyWait() {
    assertThat(CHECKOUT.hottestPath())
        .extracting(PathShare::label)
        .containsExactly(
            "frontend POST /checkout",
            "checkout POST /orders",
            "payment POST /charges",
            "bank-api POST /authorizations");
  }

  @Test
  void stepsAreRankedByTheirOwnTime() {
    assertThat(CHECKOUT.topSteps(3))
        .extracting(PathShare::label)
        .containsExactly(
            "bank-api POST /authorizations",
            "payment -> bank-api (network/wait)",
            "checkout INSERT orders");
  }

  @Test
  void sharesOfAllStepsAddUpToTheWhole() {
    assertThat(CHECKOUT.topSteps(100).stream().mapToDouble(PathShare::share).sum())
        .isCloseTo(1, within(1e-9));
  }

  @Test
  void aStepOnSeveralPathsIsOne() {
    CallTree tree =
        tree(
            """
            [{"parent":-1,"service":"a","operation":"x","inclusiveNanos":100,"exclusiveNanos":20},
             {"parent":0,"service":"b","operation":"y","inclusiveNanos":30,"exclusiveNanos":30},
             {"parent":0,"service":"c","operation":"z","inclusiveNanos":50,"exclusiveNanos":10},
             {"parent":2,"service":"b","operation":"y","inclusiveNanos":40,"exclusiveNanos":40}]
            """);
    assertThat(tree.topSteps(1))
        .singleElement()
        .satisfies(
            step -> {
              assertThat(step.label()).isEqualTo("b y");
              assertThat(step.share()).isCloseTo(0.7, within(1e-9));
            });
  }

  @Test
  void anEmptyTreeHasNoPath() {
    assertThat(tree("[]").hottestPath()).isEmpty();
    assertThat(tree("[]").topSteps(3)).isEmpty();
  }

  private static CallTree tree(String json) {
    return EndpointSummary.of(Records.profile("GET /", 60, 1, 1, json)).tree();
  }
}
