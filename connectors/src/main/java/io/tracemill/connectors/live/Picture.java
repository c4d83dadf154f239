package io.tracemill.connectors.live;

import static java.util.Comparator.comparing;
import static java.util.Comparator.comparingLong;
import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.incident.Incident.Severity;
import io.tracemill.analysis.record.Dependency;
import io.tracemill.analysis.record.EndpointProfile;
import io.tracemill.analysis.record.EndpointProfile.Increment;
import io.tracemill.analysis.record.IncidentRecord;
import io.tracemill.analysis.record.MutationRecord;
import io.tracemill.analysis.record.QualityRecord;
import io.tracemill.analysis.record.StreamRecord;
import io.tracemill.analysis.span.Frame;
import io.tracemill.connectors.output.RecordJson;
import io.tracemill.connectors.output.ResultStream;
import java.io.IOException;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Predicate;

/**
 * The newest records of each of the job's output streams, within {@link PictureLimits}. It is
 * thread-safe.
 */
public final class Picture {
  /** The streams whose records the picture keeps. */
  public static final Set<ResultStream> STREAMS =
      EnumSet.complementOf(
          EnumSet.of(
              ResultStream.TRACES,
              ResultStream.KEEP,
              ResultStream.LATE_SPANS,
              ResultStream.DEAD_LETTERS));

  /**
   * Windows to keep. The page of an incident shows the changes of several windows. The window of an
   * anomaly is the millisecond in which its request starts; that of a deployment, the millisecond
   * in which its first request closed.
   */
  private static final Map<ResultStream, Integer> WINDOWS =
      new EnumMap<>(
          Map.of(
              ResultStream.CHANGES, 200,
              ResultStream.HOTSPOTS, 1,
              ResultStream.DEPENDENCIES, 1,
              ResultStream.STACK_EXPLANATIONS, 24,
              ResultStream.ANOMALIES, 1_000,
              ResultStream.DEPLOYMENTS, 200,
              ResultStream.QUALITY, 1));

  /** Windows of each endpoint in a list of all endpoints. */
  private static final int LISTED_POINTS = 60;

  private static final long NANOS_PER_MILLI = 1_000_000;

  private final PictureLimits limits;
  private final Map<Frame, EndpointNow> endpoints = new HashMap<>();
  private final Map<ResultStream, RecordShelf<Optional<Frame>>> shelves =
      new EnumMap<>(ResultStream.class);
  private final IncidentShelf incidents;
  private final JobAccounts accounts = new JobAccounts();
  private final RequestCounters<Frame> requests = new RequestCounters<>(PathStep.OTHER.frame());
  private final RequestCounters<CallEdge> calls = new RequestCounters<>(CallEdge.OTHER);
  private long newestMillis;
  private long profileCharacters;
  private long revision;

  private final Predicate<StreamRecord> wanted;

  /** The endpoint and the time of a record that is kept as JSON. */
  private record About(
      Optional<Frame> endpoint,
      Optional<Period> window,
      OptionalLong startNanos,
      OptionalLong sinceMillis) {
    long millis() {
      return window
          .map(Period::endMillis)
          .orElse(sinceMillis.orElse(startNanos.orElse(0) / NANOS_PER_MILLI));
    }
  }

  /** An empty picture of everything. */
  public Picture(PictureLimits limits) {
    this(limits, record -> true, (before, now) -> {});
  }

  /**
   * An empty picture.
   *
   * @param wanted which profiles, endpoint states and incidents to keep; an incident that is kept
   *     is followed to its end
   * @param changes gets each record of a kept incident, and the one before
   */
  public Picture(
      PictureLimits limits,
      Predicate<StreamRecord> wanted,
      BiConsumer<Optional<IncidentView>, IncidentView> changes) {
    this.limits = requireNonNull(limits, "limits");
    this.wanted = requireNonNull(wanted, "wanted");
    this.incidents = new IncidentShelf(limits.incidents(), limits.shelfCharacters(), changes);
    WINDOWS.forEach(
        (stream, windows) ->
            shelves.put(stream, new RecordShelf<>(windows, limits.shelfCharacters())));
  }

  /**
   * Adds a record; ignores streams that are not in {@link #STREAMS}.
   *
   * @param key of the Kafka record; a newer record replaces an older one with the same key; empty
   *     if unknown
   * @param text the JSON
   * @return whether it is a record of this stream
   */
  public synchronized boolean accept(ResultStream stream, String key, String text) {
    try {
      switch (stream) {
        case PROFILES -> acceptProfile(RecordJson.read(text, EndpointProfile.class), text);
        case INCIDENTS -> acceptIncident(RecordJson.read(text, IncidentRecord.class), text);
        case MUTATIONS ->
            incidents.acceptMutation(RecordJson.read(text, MutationRecord.class), text);
        case DEPENDENCIES -> acceptDependency(RecordJson.read(text, Dependency.class), key, text);
        case QUALITY -> acceptQuality(RecordJson.read(text, QualityRecord.class), key, text);
        case TRACES, KEEP, LATE_SPANS, DEAD_LETTERS -> {}
        default -> {
          About about = RecordJson.read(text, About.class);
          shelf(stream).accept(about.endpoint(), about.millis(), key, text);
        }
      }
    } catch (IOException e) {
      return false;
    }
    revision++;
    return true;
  }

  private void acceptIncident(IncidentRecord incident, String text) {
    incidents.advanceTo(incident.judgedMillis());
    if (incidents.knows(incident.id()) || wanted.test(incident)) {
      incidents.acceptIncident(incident, text);
    }
  }

