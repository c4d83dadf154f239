package io.tracemill.analysis.view.estimate;

/**
 * The requests that an answer rests on.
 *
 * @param requests number of requests that the kept ones stand for
 * @param kept number of kept requests
 * @param leftOut number of kept requests that the answer leaves out, because of these only the
 *     spans on the critical path are kept
 * @param exact whether every request is kept, so that the figures have no error
 */
public record Basis(double requests, int kept, int leftOut, boolean exact) {}
