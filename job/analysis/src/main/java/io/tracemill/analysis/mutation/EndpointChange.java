package io.tracemill.analysis.mutation;

import io.tracemill.analysis.change.ChangeAccount;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.span.Frame;

/**
 * Why the mean latency of one endpoint differs between two stretches of time.
 *
 * @param window whose requests are compared
 * @param baseline with what
 */
public record EndpointChange(
    Frame endpoint, Period window, Period baseline, ChangeAccount account) {}
