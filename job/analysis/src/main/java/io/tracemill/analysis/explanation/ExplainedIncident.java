package io.tracemill.analysis.explanation;

import io.tracemill.analysis.incident.Incident;
import java.util.Optional;

/**
 * An incident with the reason why requests of its first endpoint are slower.
 *
 * @param explanation none where the requests of one side are not known
 */
public record ExplainedIncident(Incident incident, Optional<Explanation> explanation) {}
