package io.tracemill.analysis.mutation;

import io.tracemill.analysis.cohort.Likeness;
import io.tracemill.analysis.statistics.BenjaminiHochberg;
import io.tracemill.analysis.statistics.TestResult;
import java.util.List;

/**
 * Which panes are kept out of the baseline (ADR 13). The newest one is asked first, for all that is
 * asked of it. Where it is not shown to differ, the window is, of whatever the newest pane does not
 * deny: a fault of few requests, or of small effect, shows in no pane by itself.
 *
 * <p>Only changes that matter, for alerts or not, count; the others stay in the family as chance.
 */
final class Freezing {
  private final double rate;

  /**
   * @param rate of false discoveries, of each of the two questions that are asked at a slide
   */
  Freezing(double rate) {
    this.rate = rate;
  }

  /**
   * @param enough whether window and baseline have requests enough to say that they are alike
   */
  Likeness of(List<Asked> asked, boolean enough) {
    if (anyDiffers(asked.stream().map(Freezing::ofPane).toList())) {
      return Likeness.PANE_DIFFERS;
    }
    if (anyDiffers(asked.stream().map(Freezing::ofWindow).toList())) {
      return Likeness.WINDOW_DIFFERS;
    }
    return enough ? Likeness.ALIKE : Likeness.UNKNOWN;
  }

  /** At a rate of 0 nothing does; at a rate of 1 what chance explains does not. */
  private boolean anyDiffers(List<TestResult> tests) {
    return rate > 0
        && BenjaminiHochberg.of(tests, rate).qValues().stream().anyMatch(q -> q <= rate && q < 1);
  }

  private static TestResult ofPane(Asked one) {
    return counted(one.trial().newest());
  }

  private static TestResult ofWindow(Asked one) {
    Verdict window = one.trial().window();
    return counted(
        denies(one.trial().newest(), window)
            ? new Verdict(window.rose(), window.test(), false, window.thin())
            : window);
  }

  private static TestResult counted(Verdict verdict) {
    return verdict.thin() ? Verdict.THIN.test() : verdict.testOfRelevance();
  }

  private static boolean denies(Verdict newest, Verdict window) {
    return !newest.thin() && !(newest.relevant() && newest.rose() == window.rose());
  }
}
