package io.tracemill.analysis.mutation;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.cohort.Cohort;
import io.tracemill.analysis.cohort.Likeness;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.mutation.EndpointSlide.Totals;
import io.tracemill.analysis.profile.ProfileLimits;
import io.tracemill.analysis.quality.WatchState;
import io.tracemill.analysis.span.Frame;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Compares two cohorts of an endpoint's requests, wherever they come from (semantics 8): asks of
 * each category, place and call whether it changed, and says of what did why and how much.
 *
 * <p>Each question is asked twice, of the window and of its newest pane. Equal requests give equal
 * answers to the last bit, in whatever order they came. Holds nothing between comparisons; serves
 * one thread.
 */
public final class EndpointComparer {
  private static final int MAX_TERMS = 50;
  private static final int MAX_COMPARED_NODES = 200;
  private static final int MAX_CANDIDATES = 10;
  private static final double P95 = 0.95;

  private final MutationRules rules;
  private final ProfileLimits limits;
  private final Differences differences;
  private final Precursors precursors;

  /** One that does not look for low-level differences. */
  public EndpointComparer(MutationRules rules, ProfileLimits limits) {
    this(rules, limits, Differences.NONE);
  }

  /**
   * @param limits how large merged sums can grow
   * @param differences asked for the most expensive findings
   */
  public EndpointComparer(MutationRules rules, ProfileLimits limits, Differences differences) {
    this.rules = requireNonNull(rules, "rules");
    this.limits = requireNonNull(limits, "limits");
    this.differences = requireNonNull(differences, "differences");
    this.precursors =
        new Precursors(new EditDistance(MAX_COMPARED_NODES), rules.oneToMany(), MAX_CANDIDATES);
  }

  /**
   * Compares a window with what was normal before it.
   *
   * <p>The baseline's blocks tell how much varies without a cause, so they should be as long as the
   * window, and at least six. Fewer tell it with little certainty, and only large changes are seen;
   * by one alone, next to none. Cohorts may be empty; then there is nothing to compare and the
   * endpoint is {@link WatchState#BLIND}.
   *
   * @param before the baseline
   * @param after the window: one block, or several as long as the baseline's
   * @param newest its newest pane, which begins where its block does; {@code after} itself where a
   *     comparison is made only once
   * @param completeRatio the part of the window's requests whose traces are complete
   */
  public Comparison compare(
      Frame endpoint,
      Period window,
      Period baseline,
      Cohort before,
      Cohort after,
      Cohort newest,
      double completeRatio) {
    Stretch then = Stretch.of(before, limits);
    Stretch now = Stretch.of(after, limits);
    Flows flows = Flows.of(endpoint, then, now);
    Optional<Contrast> ofWindow = Contrast.of(rules, precursors, flows, then, now);
    if (ofWindow.isEmpty()) {
      EndpointSlide slide =
          EndpointSlide.without(
              endpoint, window, window, WatchState.BLIND, now.count(), completeRatio);
      return new Comparison(slide, Optional.empty(), Likeness.UNKNOWN);
    }
    Contrast contrast = ofWindow.get();
    Optional<Contrast> ofNewest =
        newest.equals(after) ? ofWindow : ofPane(window, newest, flows, then);
    List<Asked> asked = ask(Questions.of(rules, flows, then, now), contrast, ofNewest);
    boolean enough = contrast.enough(then.count(), now.count());
    EndpointSlide slide =
        new EndpointSlide(
            endpoint,
            window,
            baseline,
            enough ? WatchState.WATCHING : WatchState.BLIND,
            false,
            isInterior(then, now),
            totals(contrast, completeRatio),
            asked.stream().filter(one -> !one.thin()).map(Asked::trial).toList(),
            new Findings(flows, contrast, differences).of(Found.of(contrast, asked)),
            readings(asked, contrast, ofNewest));
    return new Comparison(
        slide,
        Optional.of(contrast.reader().account(MAX_TERMS)),
        new Freezing(rules.freezeP()).of(asked, enough));
  }

  private Optional<Contrast> ofPane(Period window, Cohort newest, Flows flows, Stretch then) {
    if (newest.blocks().isEmpty()) {
      return Optional.empty();
    }
    double millis = (double) window.endMillis() - newest.blocks().get(0).startMillis();
    double part = Math.min(1, millis / window.lengthMillis());
    return Contrast.ofPane(rules, part, precursors, flows, then, Stretch.of(newest, limits));
  }

  private static List<Asked> ask(
      List<Question> questions, Contrast window, Optional<Contrast> newest) {
    List<Asked> asked = new ArrayList<>();
    for (Question question : questions) {
      Verdict verdict = question.ask(window);
      Trial trial =
          new Trial(
              question.subject(),
              question.side(window.before()),
              question.side(window.after()),
              verdict,
              newest.equals(Optional.of(window))
                  ? verdict
                  : newest.map(question::ask).orElse(Verdict.THIN));
      asked.add(new Asked(question, trial));
    }
    return asked;
  }

  private static List<Reading> readings(
      List<Asked> asked, Contrast window, Optional<Contrast> newest) {
    List<Reading> readings = new ArrayList<>();
    for (Asked one : asked) {
      if (one.question() instanceof ReadingQuestion question) {
        readings.add(question.read(window, newest));
      }
    }
    return readings;
  }

  /**
   * Whether most of its requests are parts of others. A frame may be an entry here, and not there.
   */
  private static boolean isInterior(Stretch then, Stretch now) {
    long interior = then.requests().evidence().interior() + now.requests().evidence().interior();
    return 2 * interior > then.count() + now.count();
  }

  private static Totals totals(Contrast window, double completeRatio) {
    Stretch before = window.before();
    Stretch after = window.after();
    return new Totals(
        before.count(),
        after.count(),
        Math.round(before.sums().mean().doubleValue()),
        Math.round(after.sums().mean().doubleValue()),
        before.latencies().quantile(P95),
        after.latencies().quantile(P95),
        window.restRatio(),
        completeRatio);
  }
}
