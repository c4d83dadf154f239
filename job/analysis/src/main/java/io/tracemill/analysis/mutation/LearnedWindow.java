package io.tracemill.analysis.mutation;

import io.tracemill.analysis.cohort.Baseline;
import io.tracemill.analysis.cohort.BaselineRules;
import io.tracemill.analysis.cohort.Learning;
import io.tracemill.analysis.cohort.Normal;
import io.tracemill.analysis.cohort.Period;
import java.util.List;

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
   * Compares a window.
   *
   * @param <E> what may go wrong with getting the normal requests
   */
  @FunctionalInterface
  public interface Comparing<E extends Exception> {
    Comparison with(Normal normal) throws E;
  }

  /**
   * Compares a window with what is known to be normal; with what may become so too, once enough of
   * that is there.
   *
   * @param baseline that learns from it
   * @param comparing it with one of both, whose requests are asked for only then
   */
  public static <E extends Exception> LearnedWindow of(
      Period window, Baseline baseline, BaselineRules rules, Comparing<E> comparing) throws E {
    Comparison withKnown = comparing.with(Normal.KNOWN);
    Learning first = baseline.learn(withKnown.likeness(), window);
    if (!baseline.isLearned(Normal.NEW, window.endMillis(), rules)) {
      return new LearnedWindow(withKnown, List.of(first));
    }
    Comparison withNew = comparing.with(Normal.NEW);
    Learning second = baseline.learnNew(withNew.likeness(), window, rules);
    return new LearnedWindow(
        second == Learning.NEW_ACCEPTED ? withNew.ofNewNormal() : withKnown,
        List.of(first, second));
  }
}
