package io.tracemill.cli.compare;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.cohort.CohortPart;
import io.tracemill.analysis.detection.DetectionRules;
import io.tracemill.analysis.detection.Detector;
import io.tracemill.analysis.explanation.ExplainedIncident;
import io.tracemill.analysis.explanation.Explainer;
import io.tracemill.analysis.explanation.ExplanationRules;
import io.tracemill.analysis.explanation.Figures;
import io.tracemill.analysis.incident.Incident;
import io.tracemill.analysis.pane.PaneCounts;
import io.tracemill.analysis.profile.EndpointAccumulator;
import io.tracemill.analysis.profile.EvidenceSums;
import io.tracemill.analysis.profile.ProfileLimits;
import io.tracemill.analysis.span.Frame;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Compares two cohorts with the job's test, and explains what differs. */
final class Comparer {
  /** Requests of an endpoint that a baseline needs. */
  static final int MIN_BEFORE = 20;

  /** Panes in which they have to be. */
  static final int MIN_PANES = 4;

  /** Traces that have to be complete. */
  private static final double MIN_COMPLETE = 0.9;

  private final DetectionRules rules;
  private final Explainer explainer;
  private final Cohorts cohorts;
  private final EndpointAccumulator none;

  /**
   * @param rules but for the length of a pane
   */
  Comparer(
      DetectionRules rules, ExplanationRules explanation, ProfileLimits limits, Cohorts cohorts) {
    this.rules = rules.withPane(cohorts.split().sliceMillis());
    this.explainer = new Explainer(explanation.excluding(cohorts.split().attributeKeys()));
    this.cohorts = cohorts;
    this.none = new EndpointAccumulator(limits);
  }

  Comparison compare() {
    Set<Frame> all = new TreeSet<>(cohorts.before().requests().keySet());
    all.addAll(cohorts.after().requests().keySet());
    List<ComparedEndpoint> endpoints = all.stream().map(this::endpoint).toList();
    Set<Frame> compared =
        endpoints.stream()
            .filter(endpoint -> endpoint.doubt().isEmpty())
            .map(ComparedEndpoint::endpoint)
            .collect(Collectors.toSet());
    List<ExplainedIncident> incidents =
        Detector.compare(rules, panes(cohorts.before(), compared), panes(cohorts.after(), compared))
            .stream()
            .map(this::dated)
            .map(this::explain)
            .toList();
    return new Comparison(cohorts.split(), rules, incidents, endpoints);
  }

  private static List<List<PaneCounts>> panes(Cohorts.Side side, Set<Frame> compared) {
    return side.panes().stream()
        .map(pane -> pane.stream().filter(part -> compared.contains(part.endpoint())).toList())
        .toList();
  }

  /** The detector counts panes from 0. */
  private Incident dated(Incident incident) {
    return incident.dated(
        cohorts.split().periodOf(CohortPart.BASELINE),
        cohorts.split().periodOf(CohortPart.PROBLEM));
  }

  private ExplainedIncident explain(Incident incident) {
    Frame endpoint = incident.endpoints().get(0);
    return explainer.explain(incident, before(endpoint), after(endpoint));
  }

  private ComparedEndpoint endpoint(Frame endpoint) {
    EndpointAccumulator before = before(endpoint);
    EndpointAccumulator after = after(endpoint);
    return new ComparedEndpoint(
        endpoint,
        before.count(),
        after.count(),
        tooFew(endpoint, before, after).or(() -> unsure(before)).or(() -> unsure(after)),
        explainer.explain(
            endpoint,
            cohorts.split().periodOf(CohortPart.BASELINE),
            before,
            cohorts.split().periodOf(CohortPart.PROBLEM),
            after));
  }

  private EndpointAccumulator before(Frame endpoint) {
    return requireNonNull(cohorts.before().requests().getOrDefault(endpoint, none));
  }

  private EndpointAccumulator after(Frame endpoint) {
    return requireNonNull(cohorts.after().requests().getOrDefault(endpoint, none));
  }

  private Optional<String> tooFew(
      Frame endpoint, EndpointAccumulator before, EndpointAccumulator after) {
    long panes =
        cohorts.before().panes().stream()
            .filter(pane -> has(pane, endpoint))
            .limit(MIN_PANES)
            .count();
    return before.count() < MIN_BEFORE || panes < MIN_PANES || after.count() < rules.minRequests()
        ? Optional.of("too few requests")
        : Optional.empty();
  }

  private static boolean has(Collection<PaneCounts> pane, Frame endpoint) {
    return pane.stream().anyMatch(part -> part.endpoint().equals(endpoint) && part.requests() > 0);
  }

  private static Optional<String> unsure(EndpointAccumulator requests) {
    EvidenceSums evidence = requests.evidence();
    double complete =
        (double) requests.count() / Math.max(1, requests.count() + evidence.incomplete());
    return complete < MIN_COMPLETE
        ? Optional.of("only %s of the traces are complete".formatted(Figures.percent(complete)))
        : Optional.empty();
  }
}
