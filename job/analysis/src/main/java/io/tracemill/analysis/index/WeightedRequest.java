package io.tracemill.analysis.index;

/**
 * A request of the index with what it stands for.
 *
 * @param weight number of requests that it stands for; 0 if it was kept in addition
 * @param samplePoint its pseudo-random number, 0 or more and below 1
 * @param uniformBelow the index has all requests of its endpoint, category and pane with a smaller
 *     sample point; 1 if it has all of them
 */
public record WeightedRequest(
    IndexedRequest request, double weight, double samplePoint, double uniformBelow) {}
