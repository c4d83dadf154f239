package io.tracemill.cli.screen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

final class HotStepsTest {
  private static final HotSteps CHECKOUT = tree(Records.CHECKOUT_TREE);

  @Test
  void theHottestPathFollowsTheLargestInclusiveTimePastSpansThatOnlyWait() {
    assertThat(CHECKOUT.path())
        .extracting(HotSteps.Step::label)
        .containsExactly(
            "frontend POST /checkout",
            "checkout POST /orders",
            "payment POST /charges",
            "bank-api POST /authorizations");
  }

  @Test
  void stepsAreRankedByTheirOwnTime() {
    assertThat(CHECKOUT.top(3))
        .extracting(HotSteps.Step::label)
        .containsExactly(
            "bank-api POST /authorizations",
            "payment -> bank-api (network/wait)",
            "checkout INSERT orders");
  }

  @Test
  void sharesOfAllStepsAddUpToTheWhole() {
    assertThat(CHECKOUT.top(100).stream().mapToDouble(HotSteps.Step::share).sum())
        .isCloseTo(1, within(1e-9));
  }

  @Test
  void aStepOnSeveralPathsIsOne() {
    HotSteps tree =
        tree(
            Records.tree(
                Records.frame(-1, "a", "x", 100, 20),
                Records.frame(0, "b", "y", 30, 30),
                Records.frame(0, "c", "z", 50, 10),
                Records.frame(2, "b", "y", 40, 40)));
    assertThat(tree.top(1))
        .singleElement()
        .satisfies(
            step -> {
              assertThat(step.label()).isEqualTo("b y");
              assertThat(step.share()).isCloseTo(0.7, within(1e-9));
            });
  }

  @Test
  void theWholeIsTheTimeOfAllRoots() {
    HotSteps tree =
        tree(
            Records.tree(Records.frame(-1, "a", "x", 30, 30), Records.frame(-1, "b", "y", 70, 70)));
    assertThat(tree.top(1).get(0).share()).isCloseTo(0.7, within(1e-9));
  }

  @Test
  void anEmptyTreeHasNoPath() {
    assertThat(tree("[]").path()).isEmpty();
    assertThat(tree("[]").top(3)).isEmpty();
  }

  private static HotSteps tree(String json) {
    return HotSteps.of(Records.parse(json));
  }
}
