package io.tracemill.analysis.explanation;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.profile.EndpointAccumulator;

/**
 * Requests of one endpoint in some time.
 *
 * @param requests not to be changed
 */
public record Cohort(Period time, EndpointAccumulator requests) {}
