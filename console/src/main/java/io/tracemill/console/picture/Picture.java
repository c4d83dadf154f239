package io.tracemill.console.picture;

import static java.util.Comparator.comparing;
import static java.util.Comparator.comparingLong;
import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import io.tracemill.analysis.span.Frame;
import io.tracemill.connectors.output.ResultStream;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;

/**
 * The newest records of each of the job's output streams, within {@link PictureLimits}. It is
 * thread-safe.
 */
public final class Picture {
  /** The streams whose records the picture keeps. */
  public static final Set<ResultStream> STREAMS =
      EnumSet.complementOf(
          EnumSet.of(ResultStream.TRACES, ResultStream.LATE_SPANS, ResultStream.DEAD_LETTERS));

  /** Windows to keep. The page of an incident shows the changes of several windows. */
  private static final Map<ResultStream, Integer> WINDOWS =
      new EnumMap<>(
          Map.of(
              ResultStream.CHANGES, 12,
              ResultStream.HOTSPOTS, 1,
              ResultStream.SYSTEMS, 1,
              ResultStream.HEATMAPS, 1,
              ResultStream.WHAT_IFS, 1,
              ResultStream.BREAKDOWNS, 1,
              ResultStream.QUALITY, 1));

  /** Windows of each endpoint in a list of all endpoints. */
  private static final int LISTED_POINTS = 60;

  private final PictureLimits limits;
  private final Map<Frame, EndpointNow> endpoints = new HashMap<>();
  private final Map<ResultStream, RecordShelf> shelves = new EnumMap<>(ResultStream.class);
  private final IncidentShelf incidents;
  private final JobAccounts accounts = new JobAccounts();
  private long newestMillis;
  private long profileCharacters;
  private long revision;

  /** An empty picture. */
  public Picture(PictureLimits limits) {
    this.limits = requireNonNull(limits, "limits");
    this.incidents = new IncidentShelf(limits.incidents(), limits.shelfCharacters());
    WINDOWS.forEach(
        (stream, windows) ->
            shelves.put(stream, new RecordShelf(windows, limits.shelfCharacters())));
  }

  /** Adds a record; ignores streams that are not in {@link #STREAMS}. */
  public synchronized void accept(Result result) {
    revision++;
    switch (result.stream()) {
      case PROFILES -> acceptProfile(result);
      case INCIDENTS -> incidents.acceptIncident(result);
      case MUTATIONS -> incidents.acceptMutation(result);
      case QUALITY -> acceptQuality(result);
      case TRACES, LATE_SPANS, DEAD_LETTERS -> {}
      default -> shelf(result.stream()).accept(result);
    }
  }

  /** Tells the picture that it has all records that the job has written. */
  synchronized void complete() {
    accounts.complete();
  }

  private void acceptProfile(Result profile) {
    profile
        .endpoint()
        .map(this::endpoint)
        .ifPresent(
            endpoint -> {
              profileCharacters -= endpoint.characters();
              endpoint.acceptProfile(profile);
              profileCharacters += endpoint.characters();
            });
    if (profile.endMillis() > newestMillis) {
      newestMillis = profile.endMillis();
      advanceTo(newestMillis);
    }
    while (endpoints.size() > limits.endpoints() || tooLarge()) {
      endpoints.values().stream().min(comparingLong(EndpointNow::lastMillis)).ifPresent(this::drop);
    }
  }

  private void advanceTo(long millis) {
    incidents.advanceTo(millis);
    List<EndpointNow> old =
        endpoints.values().stream()
            .filter(each -> millis - each.lastMillis() > limits.forgetMillis())
            .toList();
    old.forEach(this::drop);
  }

  private void drop(EndpointNow endpoint) {
    profileCharacters -= endpoint.characters();
    endpoints.remove(endpoint.endpoint());
  }

