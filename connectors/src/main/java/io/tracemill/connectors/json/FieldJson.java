package io.tracemill.connectors.json;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.difference.Difference;
import io.tracemill.analysis.explanation.Exemplars;
import io.tracemill.analysis.explanation.ExplainedIncident;
import io.tracemill.analysis.explanation.Explanation;
import io.tracemill.analysis.explanation.Figures;
import io.tracemill.analysis.incident.Incident;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.TraceId;
import java.io.IOException;
import java.util.List;

/** Writes fields that several streams share; the last methods serve incidents and mutations. */
public final class FieldJson {
  private FieldJson() {}

  public static void endpoint(JsonGenerator json, Frame endpoint) throws IOException {
    json.writeObjectFieldStart("endpoint");
    frame(json, endpoint.service(), endpoint.operation());
    json.writeEndObject();
  }

  public static void frame(JsonGenerator json, String service, String operation)
      throws IOException {
    json.writeStringField("service", WellFormed.text(service));
    json.writeStringField("operation", WellFormed.text(operation));
  }

  /** The fields of a frame, inside an open object. */
  public static void frame(JsonGenerator json, Frame frame, Room room) throws IOException {
    frame(json, room.name(frame.service()), room.name(frame.operation()));
  }

  public static void frame(JsonGenerator json, String name, Frame frame, Room room)
      throws IOException {
    json.writeObjectFieldStart(name);
    frame(json, frame, room);
    json.writeEndObject();
  }

  public static void window(JsonGenerator json, long startMillis, long endMillis)
      throws IOException {
    window(json, "window", startMillis, endMillis);
  }

  public static void period(JsonGenerator json, String name, Period period) throws IOException {
    window(json, name, period.startMillis(), period.endMillis());
  }

  private static void window(JsonGenerator json, String name, long startMillis, long endMillis)
      throws IOException {
    json.writeObjectFieldStart(name);
    json.writeNumberField("startMillis", startMillis);
    json.writeNumberField("endMillis", endMillis);
    json.writeEndObject();
  }

  /** A field that is omitted if the number is NaN, which JSON lacks. */
  public static void ratio(JsonGenerator json, String name, double ratio) throws IOException {
    if (Double.isFinite(ratio)) {
      json.writeNumberField(name, ratio);
    }
  }

  public static void status(JsonGenerator json, Incident incident) throws IOException {
    json.writeStringField("status", incident.status().label());
    if (incident.reason().isPresent()) {
      json.writeStringField("reason", incident.reason().get().label());
    }
  }

  public static void endpoints(JsonGenerator json, List<Frame> endpoints, Room room)
      throws IOException {
    json.writeArrayFieldStart("endpoints");
    for (Frame endpoint : room.of(endpoints)) {
      json.writeStartObject();
      frame(json, endpoint, room);
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  /**
   * Writes attributes that tell slow requests from earlier ones, and exemplar traces. Both are
   * empty if the incident is not explained.
   */
  public static void evidence(JsonGenerator json, ExplainedIncident explained, Room room)
      throws IOException {
    List<Difference> differences =
        explained.explanation().map(Explanation::differences).orElse(List.of());
    Exemplars exemplars =
        explained
            .explanation()
            .map(Explanation::exemplars)
            .orElse(new Exemplars(List.of(), List.of()));
    json.writeArrayFieldStart("differences");
    for (Difference difference : room.of(differences)) {
      json.writeStartObject();
      json.writeStringField("rule", room.name(difference.rule(Figures::name)));
      ratio(json, "accuracy", difference.accuracy());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeObjectFieldStart("exemplars");
    traces(json, "before", room.of(exemplars.before()));
    traces(json, "after", room.of(exemplars.after()));
    json.writeEndObject();
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
