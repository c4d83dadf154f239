package io.tracemill.analysis.calm;

import io.tracemill.analysis.cohort.Baseline;
import io.tracemill.analysis.cohort.BaselineRules;
import io.tracemill.analysis.cohort.Cohort;
import io.tracemill.analysis.cohort.Cohort.Block;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.mutation.Comparison;
import io.tracemill.analysis.mutation.EndpointComparer;
import io.tracemill.analysis.mutation.EndpointSlide;
import io.tracemill.analysis.profile.EndpointAccumulator;
import io.tracemill.analysis.profile.ProfileLimits;
import io.tracemill.analysis.quality.WatchState;
import io.tracemill.analysis.span.Frame;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/** Does with the panes of one endpoint what the job's monitor does with them. */
final class WatchedEndpoint {
  private final Frame endpoint;
  private final BaselineRules rules;
  private final ProfileLimits limits;
  private final EndpointComparer comparer;
  private final Baseline baseline;
  private final TreeMap<Long, EndpointAccumulator> panes = new TreeMap<>();
  private final TreeMap<Long, EndpointAccumulator> blocks = new TreeMap<>();
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
      OptionalLong block = baseline.enter(pane);
      aged++;
      leftOut += block.isPresent() ? 0 : 1;
      if (block.isPresent()) {
        blocks
            .computeIfAbsent(block.getAsLong(), added -> new EndpointAccumulator(limits))
            .merge(requests);
      }
    }
    baseline.dropOldest(endMillis, rules).forEach(blocks::remove);
  }

  private static Cohort cohort(Map<Long, EndpointAccumulator> stretches) {
    return new Cohort(
        stretches.entrySet().stream()
            .map(stretch -> new Block(stretch.getKey(), stretch.getValue()))
            .toList());
  }

  private EndpointSlide watch(Cohort window, long endMillis) {
    Period period = new Period(endMillis - rules.windowMillis(), endMillis);
    if (!baseline.isLearned(endMillis, rules)) {
      EndpointSlide slide =
          EndpointSlide.without(endpoint, period, WatchState.LEARNING, window.count(), 1);
      return baseline.hasNewNormal() ? slide.ofNewNormal() : slide;
    }
    long newestMillis = endMillis - rules.slideMillis();
    TreeMap<Long, EndpointAccumulator> before = new TreeMap<>(blocks);
    before.keySet().retainAll(baseline.blocks(endMillis));
    Comparison comparison =
        comparer.compare(
            endpoint,
            period,
            baseline.period(endMillis),
            cohort(before),
            new Cohort(List.of(new Block(period.startMillis(), window.merged(limits)))),
            cohort(panes.tailMap(newestMillis)),
            1);
    if (baseline.learn(comparison.likeness(), period, rules)) {
      blocks.clear();
    }
    return comparison.slide();
  }

  /** The part of its panes that did not become part of its baseline. */
  double leftOutRatio() {
    return aged == 0 ? 0 : (double) leftOut / aged;
  }
}
