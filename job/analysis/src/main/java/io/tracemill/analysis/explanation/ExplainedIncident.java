package io.tracemill.analysis.explanation;

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
  /** An incident without former mutations. */
  public ExplainedIncident(Incident incident, Optional<Explanation> explanation) {
    this(incident, explanation, FormerMutations.NONE);
  }
}
