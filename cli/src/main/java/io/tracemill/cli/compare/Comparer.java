package io.tracemill.cli.compare;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.alert.Judge;
import io.tracemill.analysis.alert.JudgeRules;
import io.tracemill.analysis.alert.Tested;
import io.tracemill.analysis.change.ChangeReader;
import io.tracemill.analysis.cohort.Cohort;
import io.tracemill.analysis.cohort.CohortPart;
import io.tracemill.analysis.cohort.CohortSplit;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.difference.LowLevelDifferences;
import io.tracemill.analysis.mutation.Comparison;
import io.tracemill.analysis.mutation.EndpointComparer;
import io.tracemill.analysis.mutation.EndpointSlide;
import io.tracemill.analysis.mutation.MonitorRules;
import io.tracemill.analysis.profile.EndpointAccumulator;
import io.tracemill.analysis.profile.ProfileLimits;
import io.tracemill.analysis.span.Frame;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Compares cohorts as the job does, endpoint by endpoint, and lets one judge hear all of them. */
final class Comparer {
  /** Those that went the other way are the last ones. */
  private static final int ALL_CULPRITS = Integer.MAX_VALUE;

  private final JudgeRules rules;
  private final MonitorRules monitor;
  private final ProfileLimits limits;
  private final Period baseline;
  private final Period window;
  private final EndpointComparer endpoints;

  Comparer(JudgeRules rules, MonitorRules monitor, CohortSplit split) {
    this.rules = once(rules);
    this.monitor = monitor;
    limits = monitor.limits();
    baseline = split.periodOf(CohortPart.BASELINE);
    window = split.periodOf(CohortPart.PROBLEM);
    endpoints = new EndpointComparer(rules.mutations(), limits, differences(rules, split));
  }

  private static LowLevelDifferences differences(JudgeRules rules, CohortSplit split) {
    Set<String> excluded = new HashSet<>(rules.mutations().excludedAttributes());
    excluded.addAll(split.attributeKeys());
    return new LowLevelDifferences(excluded);
  }

  /**
   * A comparison is one slide as long as its window, and there will be no other to confirm it.
   * Nothing has to be kept in mind for another one, so that all it finds is said.
   */
  private static JudgeRules once(JudgeRules rules) {
    return new JudgeRules(
        rules.mutations(),
        rules.fdr(),
        0,
        1,
        rules.pageRatio(),
        rules.pageNanos(),
        rules.acceptMillis(),
        Integer.MAX_VALUE);
  }

  Outcome compare(Cohorts cohorts) {
    List<ComparedEndpoint> compared = new ArrayList<>();
    for (Frame endpoint : cohorts.inBoth()) {
      compared.add(
          compare(
              endpoint,
              requireNonNull(cohorts.baseline().get(endpoint)),
              requireNonNull(cohorts.problem().get(endpoint))));
    }
    List<EndpointSlide> slides = compared.stream().map(ComparedEndpoint::slide).toList();
    return Outcome.of(
        compared,
        new Judge(rules).judge(window.endMillis(), slides),
        Tested.of(rules, window.endMillis(), slides),
        rules);
  }

  private ComparedEndpoint compare(Frame endpoint, Cohort before, Cohort after) {
    EndpointAccumulator then = before.merged(limits);
    EndpointAccumulator now = after.merged(limits);
    Cohort problem = after.described();
    Comparison comparison =
        endpoints.compare(
            endpoint,
            window,
            baseline,
            before.described(),
            problem,
            problem,
            monitor.completeRatio(now));
    Optional<String> doubt = Doubt.of(monitor, then, now);
    if (doubt.isPresent()) {
      double complete = Math.min(monitor.completeRatio(then), monitor.completeRatio(now));
      return new ComparedEndpoint(
          comparison.slide().blind(complete), Optional.empty(), List.of(), doubt);
    }
    return new ComparedEndpoint(
        comparison.slide(),
        comparison.change(),
        ChangeReader.of(then, now).map(change -> change.culprits(ALL_CULPRITS)).orElse(List.of()),
        Optional.empty());
  }
}
