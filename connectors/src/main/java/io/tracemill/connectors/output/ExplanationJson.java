package io.tracemill.connectors.output;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tracemill.analysis.explanation.Difference;
import io.tracemill.analysis.explanation.ExplainedIncident;
import io.tracemill.analysis.explanation.Explanation;
import io.tracemill.analysis.incident.Incident;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.TraceId;
import java.io.IOException;
import java.util.List;

/** Fields that incidents and mutations have in common, in the room there is. */
final class ExplanationJson {
  private ExplanationJson() {}

  static void status(JsonGenerator json, Incident incident) throws IOException {
    json.writeStringField("status", incident.status().label());
    if (incident.reason().isPresent()) {
      json.writeStringField("reason", incident.reason().get().label());
    }
  }

  static void endpoints(JsonGenerator json, List<Frame> endpoints, Room room) throws IOException {
    json.writeArrayFieldStart("endpoints");
    for (Frame endpoint : room.of(endpoints)) {
      json.writeStartObject();
      FieldJson.frame(json, endpoint, room);
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  /** Attributes that tell slow requests from those before, and traces; none where not explained. */
  static void evidence(JsonGenerator json, ExplainedIncident explained, Room room)
      throws IOException {
    json.writeArrayFieldStart("differences");
    for (Difference difference : room.of(differences(explained))) {
      json.writeStartObject();
      json.writeStringField("rule", room.name(difference.rule()));
      FieldJson.ratio(json, "accuracy", difference.accuracy());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeObjectFieldStart("exemplars");
    traces(json, "before", room.of(before(explained)));
    traces(json, "after", room.of(after(explained)));
    json.writeEndObject();
  }

  private static List<Difference> differences(ExplainedIncident explained) {
    return explained.explanation().map(Explanation::differences).orElse(List.of());
  }

  private static List<TraceId> before(ExplainedIncident explained) {
    return explained.explanation().map(known -> known.exemplars().before()).orElse(List.of());
  }

  private static List<TraceId> after(ExplainedIncident explained) {
    return explained.explanation().map(known -> known.exemplars().after()).orElse(List.of());
  }

  private static void traces(JsonGenerator json, String name, List<TraceId> traces)
      throws IOException {
    json.writeArrayFieldStart(name);
    for (TraceId trace : traces) {
      json.writeString(trace.hex());
    }
    json.writeEndArray();
  }
}
