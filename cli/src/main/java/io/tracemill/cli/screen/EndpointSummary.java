package io.tracemill.cli.screen;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Comparator;

/**
 * The part of a profiles record that the screen shows.
 *
 * @param endpoint service and operation
 * @param startMillis of its window, since the epoch
 * @param endMillis of its window, exclusive
 * @param errorRatio the share of its requests that failed
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
  /** Orders by the 95th percentile, slowest first, then by name. */
  static final Comparator<EndpointSummary> SLOWEST_FIRST =
      Comparator.comparingLong(EndpointSummary::p95Nanos)
          .reversed()
          .thenComparing(EndpointSummary::endpoint);

  /** Reads a profiles record. */
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

  /**
   * Requests a second, over the part of the window after {@code sinceMillis}, when the traffic
   * began.
   */
  double requestsPerSecond(long sinceMillis) {
    long millis = endMillis - Math.max(startMillis, sinceMillis);
    return millis <= 0 ? 0 : traceCount * 1000.0 / millis;
  }
}
