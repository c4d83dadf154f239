package io.tracemill.pipeline.judge;

import io.tracemill.analysis.incident.Incident;
import io.tracemill.analysis.span.Frame;

/**
 * An incident on its way to the endpoint that explains it.
 *
 * @param endpoint its first endpoint when it was found first: the same as long as it lasts, so that
 *     all records of an incident go one way and stay in order
 */
public record RoutedIncident(Frame endpoint, Incident incident) {}
