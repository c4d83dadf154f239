package io.tracemill.analysis.view.tprof;

/**
 * A quantile by nearest rank.
 *
 * @param nanos its value; 0 without durations
 * @param errorNanos from the value to the farther end of its 95 % interval; 0 if every request was
 *     kept
 */
public record Percentile(long nanos, long errorNanos) {}
