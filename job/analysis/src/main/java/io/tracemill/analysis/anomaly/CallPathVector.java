package io.tracemill.analysis.anomaly;

/**
 * The critical path of a request over the columns of a {@link CallPathEncoder} (CRISP 6.3: SCPV).
 *
 * @param values by column, in standard deviations of training; {@link CallPathEncoder#ABSENT} for a
 *     path on which the request spent no time
 * @param nanos by column, own time on the critical path; 0 if the path is absent
 */
public record CallPathVector(float[] values, long[] nanos) {}
