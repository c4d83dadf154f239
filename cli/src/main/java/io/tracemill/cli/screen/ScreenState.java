package io.tracemill.cli.screen;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import io.tracemill.connectors.output.ResultStream;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The current results of the job: the incidents, the newest window of each endpoint and the newest
 * accounts. It drops an endpoint whose newest window ended before the newest window of all began.
 * One thread may write while another reads.
 */
public final class ScreenState {
  /** The streams that it reads. */
  public static final Set<ResultStream> STREAMS =
      Set.of(ResultStream.PROFILES, ResultStream.INCIDENTS, ResultStream.QUALITY);

  /** The job may be silent for this long, or for the length of a window if that is longer. */
  private static final long PATIENCE_MILLIS = Duration.ofSeconds(30).toMillis();

  private final long sinceMillis;
  private final Predicate<JsonNode> wanted;
  private final InstantSource clock;
  private final Map<String, EndpointSummary> endpoints = new HashMap<>();
  private final IncidentBoard incidents = new IncidentBoard();
  private final WatchedEndpoints watched;
  private @Nullable QualitySummary quality;
  private long heardMillis;

  /**
   * An empty state.
   *
   * @param sinceMillis when the traffic began, since the epoch; the first windows are half empty,
   *     so their rates count from then; 0 if unknown
   * @param liveMillis when the job began, since the epoch; it reads older traffic first; 0 if
   *     unknown
   * @param wanted which profiles, endpoint states and incidents to show
   * @param clock shows when the job has fallen silent
   */
  public ScreenState(
      long sinceMillis, long liveMillis, Predicate<JsonNode> wanted, InstantSource clock) {
    this.sinceMillis = sinceMillis;
    this.watched = new WatchedEndpoints(liveMillis);
    this.wanted = requireNonNull(wanted, "wanted");
    this.clock = requireNonNull(clock, "clock");
    this.heardMillis = clock.millis();
  }

  /** Takes in a record of a stream; ignores streams that are not in {@link #STREAMS}. */
  public synchronized void accept(ResultStream stream, JsonNode json) {
    heardMillis = clock.millis();
    if (stream == ResultStream.INCIDENTS) {
      incidents.accept(IncidentSummary.of(json), wanted.test(json));
    } else if (stream == ResultStream.PROFILES && wanted.test(json)) {
      accept(EndpointSummary.of(json));
    } else if (stream == ResultStream.QUALITY && QualitySummary.describes(json)) {
      accept(new QualitySummary(json));
      if (json.path("incidents").path("open").asLong(1) == 0) {
        incidents.nothingFires(json.path("window").path("endMillis").asLong());
      }
    } else if (stream == ResultStream.QUALITY && wanted.test(json)) {
      watched.accept(json);
    }
  }

  private void accept(EndpointSummary summary) {
    incidents.advanceTo(summary.endMillis());
    endpoints.merge(
        summary.endpoint(), summary, (old, add) -> add.endMillis() < old.endMillis() ? old : add);
    long newestStart =
        endpoints.values().stream().mapToLong(EndpointSummary::startMillis).max().orElse(0);
    endpoints.values().removeIf(endpoint -> endpoint.endMillis() <= newestStart);
  }

  private void accept(QualitySummary summary) {
    incidents.advanceTo(summary.endMillis());
    if (quality == null || summary.endMillis() >= quality.endMillis()) {
      quality = summary;
    }
  }

  long sinceMillis() {
    return sinceMillis;
  }

  IncidentBoard incidents() {
    return incidents;
  }

  /** Endpoints of firing incidents first, by urgency; then the others, slowest first. */
  synchronized List<EndpointSummary> endpoints() {
    List<String> urgent = incidents.endpoints();
    return endpoints.values().stream()
        .sorted(
            Comparator.comparingInt((EndpointSummary each) -> place(urgent, each))
                .thenComparing(EndpointSummary.SLOWEST_FIRST))
        .toList();
  }

  private static int place(List<String> urgent, EndpointSummary endpoint) {
    int place = urgent.indexOf(endpoint.endpoint());
    return place < 0 ? Integer.MAX_VALUE : place;
  }

  /** A clause that says how far the absence of incidents means health. */
  String verdict() {
    return watched.verdict(clock.millis());
  }

  /**
   * Lines for the incidents that started to fire, changed urgency or were resolved since the last
   * call. They contain no control characters.
   */
  public synchronized List<String> incidentChanges() {
    return incidents.takeChanges().stream().flatMap(IncidentSummary::lines).toList();
  }

  /** The time of the job's last record, in epoch milliseconds; empty if the job is not silent. */
  OptionalLong silentSinceMillis() {
    long window =
        endpoints.values().stream()
            .mapToLong(endpoint -> endpoint.endMillis() - endpoint.startMillis())
            .max()
            .orElse(0);
    return clock.millis() - heardMillis > Math.max(PATIENCE_MILLIS, window)
        ? OptionalLong.of(heardMillis)
        : OptionalLong.empty();
  }

  /** The newest accounts of the job. */
  public synchronized Optional<QualitySummary> quality() {
    return Optional.ofNullable(quality);
  }

  /** Whether there is an incident to show. */
  public synchronized boolean hasIncidents() {
    return !incidents.shown().isEmpty();
  }

  /** Whether there is an endpoint to show. */
  public synchronized boolean hasEndpoints() {
    return !endpoints.isEmpty();
  }
}
