package io.tracemill.pipeline.judge;

import io.tracemill.analysis.incident.Incident;
import io.tracemill.analysis.span.Frame;

/**
 * An incident on its way to the endpoint that explains it.
 *
 * @param endpoint its first endpoint when it was opened. It never changes, so all records of an
 *     incident take the same route and stay in order
 */
public record RoutedIncident(Frame endpoint, Incident incident) {}
