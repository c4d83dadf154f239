package io.tracemill.analysis.comparison;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.detection.DetectionRules;
import io.tracemill.analysis.detection.Detector;
import io.tracemill.analysis.explanation.Cohort;
import io.tracemill.analysis.explanation.ExplainedIncident;
import io.tracemill.analysis.explanation.Explainer;
import io.tracemill.analysis.explanation.Explanation;
import io.tracemill.analysis.explanation.ExplanationRules;
import io.tracemill.analysis.explanation.Figures;
import io.tracemill.analysis.explanation.FormerMutations;
import io.tracemill.analysis.incident.Incident;
import io.tracemill.analysis.incident.Subject;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.sums.EndpointSums;
import io.tracemill.analysis.sums.EvidenceSums;
import io.tracemill.analysis.sums.PaneCounts;
import io.tracemill.analysis.sums.SumRules;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Compares two cohorts with the job's test, and explains what differs. */
public final class Comparer {
  /** A baseline needs this many requests of an endpoint. */
  static final int MIN_BEFORE = 20;

  /** The baseline's requests must span this many panes. */
  static final int MIN_PANES = 4;

  /** This share of the traces must be complete. */
  private static final double MIN_COMPLETE = 0.9;

  private final DetectionRules rules;
  private final Explainer explainer;
  private final Cohorts cohorts;
  private final EndpointSums none;

  /**
   * A comparer for these cohorts.
   *
   * @param rules except the length of a pane, which the cohorts set
   */
  public Comparer(
      DetectionRules rules, ExplanationRules explanation, SumRules limits, Cohorts cohorts) {
    this.rules = rules.withPane(cohorts.paneMillis());
    this.explainer = new Explainer(explanation.excluding(cohorts.split().attributeKeys()));
    this.cohorts = cohorts;
    this.none = new EndpointSums(limits);
  }

  /** The differences. */
  public Comparison compare() {
    Set<Frame> all = new TreeSet<>(cohorts.before().requests().keySet());
    all.addAll(cohorts.after().requests().keySet());
    List<Comparison.Endpoint> endpoints = all.stream().map(this::endpoint).toList();
    List<Comparison.Endpoint> compared =
        endpoints.stream().filter(endpoint -> endpoint.doubt().isEmpty()).toList();
    List<ExplainedIncident> explained =
        found(compared).stream()
            // The detector counts panes from 0.
            .map(found -> found.dated(cohorts.before().time(), cohorts.after().time()))
            .flatMap(this::explain)
            .toList();
    return new Comparison(rules, explained, endpoints);
  }

  private List<Incident> found(List<Comparison.Endpoint> compared) {
    Set<Frame> names =
        compared.stream().map(Comparison.Endpoint::endpoint).collect(Collectors.toSet());
    List<Incident> found =
        Detector.compare(rules, panes(cohorts.before(), names), panes(cohorts.after(), names));
    return found.isEmpty() && cohorts.split().isOfSameTime()
        ? new SameTimeComparison(rules)
            .incidents(compared.stream().flatMap(each -> each.explanation().stream()).toList())
        : found;
  }

  private static List<List<PaneCounts>> panes(Cohorts.Side side, Set<Frame> compared) {
    return side.panes().stream()
        .map(pane -> pane.stream().filter(part -> compared.contains(part.endpoint())).toList())
        .toList();
  }

  private Stream<ExplainedIncident> explain(Incident incident) {
    Optional<Subject> culprit = Optional.of(incident.culprit().subject());
    return incident.explainedAt().stream()
        .map(
            endpoint ->
                new ExplainedIncident(
                    endpoint, incident, explain(endpoint, culprit), FormerMutations.NONE));
  }

  private Optional<Explanation> explain(Frame endpoint, Optional<Subject> culprit) {
    return explainer.explain(
        endpoint, cohort(cohorts.before(), endpoint), cohort(cohorts.after(), endpoint), culprit);
  }

  private Cohort cohort(Cohorts.Side side, Frame endpoint) {
    Period time = side.time();
    return new Cohort(
        time,
        Optional.ofNullable(side.requests().get(endpoint)).orElse(none),
        side.rows().getOrDefault(endpoint, List.of()));
  }

  private Comparison.Endpoint endpoint(Frame endpoint) {
    EndpointSums before = cohort(cohorts.before(), endpoint).requests();
    EndpointSums after = cohort(cohorts.after(), endpoint).requests();
    return new Comparison.Endpoint(
        endpoint,
        before.count(),
        after.count(),
        tooFew(endpoint, before, after).or(() -> unsure(before)).or(() -> unsure(after)),
        explain(endpoint, Optional.empty()));
  }

  private Optional<String> tooFew(Frame endpoint, EndpointSums before, EndpointSums after) {
    long panes =
        cohorts.before().panes().stream()
            .filter(
                pane ->
                    pane.stream()
                        .anyMatch(part -> part.endpoint().equals(endpoint) && part.requests() > 0))
            .count();
    return before.count() < MIN_BEFORE || panes < MIN_PANES || after.count() < rules.minRequests()
        ? Optional.of("too few requests")
        : Optional.empty();
  }

  private static Optional<String> unsure(EndpointSums requests) {
    EvidenceSums evidence = requests.evidence();
    double complete =
        1
            - (double) evidence.get(EvidenceSums.Sum.INCOMPLETE)
                / Math.max(1, evidence.get(EvidenceSums.Sum.REQUESTS));
    return complete < MIN_COMPLETE
        ? Optional.of("only %s of the traces are complete".formatted(Figures.percent(complete)))
        : Optional.empty();
  }
}
