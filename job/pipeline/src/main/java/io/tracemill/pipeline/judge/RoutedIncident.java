package io.tracemill.pipeline.judge;

import io.tracemill.analysis.incident.Incident;
import io.tracemill.analysis.span.Frame;

/**
 * An incident on its way to an endpoint that explains it.
 *
 * @param endpoint one of {@link Incident#explainedAt}. All records of an incident go there, in
 *     order
 */
public record RoutedIncident(Frame endpoint, Incident incident) {}
