package io.tracemill.pipeline.judge;

import io.tracemill.analysis.incident.Incident;
import io.tracemill.analysis.span.Frame;
import java.util.Optional;

/**
 * An incident on its way to an endpoint that explains it.
 *
 * @param endpoint one of {@link Incident#explainedAt}. All records of an incident go there, in
 *     order
 * @param verdict what the stack samples of a host say about its culprit; if present, the incident
 *     itself is not news and was routed before
 */
public record RoutedIncident(Frame endpoint, Incident incident, Optional<HostVerdict> verdict) {
  /** An incident as it was judged. */
  public RoutedIncident(Frame endpoint, Incident incident) {
    this(endpoint, incident, Optional.empty());
  }

  /**
   * What the stack samples of a host say.
   *
   * @param sentence empty if nothing explains why its spans are slow
   */
  public record HostVerdict(String host, String sentence) {}
}
