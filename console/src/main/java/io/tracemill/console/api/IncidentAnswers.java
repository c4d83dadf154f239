package io.tracemill.console.api;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import io.tracemill.analysis.span.Frame;
import io.tracemill.connectors.output.ResultStream;
import io.tracemill.console.picture.IncidentView;
import io.tracemill.console.picture.Picture;
import java.util.ArrayList;
import java.util.List;

/** The incidents, and all about one of them. */
final class IncidentAnswers {
  private static final int MAX_INCIDENTS = 200;

  /** Changes are shown for the first endpoints of an incident. */
  private static final int MAX_ENDPOINTS = 3;

  private final Picture picture;

  IncidentAnswers(Picture picture) {
    this.picture = picture;
  }

  /** All, firing ones first, the worst first; then those that ended, the newest first. */
  ObjectNode list() {
    ObjectNode answer = ApiJson.object();
    ArrayNode incidents = answer.putArray("incidents");
    picture.incidents().stream().limit(MAX_INCIDENTS).forEach(each -> incidents.add(entry(each)));
    return answer;
  }

  /**
   * An incident, and whether it fires; its record cannot tell that the job fell silent about it.
   */
  static ObjectNode entry(IncidentView incident) {
    ObjectNode entry = ApiJson.object();
    entry.put("firing", incident.firing());
    entry.putRawValue("incident", new RawValue(incident.text()));
    return entry;
  }

  /** One with its mutations, the changes of its endpoints, and the latency of the first. */
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
    for (Frame endpoint : incident.endpoints().stream().limit(MAX_ENDPOINTS).toList()) {
      changes.addAll(picture.records(ResultStream.CHANGES, endpoint));
    }
    answer.set("changes", ApiJson.array(changes));
    incident.endpoints().stream()
        .findFirst()
        .flatMap(each -> SeriesAnswer.of(picture, each, Long.MIN_VALUE, Long.MAX_VALUE))
        .ifPresent(series -> answer.set("series", series));
    return answer;
  }
}