  private void acceptQuality(Result quality) {
    String scope = quality.json().path("scope").asText();
    if (scope.equals("endpoint")) {
      quality
          .endpoint()
          .filter(each -> endpoints.containsKey(each) || endpoints.size() < limits.endpoints())
          .ifPresent(endpoint -> endpoint(endpoint).acceptQuality(quality));
      return;
    }
    if (scope.equals("job") && accounts.accept(quality)) {
      advanceTo(quality.endMillis());
      if (quality.json().path("incidents").path("open").asLong(1) == 0) {
        incidents.nothingFires(quality.endMillis());
      }
    }
    shelf(ResultStream.QUALITY).accept(quality);
  }

  private EndpointNow endpoint(Frame endpoint) {
    return endpoints.computeIfAbsent(endpoint, each -> new EndpointNow(each, limits.points()));
  }

  private boolean tooLarge() {
    return endpoints.size() > 1 && profileCharacters > limits.profileCharacters();
  }

  private RecordShelf shelf(ResultStream stream) {
    return requireNonNull(shelves.get(stream), stream.label());
  }

  /** A number that grows with each record. */
  public synchronized long revision() {
    return revision;
  }

  /** The end of the newest profile's window, since the epoch; empty before the first profile. */
  public synchronized OptionalLong asOfMillis() {
    return newestMillis == 0 ? OptionalLong.empty() : OptionalLong.of(newestMillis);
  }

  /** The number of endpoints in the picture. */
  public synchronized int endpointCount() {
    return endpoints.size();
  }

  /** All endpoints that have a profile, by name, with their newest 60 windows. */
  public synchronized List<EndpointView> endpoints() {
    return endpoints.values().stream()
        .filter(EndpointNow::hasProfile)
        .sorted(comparing(EndpointNow::endpoint))
        .map(each -> each.view(LISTED_POINTS, accounts))
        .toList();
  }

  /** An endpoint with all its windows; empty if it has no profile. */
  public synchronized Optional<EndpointView> find(Frame endpoint) {
    return Optional.ofNullable(endpoints.get(endpoint))
        .filter(EndpointNow::hasProfile)
        .map(each -> each.view(limits.points(), accounts));
  }

  /** The {@code watch} of each endpoint, by name. */
  public synchronized Map<Frame, JsonNode> watches() {
    Map<Frame, JsonNode> watches = new TreeMap<>();
    endpoints.forEach(
        (endpoint, now) -> now.watch().ifPresent(watch -> watches.put(endpoint, watch)));
    return watches;
  }

  /** All incidents, worst first. */
  public synchronized List<IncidentView> incidents() {
    return incidents.worstFirst();
  }

  /** The incidents that fire, worst first. */
  public List<IncidentView> firing() {
    return incidents().stream().filter(IncidentView::firing).toList();
  }

  /** The number of incidents that fire, by severity, worst first. */
  public Map<String, Long> firingBySeverity() {
    List<IncidentView> firing = firing();
    Map<String, Long> counts = new LinkedHashMap<>();
    for (String severity : IncidentView.SEVERITIES) {
      counts.put(
          severity, firing.stream().filter(each -> each.severity().equals(severity)).count());
    }
    return counts;
  }

  /** An incident by its id. */
  public synchronized Optional<IncidentView> incident(String id) {
    return incidents.incident(id);
  }

  /** The mutations of an incident, as JSON. */
  public synchronized List<String> mutations(String incident) {
    return incidents.mutations(incident);
  }

  /** The records of a stream about an endpoint as JSON, newest window first. */
  public synchronized List<String> records(ResultStream stream, Frame endpoint) {
    if (stream == ResultStream.MUTATIONS) {
      return incidents.mutations(endpoint);
    }
    return shelf(stream).of(endpoint);
  }

  /** The records of the newest window of a stream, as JSON. */
  public synchronized List<String> newestWindow(ResultStream stream) {
    return shelf(stream).newestWindow();
  }

  /** The newest quality record of the whole job. */
  public synchronized Optional<Result> jobQuality() {
    return accounts.newest();
  }

  /** One from up to ten minutes before it; empty if there is none, or if the job has ended. */
  public synchronized Optional<Result> earlierJobQuality() {
    return accounts.earlier();
  }
}
