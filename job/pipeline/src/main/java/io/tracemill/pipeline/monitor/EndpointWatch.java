package io.tracemill.pipeline.monitor;

import io.tracemill.analysis.cohort.Baseline;
import io.tracemill.analysis.cohort.Cohort;
import io.tracemill.analysis.cohort.Cohort.Block;
import io.tracemill.analysis.cohort.Normal;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.mutation.Comparison;
import io.tracemill.analysis.mutation.EndpointChange;
import io.tracemill.analysis.mutation.EndpointComparer;
import io.tracemill.analysis.mutation.EndpointSlide;
import io.tracemill.analysis.mutation.MonitorRules;
import io.tracemill.analysis.profile.EndpointAccumulator;
import io.tracemill.analysis.quality.Measure;
import io.tracemill.analysis.quality.QualityCounts;
import io.tracemill.analysis.quality.QualityDelta;
import io.tracemill.analysis.quality.QualityScope;
import io.tracemill.analysis.quality.WatchState;
import io.tracemill.analysis.span.Frame;
import java.util.List;
import java.util.Optional;

/** One window of an endpoint against its baseline. */
final class EndpointWatch {
  private final MonitorRules rules;
  private final Frame endpoint;
  private final long endMillis;
  private final List<Block> panes;
  private final EndpointAccumulator requests;
  private final Period window;
  private final long newestMillis;

  /**
   * A window that ends at {@code endMillis}.
   *
   * @param panes those of the window with traffic
   * @param requests all of theirs
   */
  EndpointWatch(
      MonitorRules rules,
      Frame endpoint,
      long endMillis,
      List<Block> panes,
      EndpointAccumulator requests) {
    this.rules = rules;
    this.endpoint = endpoint;
    this.endMillis = endMillis;
    this.panes = panes;
    this.requests = requests;
    this.window = new Period(endMillis - rules.baseline().windowMillis(), endMillis);
    this.newestMillis = endMillis - rules.baseline().slideMillis();
  }

  /**
   * How far the window can be judged. Where its traces can't be believed it is blind, whatever is
   * known: nothing is learned from it.
   */
  WatchState state(Baseline baseline) {
    leaveOut(baseline);
    if (!isBelievable()) {
      return WatchState.BLIND;
    }
    if (!isLearned(baseline)) {
      return WatchState.LEARNING;
    }
    return isThin(requests.count()) ? WatchState.BLIND : WatchState.WATCHING;
  }

  private boolean isLearned(Baseline baseline) {
    return baseline.isLearned(Normal.KNOWN, endMillis, rules.baseline());
  }

  private void leaveOut(Baseline baseline) {
    if (!rules.isComplete(requests)) {
      baseline.leaveOut(newestMillis);
    }
    boolean lateNow = newest().stream().anyMatch(pane -> rules.lateRatio(pane.requests()) > 0);
    if (lateNow && !rules.isInTime(requests)) {
      // What comes too late is missing in traces that closed before it came.
      panes.forEach(pane -> baseline.leaveOut(pane.startMillis()));
    }
  }

  /** Whether its traces can be believed; of few requests too something can be said then. */
  boolean isBelievable() {
    return rules.isComplete(requests) && rules.isInTime(requests);
  }

  private boolean isThin(long count) {
    return count < rules.mutations().minTraces();
  }

  /** What is said of it to the accounts: of the endpoint, and of all. */
  List<QualityDelta> counts(WatchState state) {
    QualityCounts ofEndpoint = new QualityCounts();
    ofEndpoint.add(Measure.windows(state), 1);
    QualityCounts ofJob = new QualityCounts();
    ofJob.add(Measure.jobWindows(state), 1);
    if (state == WatchState.BLIND && (isBelievable() || isThin(rules.seen(requests)))) {
      ofJob.add(Measure.JOB_WINDOWS_THIN, 1);
    }
    return List.of(
        new QualityDelta(newestMillis, new QualityScope.Endpoint(endpoint), ofEndpoint),
        new QualityDelta(newestMillis, new QualityScope.Job(), ofJob));
  }

  /**
   * What is said of it to the judge where it cannot be judged: that requests came, though figures
   * may describe none of them.
   */
  EndpointSlide unjudged(WatchState state, Baseline baseline) {
    Period known = isLearned(baseline) ? baseline.period(Normal.KNOWN, endMillis) : window;
    return EndpointSlide.without(
        endpoint, window, known, state, rules.seen(requests), rules.completeRatio(requests));
  }

  Period window() {
    return window;
  }

  /**
   * How it differs from what is normal.
   *
   * @param period of the normal requests
   * @param blocks theirs
   */
  Comparison compare(EndpointComparer comparer, Period period, List<Block> blocks) {
    Cohort after = cohort(List.of(new Block(window.startMillis(), requests)));
    boolean alone = window.startMillis() == newestMillis;
    return comparer.compare(
        endpoint,
        window,
        period,
        cohort(blocks),
        after,
        alone ? after : cohort(newest()),
        rules.completeRatio(requests));
  }

  private List<Block> newest() {
    return panes.stream().filter(pane -> pane.startMillis() == newestMillis).toList();
  }

  private static Cohort cohort(List<Block> blocks) {
    return new Cohort(blocks).described();
  }

  /** The account of the change, if there is one, and requests enough to believe it. */
  Optional<EndpointChange> change(Comparison comparison) {
    Period baseline = comparison.slide().baseline();
    return comparison
        .change()
        .filter(account -> comparison.slide().state() == WatchState.WATCHING)
        .map(account -> new EndpointChange(endpoint, window, baseline, account));
  }
}
