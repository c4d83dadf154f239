package io.tracemill.analysis.explanation;

import io.tracemill.analysis.incident.Incident;
import java.util.Optional;

/**
 * An incident with the reason why requests of its first endpoint are slower.
 *
 * @param explanation none where the requests of one side are not known
 * @param former categories that end with a resolved incident and do not explain it at its height;
 *     none while it fires
 */
public record ExplainedIncident(
    Incident incident, Optional<Explanation> explanation, FormerMutations former) {
  /** One without former mutations. */
  public ExplainedIncident(Incident incident, Optional<Explanation> explanation) {
    this(incident, explanation, FormerMutations.NONE);
  }
}
