package io.tracemill.analysis.view.tprof;

import java.util.Optional;

/**
 * What is known of durations of one kind. They are exact if every request was kept; then all errors
 * are 0.
 *
 * @param count how many, estimated by the weights of kept requests
 * @param sampled how many were measured, in kept requests; {@code count} if every request was kept
 * @param meanNanos their mean; 0 without durations
 * @param meanErrorNanos its standard error
 * @param stddevNanos the standard deviation of the durations
 * @param p50 their median; empty if it was estimated from fewer than 20 requests
 * @param p99 their 99th percentile; empty if it was estimated from fewer than 100 requests
 */
public record Figures(
    long count,
    long sampled,
    double meanNanos,
    double meanErrorNanos,
    double stddevNanos,
    Optional<Percentile> p50,
    Optional<Percentile> p99) {}
