package io.tracemill.cli.screen;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import io.tracemill.connectors.output.ResultStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is current of the job's results: the newest window of each endpoint and the newest accounts.
 * An endpoint whose newest window ended before the newest of all began is forgotten. One thread may
 * write while another reads.
 */
public final class ScreenState {
  /** All that it takes in. */
  public static final Set<ResultStream> STREAMS =
      Set.of(ResultStream.PROFILES, ResultStream.QUALITY);

  private final long sinceMillis;
  private final Map<String, EndpointSummary> endpoints = new HashMap<>();
  private @Nullable QualitySummary quality;

  /**
   * Nothing yet.
   *
   * @param sinceMillis when the traffic began, since the epoch, so that rates of the first windows
   *     are not those of half empty ones; 0 when unknown
   */
  public ScreenState(long sinceMillis) {
    this.sinceMillis = sinceMillis;
  }

  /**
   * Takes in a record of a stream; those of other streams than {@link #STREAMS} are passed over.
   */
  public synchronized void accept(ResultStream stream, JsonNode json) {
    requireNonNull(stream, "stream");
    if (stream == ResultStream.PROFILES) {
      accept(EndpointSummary.of(json));
    } else if (stream == ResultStream.QUALITY && QualitySummary.describes(json)) {
      accept(QualitySummary.of(json));
    }
  }

  private void accept(EndpointSummary summary) {
    endpoints.merge(
        summary.endpoint(), summary, (old, add) -> add.endMillis() < old.endMillis() ? old : add);
    long newestStart =
        endpoints.values().stream().mapToLong(EndpointSummary::startMillis).max().orElse(0);
    endpoints.values().removeIf(endpoint -> endpoint.endMillis() <= newestStart);
  }

  private void accept(QualitySummary summary) {
    if (quality == null || summary.endMillis() >= quality.endMillis()) {
      quality = summary;
    }
  }

  long sinceMillis() {
    return sinceMillis;
  }

  /** Slowest 95th percentile first; by name among equals. */
  synchronized List<EndpointSummary> endpoints() {
    List<EndpointSummary> sorted = new ArrayList<>(endpoints.values());
    sorted.sort(
        Comparator.comparingLong(EndpointSummary::p95Nanos)
            .reversed()
            .thenComparing(EndpointSummary::endpoint));
    return sorted;
  }

  /** The newest accounts of the job. */
  public synchronized Optional<QualitySummary> quality() {
    return Optional.ofNullable(quality);
  }

  /** Whether there is a figure of any endpoint to show. */
  public synchronized boolean hasEndpoints() {
    return !endpoints.isEmpty();
  }
}
