package io.tracemill.analysis.explanation;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.incident.Incident;
import io.tracemill.analysis.profile.EndpointAccumulator;
import io.tracemill.analysis.span.Frame;
import java.util.Optional;

/** Explains why requests of an endpoint differ between two cohorts (semantics 8.5). */
public final class Explainer {
  /** How many terms, and how many places, an account has at most. */
  public static final int MAX_TERMS = 50;

  /** How many mutations are reported at most. */
  public static final int MAX_MUTATIONS = 50;

  /** How many precursors a structural mutation has at most. */
  public static final int MAX_PRECURSORS = 10;

  /** How many traces of a side are named at most. */
  public static final int MAX_EXEMPLARS = 3;

  private final ExplanationRules rules;

  public Explainer(ExplanationRules rules) {
    this.rules = requireNonNull(rules, "rules");
  }

  /**
   * Explains an incident by the requests of its first endpoint.
   *
   * @param before those of the leading finding's baseline; not to change meanwhile
   * @param after those of its window
   */
  public ExplainedIncident explain(
      Incident incident, EndpointAccumulator before, EndpointAccumulator after) {
    return new ExplainedIncident(incident, Optional.empty());
  }

  /**
   * Why the requests of {@code after} differ from those of {@code before}; empty where one of them
   * has no request.
   */
  public Optional<Explanation> explain(
      Frame endpoint,
      Period baseline,
      EndpointAccumulator before,
      Period window,
      EndpointAccumulator after) {
    requireNonNull(rules, "rules");
    return Optional.empty();
  }
}
