package io.tracemill.console.api;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tracemill.analysis.quality.Watch;
import io.tracemill.analysis.quality.WatchState;
import io.tracemill.analysis.record.QualityRecord;
import io.tracemill.connectors.live.IncidentView;
import io.tracemill.connectors.live.Picture;
import java.time.Duration;
import java.time.InstantSource;

/** The first page: the incidents, endpoints that are not watched, and the quality of the data. */
final class NowAnswer {
  /** How long ended incidents are shown, in event time. */
  private static final long ENDED_SHOWN_MILLIS = Duration.ofHours(1).toMillis();

  private static final int MAX_INCIDENTS = 50;

  /** The time that an incident's chart shows before and after the incident. */
  private static final long AROUND_MILLIS = Duration.ofMinutes(20).toMillis();

  private final Picture picture;
  private final StatusAnswer status;
  private final InstantSource clock;

  NowAnswer(Picture picture, StatusAnswer status, InstantSource clock) {
    this.picture = picture;
    this.status = status;
    this.clock = clock;
  }

  ObjectNode answer() {
    ObjectNode now = ApiJson.object();
    now.set("status", status.status());
    long asOf = picture.asOfMillis().orElse(0);
    ArrayNode incidents = now.putArray("incidents");
    picture.incidents().stream()
        .filter(each -> each.firing() || asOf - each.record().judgedMillis() <= ENDED_SHOWN_MILLIS)
        .limit(MAX_INCIDENTS)
        .forEach(each -> incidents.add(incident(each)));
    now.set("watch", watch());
    picture.jobQuality().ifPresent(quality -> now.set("quality", ApiJson.of(quality)));
    picture.earlierJobQuality().ifPresent(before -> now.set("qualityEarlier", ApiJson.of(before)));
    picture
        .asOfMillis()
        .ifPresent(millis -> now.put("lagMillis", Math.max(0, clock.millis() - millis)));
    return now;
  }

  private ObjectNode incident(IncidentView incident) {
    ObjectNode json = IncidentAnswers.entry(incident);
    incident.record().endpoints().stream()
        .findFirst()
        .flatMap(
            endpoint ->
                SeriesAnswer.of(
                    picture,
                    endpoint,
                    incident.record().sinceMillis() - AROUND_MILLIS,
                    incident.record().judgedMillis() + AROUND_MILLIS))
        .ifPresent(series -> json.set("series", series));
    return json;
  }

  private ObjectNode watch() {
    ObjectNode watch = ApiJson.object();
    int watching = 0;
    ArrayNode learning = watch.putArray("learning");
    ArrayNode blind = watch.putArray("blind");
    for (QualityRecord.Endpoint each : picture.watches().values()) {
      Watch state = each.watch().orElseThrow();
      if (state.state() == WatchState.WATCHING) {
        watching++;
        continue;
      }
      ObjectNode entry = (state.state() == WatchState.LEARNING ? learning : blind).addObject();
      entry.set("endpoint", ApiJson.of(each.endpoint()));
      state.reason().ifPresent(reason -> entry.put("reason", reason.label()));
      state.untilMillis().ifPresent(millis -> entry.put("untilMillis", millis));
    }
    watch.put("watching", watching);
    return watch;
  }
}
