package io.tracemill.console.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import io.tracemill.console.picture.IncidentView;
import io.tracemill.console.picture.Picture;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;

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
        .filter(each -> each.firing() || asOf - each.judgedMillis() <= ENDED_SHOWN_MILLIS)
        .limit(MAX_INCIDENTS)
        .forEach(each -> incidents.add(incident(each)));
    now.set("watch", watch());
    picture
        .jobQuality()
        .ifPresent(quality -> now.putRawValue("quality", new RawValue(quality.text())));
    picture
        .earlierJobQuality()
        .ifPresent(before -> now.putRawValue("qualityEarlier", new RawValue(before.text())));
    picture
        .asOfMillis()
        .ifPresent(millis -> now.put("lagMillis", Math.max(0, clock.millis() - millis)));
    return now;
  }

  private ObjectNode incident(IncidentView incident) {
    ObjectNode json = IncidentAnswers.entry(incident);
    incident.endpoints().stream()
        .findFirst()
        .flatMap(
            endpoint ->
                SeriesAnswer.of(
                    picture,
                    endpoint,
                    incident.sinceMillis() - AROUND_MILLIS,
                    incident.judgedMillis() + AROUND_MILLIS))
        .ifPresent(series -> json.set("series", series));
    return json;
  }

  private ObjectNode watch() {
    ObjectNode watch = ApiJson.object();
    int watching = 0;
    ArrayNode learning = watch.putArray("learning");
    ArrayNode blind = watch.putArray("blind");
    for (var each : picture.watches().entrySet()) {
      JsonNode state = each.getValue();
      String name = state.path("state").asText();
      if (List.of("learning", "blind").contains(name)) {
        ObjectNode entry = (name.equals("learning") ? learning : blind).addObject();
        entry.set("endpoint", ApiJson.endpoint(each.getKey()));
        if (state.has("reason")) {
          entry.set("reason", state.path("reason"));
        }
        if (state.has("untilMillis")) {
          entry.set("untilMillis", state.path("untilMillis"));
        }
      } else {
        watching++;
      }
    }
    watch.put("watching", watching);
    return watch;
  }
}
