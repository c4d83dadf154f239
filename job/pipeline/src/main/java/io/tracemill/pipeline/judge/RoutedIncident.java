package io.tracemill.pipeline.judge;

import io.tracemill.analysis.incident.Incident;
import io.tracemill.analysis.span.Frame;
import java.util.Optional;

/**
 * An incident on its way to an endpoint that explains it.
 *
 * @param endpoint one of {@link Incident#explainedAt}. All records of an incident go there, in
 *     order
 * @param stacks what stack samples of a host say about it; if present, nothing else is new
 */
public record RoutedIncident(Frame endpoint, Incident incident, Optional<String> stacks) {
  /** An incident as it was judged. */
  public RoutedIncident(Frame endpoint, Incident incident) {
    this(endpoint, incident, Optional.empty());
  }
}
