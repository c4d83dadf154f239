package io.tracemill.cli.screen;

import static java.util.Comparator.comparing;
import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.record.IncidentRecord;
import io.tracemill.analysis.record.StreamRecord;
import io.tracemill.analysis.span.Frame;
import io.tracemill.connectors.live.EndpointView;
import io.tracemill.connectors.live.IncidentView;
import io.tracemill.connectors.live.Picture;
import io.tracemill.connectors.live.PictureLimits;
import io.tracemill.connectors.output.ResultStream;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;

/**
 * What a screen shows of the live picture: the incidents, the newest window of each endpoint and
 * the newest accounts. It leaves out an endpoint whose newest window ended before the newest window
 * of all began.
 */
public final class ScreenState {
  /** The streams that it reads. */
  public static final Set<ResultStream> STREAMS =
      Set.of(ResultStream.PROFILES, ResultStream.INCIDENTS, ResultStream.QUALITY);

  static final String STALE = "stale";

  /** The job may be silent for this long, or for the length of a window if that is longer. */
  private static final long PATIENCE_MILLIS = Duration.ofSeconds(30).toMillis();

  private static final long KEPT_MILLIS = Duration.ofHours(1).toMillis();
  private static final long RESOLVED_SHOWN_MILLIS = Duration.ofMinutes(10).toMillis();
  private static final List<String> LABELS =
      List.of("PAGE", "ticket", "notice", STALE, IncidentText.RESOLVED);

  private static final Comparator<EndpointView> SLOWEST_FIRST =
      Comparator.<EndpointView>comparingLong(each -> -each.newest().p95())
          .thenComparing(each -> each.endpoint().toString());

  private final long sinceMillis;
  private final InstantSource clock;
  private final Picture picture;
  private final WatchedEndpoints watched;
  private final List<IncidentRecord> changes = new ArrayList<>();
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
      long sinceMillis, long liveMillis, Predicate<StreamRecord> wanted, InstantSource clock) {
    this.sinceMillis = sinceMillis;
    this.watched = new WatchedEndpoints(liveMillis);
    this.picture = new Picture(PictureLimits.SCREEN, wanted, this::note);
    this.clock = requireNonNull(clock, "clock");
    this.heardMillis = clock.millis();
  }

  /** An incident whose first record says that it is over is not news. */
  private void note(Optional<IncidentView> before, IncidentView now) {
    boolean isNews =
        before
            .map(old -> !IncidentText.label(old.record()).equals(IncidentText.label(now.record())))
            .orElse(now.record().firing() && !isForgotten(now));
    if (isNews) {
      changes.add(now.record());
    }
  }

  /**
   * Takes in a record of a stream; ignores streams that are not in {@link #STREAMS}.
   *
   * @return whether it could be read
   */
  public boolean accept(ResultStream stream, String text) {
    heardMillis = clock.millis();
    return !STREAMS.contains(stream) || picture.accept(stream, "", text);
  }

  long sinceMillis() {
    return sinceMillis;
  }

  /** The time of the results. */
  long nowMillis() {
    return picture.nowMillis();
  }

  private boolean isForgotten(IncidentView incident) {
    return picture.nowMillis() - incident.record().judgedMillis() > KEPT_MILLIS;
  }

  /** {@code PAGE}, {@code ticket}, {@code notice}, {@code stale}, {@code resolved}, or nothing. */
  String label(IncidentView incident) {
    IncidentRecord record = incident.record();
    if (incident.firing()) {
      return IncidentText.urgency(record);
    }
    boolean shown =
        record.firing() || picture.nowMillis() - record.judgedMillis() <= RESOLVED_SHOWN_MILLIS;
    return !shown || !IncidentText.isAlert(record)
        ? ""
        : record.firing() ? STALE : IncidentText.RESOLVED;
  }

  /** The incidents to show: firing ones by urgency and rank, then the others, newest first. */
  List<IncidentView> incidents() {
    return picture.incidents().stream()
        .filter(incident -> !isForgotten(incident) && !label(incident).isEmpty())
        .sorted(comparing((IncidentView each) -> LABELS.indexOf(label(each))))
        .toList();
  }

  /** The number of incidents shown with one of these labels. */
  long count(String... labels) {
    return incidents().stream().filter(each -> List.of(labels).contains(label(each))).count();
  }

  /** Endpoints of firing alerts first, by urgency; then the others, slowest first. */
  List<EndpointView> endpoints() {
    List<Frame> urgent =
        incidents().stream()
            .filter(each -> each.firing() && IncidentText.isAlert(each.record()))
            .flatMap(each -> each.record().endpoints().stream())
            .distinct()
            .toList();
    List<EndpointView> all = picture.endpoints();
    long newestStart = all.stream().mapToLong(each -> each.window().startMillis()).max().orElse(0);
    return all.stream()
        .filter(each -> each.window().endMillis() > newestStart)
        .sorted(
            Comparator.comparingInt((EndpointView each) -> place(urgent, each))
                .thenComparing(SLOWEST_FIRST))
        .toList();
  }

  private static int place(List<Frame> urgent, EndpointView endpoint) {
    int place = urgent.indexOf(endpoint.endpoint());
    return place < 0 ? Integer.MAX_VALUE : place;
  }

  /**
   * Requests a second, over the part of an endpoint's window after the time when the traffic began.
   */
  double requestsPerSecond(EndpointView endpoint) {
    long millis =
        endpoint.window().endMillis() - Math.max(endpoint.window().startMillis(), sinceMillis);
    return millis <= 0 ? 0 : endpoint.newest().traces() * 1000.0 / millis;
  }

  /** A clause that says how far the absence of incidents means health. */
  String verdict() {
    return watched.verdict(picture.watches().values(), clock.millis());
  }

  /**
   * Lines for the incidents that started to fire, changed urgency or were resolved since the last
   * call. They contain no control characters.
   */
  public List<String> incidentChanges() {
    List<String> lines = changes.stream().flatMap(IncidentText::lines).toList();
    changes.clear();
    return lines;
  }

  /** The time of the job's last record, in epoch milliseconds; empty if the job is not silent. */
  OptionalLong silentSinceMillis() {
    long window =
        endpoints().stream().mapToLong(each -> each.window().lengthMillis()).max().orElse(0);
    return clock.millis() - heardMillis > Math.max(PATIENCE_MILLIS, window)
        ? OptionalLong.of(heardMillis)
        : OptionalLong.empty();
  }

  /** The newest accounts of the job. */
  public Optional<QualitySummary> quality() {
    return picture.jobQuality().map(QualitySummary::new);
  }

  /** Whether there is an incident to show. */
  public boolean hasIncidents() {
    return !incidents().isEmpty();
  }

  /** Whether there is an endpoint to show. */
  public boolean hasEndpoints() {
    return !picture.endpoints().isEmpty();
  }
}
