package io.tracemill.analysis.explanation;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.explanation.ChangeAccount.PlaceChange;
import io.tracemill.analysis.incident.Finding;
import io.tracemill.analysis.incident.Incident;
import io.tracemill.analysis.incident.Subject;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.profile.EndpointAccumulator;
import io.tracemill.analysis.span.Frame;
import java.util.Optional;
import java.util.Set;

/**
 * Explains why requests of an endpoint differ between two cohorts (semantics 8.5). Equal requests
 * give equal explanations, whatever the order in which they were merged.
 *
 * <p>Takes time in proportion to the nodes of all call trees, and for structural mutations to the
 * squares of the sizes of forms: 0.15 s of one core where both sides have 200 categories of 500
 * nodes, and nearly half of the categories grow at the cost of the others.
 */
public final class Explainer {
  /** How many terms, and how many places, an account has at most. */
  public static final int MAX_TERMS = 50;

  /** How many mutations are reported at most. */
  public static final int MAX_MUTATIONS = 50;

  /** How many precursors a structural mutation has at most. */
  public static final int MAX_PRECURSORS = 10;

  private final ExplanationRules rules;
  private final Set<String> excluded;

  public Explainer(ExplanationRules rules) {
    this.rules = requireNonNull(rules, "rules");
    this.excluded = Set.copyOf(rules.excludedAttributes());
  }

  /**
   * Explains an incident by the requests of its first endpoint.
   *
   * @param before those of the leading finding's baseline; not to change meanwhile
   * @param after those of its window
   */
  public ExplainedIncident explain(
      Incident incident, EndpointAccumulator before, EndpointAccumulator after) {
    Finding leading = incident.leading();
    return new ExplainedIncident(
        incident,
        explain(
            incident.endpoints().get(0),
            leading.baseline(),
            before,
            leading.window(),
            after,
            placeOf(incident.culprit().subject())));
  }

  private static Optional<Place> placeOf(Subject subject) {
    if (subject instanceof Subject.PlaceTime time) {
      return Optional.of(time.place());
    }
    return subject instanceof Subject.CallShare share
        ? Optional.of(new Place.Operation(share.call().child()))
        : Optional.of(((Subject.ErrorShare) subject).place())
            .filter(place -> place != Place.Request.WHOLE);
  }

  /**
   * Why the requests of {@code after} differ from those of {@code before}; empty where one of them
   * has no request. Exemplars are those of the place that changed most.
   */
  public Optional<Explanation> explain(
      Frame endpoint,
      Period baseline,
      EndpointAccumulator before,
      Period window,
      EndpointAccumulator after) {
    return explain(endpoint, baseline, before, window, after, Optional.empty());
  }

  private Optional<Explanation> explain(
      Frame endpoint,
      Period baseline,
      EndpointAccumulator before,
      Period window,
      EndpointAccumulator after,
      Optional<Place> culprit) {
    return CohortPair.of(before, after)
        .map(
            cohorts -> {
              ChangeAccount account = AccountReader.account(cohorts);
              SampleSide then = SampleSide.of(before);
              SampleSide now = SampleSide.of(after);
              Optional<Place> mostChanged =
                  account.places().stream().map(PlaceChange::place).findFirst();
              return new Explanation(
                  endpoint,
                  baseline,
                  window,
                  Totals.of(before, after, account),
                  account,
                  MutationFinder.find(cohorts, rules.minTraces()),
                  DifferenceFinder.find(then, now, account.deltaMeanNanos() > 0, excluded),
                  Exemplars.of(then, now, culprit.or(() -> mostChanged)));
            });
  }
}