  /** Tells the picture that it is current: from now on it counts requests. */
  public synchronized void startCounting() {
    requests.start();
    calls.start();
  }

  /** By endpoint, the requests since {@link #startCounting}; some only in {@code (other)}. */
  public synchronized Map<Frame, RequestCounters.Total> requestTotals() {
    return requests.totals();
  }

  /** By edge, the calls between services since {@link #startCounting}; likewise. */
  public synchronized Map<CallEdge, RequestCounters.Total> callTotals() {
    return calls.totals();
  }

  /** Tells the picture that it has all records that the job has written. */
  public synchronized void complete() {
    accounts.complete();
  }

  private void acceptProfile(EndpointProfile profile, String text) {
    if (!wanted.test(profile)) {
      return;
    }
    profile.newest().ifPresent(newest -> count(profile, newest));
    EndpointNow endpoint = endpoint(profile.endpoint());
    profileCharacters -= endpoint.characters();
    endpoint.acceptProfile(profile, text);
    profileCharacters += endpoint.characters();
    if (profile.window().endMillis() > newestMillis) {
      newestMillis = profile.window().endMillis();
      advanceTo(newestMillis);
    }
    while (endpoints.size() > limits.endpoints() || tooLarge()) {
      endpoints.values().stream().min(comparingLong(EndpointNow::lastMillis)).ifPresent(this::drop);
    }
  }

  private void count(EndpointProfile profile, Increment newest) {
    calls.advanceTo(newest.time().endMillis());
    requests.add(
        profile.endpoint(),
        newest.time(),
        newest.requests(),
        newest.errors(),
        newest.durations(),
        profile.exemplars().stream()
            .map(each -> new RequestCounters.Exemplar(each.traceId(), each.durationNanos()))
            .toList());
  }

  private void acceptDependency(Dependency edge, String key, String text) {
    edge.newest()
        .ifPresent(
            newest ->
                calls.add(
                    CallEdge.of(edge),
                    newest.time(),
                    newest.requests(),
                    newest.failed(),
                    newest.durations(),
                    List.of()));
    shelf(ResultStream.DEPENDENCIES).accept(Optional.empty(), edge.window().endMillis(), key, text);
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

  private void acceptQuality(QualityRecord quality, String key, String text) {
    if (quality instanceof QualityRecord.Endpoint record) {
      Frame endpoint = record.endpoint();
      boolean room = endpoints.containsKey(endpoint) || endpoints.size() < limits.endpoints();
      if (room && wanted.test(quality)) {
        endpoint(endpoint).acceptQuality(record);
      }
      return;
    }
    long end = quality.window().endMillis();
    if (quality instanceof QualityRecord.Job job && accounts.accept(job)) {
      advanceTo(end);
      if (job.incidents().open() == 0) {
        incidents.nothingFires(end);
      }
    }
    shelf(ResultStream.QUALITY).accept(Optional.empty(), end, key, text);
  }

  private EndpointNow endpoint(Frame endpoint) {
    return endpoints.computeIfAbsent(endpoint, each -> new EndpointNow(each, limits.points()));
  }

  private boolean tooLarge() {
    return endpoints.size() > 1 && profileCharacters > limits.profileCharacters();
  }

  private RecordShelf<Optional<Frame>> shelf(ResultStream stream) {
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

  /** The newest quality record of each endpoint that says whether it is watched, by name. */
  public synchronized Map<Frame, QualityRecord.Endpoint> watches() {
    Map<Frame, QualityRecord.Endpoint> watches = new TreeMap<>();
    endpoints.forEach(
        (endpoint, now) -> now.quality().ifPresent(record -> watches.put(endpoint, record)));
    return watches;
  }

  /** The time of the newest record, since the epoch; 0 before the first. */
  public synchronized long nowMillis() {
    return incidents.nowMillis();
  }

  /** All incidents, worst first. */
  public synchronized List<IncidentView> incidents() {
    return incidents.worstFirst();
  }

  /** The incidents that fire, worst first. */
  public List<IncidentView> firing() {
    return incidents().stream().filter(IncidentView::firing).toList();
  }

  /** The number of incidents that fire and are not muted, by severity, worst first. */
  public Map<Severity, Long> firingBySeverity() {
    List<IncidentView> firing = firing().stream().filter(each -> !each.isMuted()).toList();
    Map<Severity, Long> counts = new EnumMap<>(Severity.class);
    for (Severity severity : Severity.values()) {
      counts.put(
          severity, firing.stream().filter(each -> each.record().severity() == severity).count());
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
    return shelf(stream).of(Optional.of(endpoint));
  }

  /** All records of a stream, as JSON, endpoint by endpoint, each with its newest window first. */
  public synchronized List<String> records(ResultStream stream) {
    return shelf(stream).all();
  }

  /** Requests per second in a window; empty until the job has observed a whole one. */
  public synchronized OptionalDouble ratePerSecond(long requestCount, Period window) {
    return accounts.ratePerSecond(requestCount, window);
  }

  /** The records of the newest window of a stream, as JSON. */
  public synchronized List<String> newestWindow(ResultStream stream) {
    return shelf(stream).newestWindow();
  }

  /** The newest quality record of the whole job. */
  public synchronized Optional<QualityRecord.Job> jobQuality() {
    return accounts.newest();
  }

  /** One from up to ten minutes before it; empty if there is none, or if the job has ended. */
  public synchronized Optional<QualityRecord.Job> earlierJobQuality() {
    return accounts.earlier();
  }
}
