package io.tracemill.console.picture;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * Requests, errors and latency of an endpoint in one window.
 *
 * @param endMillis end of the window, milliseconds since the epoch
 * @param errorRatio share of the requests that failed, 0 to 1
 * @param mean mean latency in nanoseconds; the percentiles have the same unit
 */
public record LatencyPoint(
    long endMillis,
    long traces,
    double errorRatio,
    long mean,
    long p50,
    long p90,
    long p95,
    long p99) {
  /** Reads a profile. */
  static LatencyPoint of(JsonNode profile) {
    JsonNode latency = profile.path("latencyNanos");
    return new LatencyPoint(
        profile.path("window").path("endMillis").asLong(),
        profile.path("traceCount").asLong(),
        profile.path("errorRatio").asDouble(),
        latency.path("mean").asLong(),
        latency.path("p50").asLong(),
        latency.path("p90").asLong(),
        latency.path("p95").asLong(),
        latency.path("p99").asLong());
  }
}
