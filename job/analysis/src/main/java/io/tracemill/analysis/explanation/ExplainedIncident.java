package io.tracemill.analysis.explanation;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.incident.Finding;
import io.tracemill.analysis.incident.Handling;
import io.tracemill.analysis.incident.HandlingRules;
import io.tracemill.analysis.incident.Incident;
import io.tracemill.analysis.incident.Subject;
import io.tracemill.analysis.span.Frame;
import java.util.Optional;

/**
 * An incident as one of its endpoints explains it.
 *
 * @param at the endpoint
 * @param explanation why its requests are slower; empty if the requests of one side are not known
 * @param former categories that explained a resolved incident earlier, but not at its height; empty
 *     while it fires
 * @param stacks what stack samples say about the culprit's hosts
 * @param handling who owns it and whether it is muted
 */
public record ExplainedIncident(
    Frame at,
    Incident incident,
    Optional<Explanation> explanation,
    FormerMutations former,
    HostStacks stacks,
    Handling handling) {
  /** The figures of an incident are those of its explanation. */
  public ExplainedIncident {
    Incident judged = incident;
    incident = explanation.map(why -> why.measured(judged)).orElse(judged);
  }

  /** An incident that nobody handles yet. */
  public ExplainedIncident(
      Frame at,
      Incident incident,
      Optional<Explanation> explanation,
      FormerMutations former,
      HostStacks stacks) {
    this(at, incident, explanation, former, stacks, Handling.NONE);
  }

  /** An incident without stack samples. */
  public ExplainedIncident(
      Frame at, Incident incident, Optional<Explanation> explanation, FormerMutations former) {
    this(at, incident, explanation, former, HostStacks.NONE);
  }

  /** A firing incident at its first endpoint. */
  public ExplainedIncident(Incident incident, Optional<Explanation> explanation) {
    this(incident.endpoints().get(0), incident, explanation, FormerMutations.NONE);
  }

  /** The same incident, handled by these rules. */
  public ExplainedIncident handledBy(HandlingRules rules) {
    return new ExplainedIncident(at, incident, explanation, former, stacks, rules.of(incident));
  }

  /** Whether this endpoint tells of the whole incident, the others only of their own findings. */
  public boolean isWhole() {
    return at.equals(incident.endpoints().get(0));
  }

  /**
   * Whether this endpoint tells of a finding: of its own calls and errors, the first of the rest.
   */
  boolean tells(Finding finding) {
    return finding
        .endpoint()
        .filter(endpoint -> !(finding.subject() instanceof Subject.PlaceTime))
        .filter(incident.explainedAt()::contains)
        .map(at::equals)
        .orElse(isWhole());
  }

  /** The period that the window is compared with. */
  public Period baseline() {
    return explanation.map(Explanation::baseline).orElse(incident.culprit().baseline());
  }

  /** The period that the incident's figures cover. */
  public Period window() {
    return explanation.map(Explanation::window).orElse(incident.culprit().window());
  }
}
