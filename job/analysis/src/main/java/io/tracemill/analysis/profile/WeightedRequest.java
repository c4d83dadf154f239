package io.tracemill.analysis.profile;

/**
 * A sampled request.
 *
 * @param weight for how many requests of about its duration it stands
 */
public record WeightedRequest(SampledRequest request, double weight) {}
