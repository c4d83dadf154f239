package io.tracemill.analysis.mutation;

import io.tracemill.analysis.cohort.Baseline;
import io.tracemill.analysis.cohort.BaselineRules;
import io.tracemill.analysis.cohort.Learning;
import io.tracemill.analysis.cohort.Normal;
import io.tracemill.analysis.cohort.Period;
import java.util.List;
import java.util.function.Function;

/**
 * What is said of a window, and what is learned of it (ADR 13).
 *
 * @param comparison with what is normal
 * @param learned in this order
 */
public record LearnedWindow(Comparison comparison, List<Learning> learned) {
  public LearnedWindow {
    learned = List.copyOf(learned);
  }

  /**
   * Compares a window with what is known to be normal; with what may become so too, once enough of
   * that is there.
   *
   * @param baseline that learns from it
   * @param compare with one of both
   */
  public static LearnedWindow of(
      Period window, Baseline baseline, BaselineRules rules, Function<Normal, Comparison> compare) {
    Comparison withKnown = compare.apply(Normal.KNOWN);
    Learning first = baseline.learn(withKnown.likeness(), window);
    if (!baseline.isLearned(Normal.NEW, window.endMillis(), rules)) {
      return new LearnedWindow(withKnown, List.of(first));
    }
    Comparison withNew = compare.apply(Normal.NEW);
    Learning second = baseline.learnNew(withNew.likeness(), window, rules);
    return new LearnedWindow(
        second == Learning.NEW_ACCEPTED ? withNew.ofNewNormal() : withKnown,
        List.of(first, second));
  }
}
