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
    CallTree tree) {
  /** Slowest 95th percentile first; by name among equals. */
  static final Comparator<EndpointSummary> SLOWEST_FIRST =
      Comparator.comparingLong(EndpointSummary::p95Nanos)
          .reversed()
          .thenComparing(EndpointSummary::endpoint);

  private static final double MILLIS_PER_SECOND = 1000;

  /** What such a record says. */
  public static EndpointSummary of(JsonNode profile) {
    JsonNode window = profile.path("window");
    JsonNode endpoint = profile.path("endpoint");
    JsonNode latency = profile.path("latencyNanos");
    return new EndpointSummary(
        Wording.frame(endpoint),
        window.path("startMillis").asLong(),
        window.path("endMillis").asLong(),
        profile.path("traceCount").asLong(),
        latency.path("p50").asLong(),
        latency.path("p95").asLong(),
        latency.path("p99").asLong(),
        profile.path("errorRatio").asDouble(),
        CallTree.of(profile.path("tree")));
  }

  /** Over the part of the window that lies behind {@code sinceMillis}, when the traffic began. */
  double requestsPerSecond(long sinceMillis) {
    long millis = endMillis - Math.max(startMillis, sinceMillis);
    return millis <= 0 ? 0 : traceCount * MILLIS_PER_SECOND / millis;
  }
}
