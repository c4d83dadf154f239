package io.tracemill.analysis.calm;

import io.tracemill.analysis.cohort.Baseline;
import io.tracemill.analysis.cohort.BaselineRules;
import io.tracemill.analysis.cohort.Cohort;
import io.tracemill.analysis.cohort.Cohort.Block;
import io.tracemill.analysis.cohort.Learning;
import io.tracemill.analysis.cohort.Normal;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.mutation.Comparison;
import io.tracemill.analysis.mutation.EndpointComparer;
import io.tracemill.analysis.mutation.EndpointSlide;
import io.tracemill.analysis.mutation.LearnedWindow;
import io.tracemill.analysis.profile.EndpointAccumulator;
import io.tracemill.analysis.profile.ProfileLimits;
import io.tracemill.analysis.quality.WatchState;
import io.tracemill.analysis.span.Frame;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Does with the panes of one endpoint what the job's monitor does with them. */
final class WatchedEndpoint {
  private final Frame endpoint;
  private final BaselineRules rules;
  private final ProfileLimits limits;
  private final EndpointComparer comparer;
  private final Baseline baseline;
  private final TreeMap<Long, EndpointAccumulator> panes = new TreeMap<>();
  private Map<Long, EndpointAccumulator> blocks = new TreeMap<>();
  private Map<Long, EndpointAccumulator> newBlocks = new TreeMap<>();
  private long aged;
  private long leftOut;

  WatchedEndpoint(
      Frame endpoint, BaselineRules rules, ProfileLimits limits, EndpointComparer comparer) {
    this.endpoint = endpoint;
    this.rules = rules;
    this.limits = limits;
    this.comparer = comparer;
    this.baseline = new Baseline(rules);
  }

  /** What it says after one more pane, which ends at {@code endMillis}. */
  Optional<EndpointSlide> slide(EndpointAccumulator newest, long endMillis) {
    if (newest.count() > 0) {
      panes.put(endMillis - rules.slideMillis(), newest);
      baseline.sawTraffic(endMillis - rules.slideMillis());
    }
    age(endMillis);
    Cohort window = cohort(panes.tailMap(endMillis - rules.windowMillis()));
    return window.count() == 0 ? Optional.empty() : Optional.of(watch(window, endMillis));
  }

  private void age(long endMillis) {
    while (!panes.isEmpty() && panes.firstKey() < baseline.firstYoung(endMillis)) {
      long pane = panes.firstKey();
      EndpointAccumulator requests = panes.remove(pane);
      Set<Normal> entered = baseline.enter(pane);
      aged++;
      leftOut += entered.contains(Normal.KNOWN) ? 0 : 1;
      for (Normal normal : entered) {
        of(normal)
            .computeIfAbsent(baseline.blockOf(pane), added -> new EndpointAccumulator(limits))
            .merge(requests);
      }
    }
    for (Normal normal : Normal.values()) {
      baseline.dropOldest(normal, endMillis, rules).forEach(of(normal)::remove);
    }
  }

  private Map<Long, EndpointAccumulator> of(Normal normal) {
    return normal == Normal.KNOWN ? blocks : newBlocks;
  }

  private static Cohort cohort(Map<Long, EndpointAccumulator> stretches) {
    return new Cohort(
        stretches.entrySet().stream()
            .map(stretch -> new Block(stretch.getKey(), stretch.getValue()))
            .toList());
  }

  private EndpointSlide watch(Cohort window, long endMillis) {
    Period period = new Period(endMillis - rules.windowMillis(), endMillis);
    if (!baseline.isLearned(Normal.KNOWN, endMillis, rules)) {
      return EndpointSlide.without(
          endpoint, period, period, WatchState.LEARNING, window.count(), 1);
    }
    LearnedWindow learned =
        LearnedWindow.of(period, baseline, rules, normal -> compare(window, period, normal));
    learned.learned().forEach(this::follow);
    return learned.comparison().slide();
  }

  private Comparison compare(Cohort window, Period period, Normal normal) {
    Map<Long, EndpointAccumulator> before = new TreeMap<>(of(normal));
    before.keySet().retainAll(baseline.blocks(normal, period.endMillis()));
    return comparer.compare(
        endpoint,
        period,
        baseline.period(normal, period.endMillis()),
        cohort(before),
        new Cohort(List.of(new Block(period.startMillis(), window.merged(limits)))),
        cohort(panes.tailMap(period.endMillis() - rules.slideMillis())),
        1);
  }

  private void follow(Learning learning) {
    if (learning == Learning.NEW_ACCEPTED) {
      blocks = newBlocks;
    }
    if (learning != Learning.GOES_ON) {
      newBlocks = new TreeMap<>();
    }
  }

  /** The part of its panes that did not become part of its baseline. */
  double leftOutRatio() {
    return aged == 0 ? 0 : (double) leftOut / aged;
  }
}
