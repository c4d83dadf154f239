package io.tracemill.connectors.live;

import io.tracemill.analysis.record.EndpointProfile;
import io.tracemill.analysis.record.EndpointProfile.Latency;

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
  static LatencyPoint of(EndpointProfile profile) {
    Latency latency = profile.latencyNanos();
    return new LatencyPoint(
        profile.window().endMillis(),
        profile.traceCount(),
        profile.errorRatio().orElse(0),
        latency.mean(),
        latency.p50(),
        latency.p90(),
        latency.p95(),
        latency.p99());
  }
}
