package io.tracemill.cli.screen;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Comparator;

/**
 * What the screen shows of one record of the profiles stream.
 *
 * @param endpoint service and operation
 * @param startMillis of its window, since the epoch
 * @param endMillis of its window, exclusive
 * @param errorRatio the part of its requests that failed
 */
public record EndpointSummary(
    String endpoint,
    long startMillis,
    long endMillis,
    long traceCount,
    long p50Nanos,
    long p95Nanos,
    long p99Nanos,
    double errorRatio,
    HotSteps steps) {
  /** Slowest 95th percentile first; by name among equals. */
  static final Comparator<EndpointSummary> SLOWEST_FIRST =
      Comparator.comparingLong(EndpointSummary::p95Nanos)
          .reversed()
          .thenComparing(EndpointSummary::endpoint);

  /** What such a record says. */
  public static EndpointSummary of(JsonNode profile) {
    JsonNode window = profile.path("window");
    JsonNode latency = profile.path("latencyNanos");
    return new EndpointSummary(
        Wording.frame(profile.path("endpoint")),
        window.path("startMillis").asLong(),
        window.path("endMillis").asLong(),
        profile.path("traceCount").asLong(),
        latency.path("p50").asLong(),
        latency.path("p95").asLong(),
        latency.path("p99").asLong(),
        profile.path("errorRatio").asDouble(),
        HotSteps.of(profile.path("tree")));
  }

  /** Over the part of the window that lies behind {@code sinceMillis}, when the traffic began. */
  double requestsPerSecond(long sinceMillis) {
    long millis = endMillis - Math.max(startMillis, sinceMillis);
    return millis <= 0 ? 0 : traceCount * 1000.0 / millis;
  }
}
