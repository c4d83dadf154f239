package io.tracemill.analysis.view.tprof;

/**
 * The durations of one kind: of all requests, of normal requests, and of the tail.
 *
 * @param normal all requests that are not in the tail
 * @param tail the slowest requests, exactly
 */
public record Times(Figures all, Figures normal, Figures tail) {}
