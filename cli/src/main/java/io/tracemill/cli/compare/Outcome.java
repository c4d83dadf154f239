package io.tracemill.cli.compare;

import io.tracemill.analysis.alert.Alert;
import io.tracemill.analysis.alert.Alert.Scope;
import io.tracemill.analysis.alert.Incident;
import io.tracemill.analysis.alert.JudgeRules;
import io.tracemill.analysis.alert.Judgement;
import io.tracemill.analysis.alert.Tested;
import io.tracemill.analysis.change.Culprit;
import io.tracemill.analysis.change.CulpritChange;
import io.tracemill.analysis.mutation.EndpointSlide;
import io.tracemill.analysis.mutation.EndpointSlide.Totals;
import io.tracemill.analysis.mutation.Reading;
import io.tracemill.analysis.mutation.Trial;
import io.tracemill.analysis.span.Frame;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Two cohorts compared, all endpoints.
 *
 * @param endpoints those that could be compared, by name
 * @param judgement what of all that was tested is no chance
 * @param alerts those that an endpoint has part in, the largest first; only where there are any
 * @param tested how much was
 * @param rules by which
 */
record Outcome(
    List<ComparedEndpoint> endpoints,
    Judgement judgement,
    Map<Frame, List<Alert>> alerts,
    Tested tested,
    JudgeRules rules) {
  private static final Comparator<ComparedEndpoint> MOST_REQUESTS_FIRST =
      Comparator.comparingLong(endpoint -> -endpoint.slide().totals().afterTraces());

  private static final Comparator<ComparedEndpoint> SLOWER_FIRST =
      Comparator.comparing((ComparedEndpoint endpoint) -> rise(endpoint) < 0)
          .thenComparingDouble(
              endpoint -> -Math.abs(rise(endpoint)) * endpoint.slide().totals().afterTraces());

  Outcome {
    endpoints = List.copyOf(endpoints);
    alerts = Map.copyOf(alerts);
  }

  static Outcome of(
      List<ComparedEndpoint> endpoints, Judgement judgement, Tested tested, JudgeRules rules) {
    List<Alert> all =
        judgement.alerts().stream().sorted(Comparator.comparingInt(Alert::rank)).toList();
    Map<Frame, List<Alert>> alerts = new HashMap<>();
    for (ComparedEndpoint endpoint : endpoints) {
      List<Alert> its = all.stream().filter(alert -> hasPart(endpoint.slide(), alert)).toList();
      if (!its.isEmpty()) {
        alerts.put(endpoint.slide().endpoint(), its);
      }
    }
    return new Outcome(endpoints, judgement, alerts, tested, rules);
  }

  /**
   * An alert over all endpoints lists the first of them alone; the others know of it, too, but for
   * those whose requests are parts of others.
   */
  private static boolean hasPart(EndpointSlide slide, Alert alert) {
    return alert.endpoints().contains(slide.endpoint())
        || (alert.scope() == Scope.SYSTEM
            && !slide.interior()
            && slide.readings().stream().anyMatch(reading -> moved(reading, alert)));
  }

  private static boolean moved(Reading reading, Alert alert) {
    Trial trial = alert.finding().trial();
    long rise = reading.window().traces() * reading.window().riseNanos();
    return reading.subject().equals(trial.subject())
        && (trial.window().rose() ? rise > 0 : rise < 0);
  }

  /** The incidents, the largest contribution first. */
  List<Incident> incidents() {
    return judgement.incidents().stream().sorted(Comparator.comparingInt(Incident::rank)).toList();
  }

  /** The alerts that an endpoint has part in, the largest first. */
  List<Alert> alertsOf(Frame endpoint) {
    return alerts.getOrDefault(endpoint, List.of());
  }

  /** The places that the alerts of an endpoint are put down to: a test found them. */
  Set<Culprit> culpritsOf(Frame endpoint) {
    return alertsOf(endpoint).stream()
        .flatMap(alert -> alert.finding().culprits().stream())
        .map(CulpritChange::culprit)
        .collect(Collectors.toSet());
  }

  /** The endpoints that an alert is about, the one with the largest alert first. */
  List<ComparedEndpoint> changed() {
    return endpoints.stream()
        .filter(this::isChanged)
        .sorted(
            Comparator.comparingInt(
                endpoint -> alertsOf(endpoint.slide().endpoint()).get(0).rank()))
        .toList();
  }

  private boolean isChanged(ComparedEndpoint endpoint) {
    return alerts.containsKey(endpoint.slide().endpoint());
  }

  /**
   * The endpoints of which no test passed though their mean differs by as much as matters: slower
   * ones first, by what it cost their requests together, then faster ones, by what it saved.
   */
  List<ComparedEndpoint> moved() {
    return unchanged(endpoint -> endpoint.isJudged() && hasMoved(endpoint), SLOWER_FIRST);
  }

  /** The endpoints of which no test passed and whose mean is about as before. */
  List<ComparedEndpoint> still() {
    return unchanged(endpoint -> endpoint.isJudged() && !hasMoved(endpoint), MOST_REQUESTS_FIRST);
  }

  /** The endpoints of which nothing is concluded: too few requests, or none to be believed. */
  List<ComparedEndpoint> notJudged() {
    return unchanged(endpoint -> !endpoint.isJudged(), MOST_REQUESTS_FIRST);
  }

  private List<ComparedEndpoint> unchanged(
      Predicate<ComparedEndpoint> which, Comparator<ComparedEndpoint> order) {
    return endpoints.stream()
        .filter(endpoint -> !isChanged(endpoint) && which.test(endpoint))
        .sorted(order.thenComparing(endpoint -> endpoint.slide().endpoint()))
        .toList();
  }

  /** Whether its mean differs by as much as matters. */
  boolean hasMoved(ComparedEndpoint endpoint) {
    double beforeNanos = endpoint.slide().totals().beforeMeanNanos();
    return rules.mutations().matters(Math.abs(rise(endpoint)), beforeNanos);
  }

  private static double rise(ComparedEndpoint endpoint) {
    Totals totals = endpoint.slide().totals();
    return (double) totals.afterMeanNanos() - totals.beforeMeanNanos();
  }
}
