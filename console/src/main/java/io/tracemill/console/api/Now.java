package io.tracemill.console.api;

import io.tracemill.analysis.quality.Watch;
import io.tracemill.analysis.quality.WatchState;
import io.tracemill.analysis.record.IncidentRecord;
import io.tracemill.analysis.record.QualityRecord;
import io.tracemill.analysis.span.Frame;
import io.tracemill.connectors.live.Picture;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The first page.
 *
 * @param incidents those that fire and those that ended lately, worst first
 * @param quality the newest quality record of the whole job
 * @param qualityEarlier one from up to ten minutes before it
 * @param lagMillis from the end of the newest window to this machine's time
 */
record Now(
    Status status,
    List<Incidents.Entry> incidents,
    Watched watch,
    Optional<QualityRecord.Job> quality,
    Optional<QualityRecord.Job> qualityEarlier,
    OptionalLong lagMillis) {
  /** How long ended incidents are shown, in event time. */
  private static final long ENDED_SHOWN_MILLIS = Duration.ofHours(1).toMillis();

  private static final int MAX_INCIDENTS = 50;

  /** The time that an incident's chart shows before and after the incident. */
  private static final long AROUND_MILLIS = Duration.ofMinutes(20).toMillis();

  Now {
    incidents = List.copyOf(incidents);
  }

  /**
   * Which endpoints are watched.
   *
   * @param watching number of those that are
   */
  record Watched(int watching, List<Unwatched> learning, List<Unwatched> blind) {
    private static Watched of(Picture picture) {
      List<QualityRecord.Endpoint> all = List.copyOf(picture.watches().values());
      return new Watched(
          of(all, WatchState.WATCHING).size(),
          of(all, WatchState.LEARNING),
          of(all, WatchState.BLIND));
    }

    private static List<Unwatched> of(List<QualityRecord.Endpoint> all, WatchState state) {
      return all.stream()
          .filter(each -> each.watch().orElseThrow().state() == state)
          .map(each -> Unwatched.of(each.endpoint(), each.watch().orElseThrow()))
          .toList();
    }
  }

  /** An endpoint, why it is not watched, and the earliest time when it is, if that is known. */
  record Unwatched(Frame endpoint, Optional<Watch.Reason> reason, OptionalLong untilMillis) {
    private static Unwatched of(Frame endpoint, Watch watch) {
      return new Unwatched(endpoint, watch.reason(), watch.untilMillis());
    }
  }

  static Now of(Picture picture, Status status, long nowMillis) {
    OptionalLong asOf = picture.asOfMillis();
    long oldest = asOf.orElse(0) - ENDED_SHOWN_MILLIS;
    return new Now(
        status,
        picture.incidents().stream()
            .filter(each -> each.firing() || each.record().judgedMillis() >= oldest)
            .limit(MAX_INCIDENTS)
            .map(each -> Incidents.Entry.of(each, around(picture, each.record())))
            .toList(),
        Watched.of(picture),
        picture.jobQuality(),
        picture.earlierJobQuality(),
        asOf.isPresent()
            ? OptionalLong.of(Math.max(0, nowMillis - asOf.getAsLong()))
            : OptionalLong.empty());
  }

  /** The latency of an incident's first endpoint around its time. */
  private static Optional<Series> around(Picture picture, IncidentRecord incident) {
    return incident.endpoints().stream()
        .findFirst()
        .flatMap(
            endpoint ->
                Series.of(
                    picture,
                    endpoint,
                    incident.sinceMillis() - AROUND_MILLIS,
                    incident.judgedMillis() + AROUND_MILLIS));
  }
}
