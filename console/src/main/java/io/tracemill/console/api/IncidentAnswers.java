package io.tracemill.console.api;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import io.tracemill.analysis.span.Frame;
import io.tracemill.connectors.live.IncidentView;
import io.tracemill.connectors.live.Picture;
import io.tracemill.connectors.output.ResultStream;
import java.util.ArrayList;
import java.util.List;

/** Answers about all incidents, and about one incident in detail. */
final class IncidentAnswers {
  private static final int MAX_INCIDENTS = 200;

  /** An incident shows the changes of this many endpoints, its first ones. */
  private static final int MAX_ENDPOINTS = 3;

  private final Picture picture;

  IncidentAnswers(Picture picture) {
    this.picture = picture;
  }

  /** All incidents: firing ones first, worst first; then ended ones, newest first. */
  ObjectNode list() {
    ObjectNode answer = ApiJson.object();
    ArrayNode incidents = answer.putArray("incidents");
    picture.incidents().stream().limit(MAX_INCIDENTS).forEach(each -> incidents.add(entry(each)));
    return answer;
  }

  /**
   * An incident, and whether it still fires. Its record may be out of date: the job may have
   * stopped writing it.
   */
  static ObjectNode entry(IncidentView incident) {
    ObjectNode entry = ApiJson.object();
    entry.put("firing", incident.firing());
    entry.putRawValue("incident", new RawValue(incident.text()));
    return entry;
  }

  /** An incident, its mutations, the changes of its endpoints, and the latency of the first one. */
  ObjectNode one(ApiQuery query) {
    String id = query.required("id");
    IncidentView incident =
        picture
            .incident(id)
            .orElseThrow(
                () ->
                    ApiException.notFound(
                        "the console does not know incident '%s'; it may have ended long ago"
                            .formatted(id)));
    ObjectNode answer = entry(incident);
    answer.set("mutations", ApiJson.array(picture.mutations(id)));
    List<String> changes = new ArrayList<>();
    for (Frame endpoint : incident.record().endpoints().stream().limit(MAX_ENDPOINTS).toList()) {
      changes.addAll(picture.records(ResultStream.CHANGES, endpoint));
    }
    answer.set("changes", ApiJson.array(changes));
    incident.record().endpoints().stream()
        .findFirst()
        .flatMap(each -> SeriesAnswer.of(picture, each, Long.MIN_VALUE, Long.MAX_VALUE))
        .ifPresent(series -> answer.set("series", series));
    return answer;
  }
}
