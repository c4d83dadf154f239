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
            Records.tree(
                Records.frame(-1, "a", "x", 100, 20),
                Records.frame(0, "b", "y", 30, 30),
                Records.frame(0, "c", "z", 50, 10),
                Records.frame(2, "b", "y", 40, 40)));
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
