package io.tracemill.analysis.explanation;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.incident.Incident;
import java.util.Optional;

/**
 * An incident with the reason why requests of its first endpoint are slower.
 *
 * @param explanation empty if the requests of one side are not known
 * @param former categories that explained a resolved incident earlier, but not at its height; empty
 *     while it fires
 */
public record ExplainedIncident(
    Incident incident, Optional<Explanation> explanation, FormerMutations former) {
  /** The figures of an incident are those of its explanation. */
  public ExplainedIncident {
    Incident judged = incident;
    incident = explanation.map(why -> why.measured(judged)).orElse(judged);
  }

  /** The period that the window is compared with. */
  public Period baseline() {
    return explanation.map(Explanation::baseline).orElse(incident.leading().baseline());
  }

  /** The period that the incident's figures cover. */
  public Period window() {
    return explanation.map(Explanation::window).orElse(incident.leading().window());
  }

  /** An incident without former mutations. */
  public ExplainedIncident(Incident incident, Optional<Explanation> explanation) {
    this(incident, explanation, FormerMutations.NONE);
  }
}
