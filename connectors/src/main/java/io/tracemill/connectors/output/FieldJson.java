package io.tracemill.connectors.output;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.span.Frame;
import java.io.IOException;

/** Fields that several streams have. */
final class FieldJson {
  private FieldJson() {}

  static void endpoint(JsonGenerator json, Frame endpoint) throws IOException {
    json.writeObjectFieldStart("endpoint");
    frame(json, endpoint.service(), endpoint.operation());
    json.writeEndObject();
  }

  static void frame(JsonGenerator json, String service, String operation) throws IOException {
    json.writeStringField("service", WellFormed.text(service));
    json.writeStringField("operation", WellFormed.text(operation));
  }

  /** The fields of a frame in an object that has begun. */
  static void frame(JsonGenerator json, Frame frame, Room room) throws IOException {
    frame(json, room.name(frame.service()), room.name(frame.operation()));
  }

  static void frame(JsonGenerator json, String name, Frame frame, Room room) throws IOException {
    json.writeObjectFieldStart(name);
    frame(json, frame, room);
    json.writeEndObject();
  }

  static void window(JsonGenerator json, long startMillis, long endMillis) throws IOException {
    window(json, "window", startMillis, endMillis);
  }

  static void period(JsonGenerator json, String name, Period period) throws IOException {
    window(json, name, period.startMillis(), period.endMillis());
  }

  private static void window(JsonGenerator json, String name, long startMillis, long endMillis)
      throws IOException {
    json.writeObjectFieldStart(name);
    json.writeNumberField("startMillis", startMillis);
    json.writeNumberField("endMillis", endMillis);
    json.writeEndObject();
  }

  /** A field that is left out where there is no such number: JSON has no NaN. */
  static void ratio(JsonGenerator json, String name, double ratio) throws IOException {
    if (Double.isFinite(ratio)) {
      json.writeNumberField(name, ratio);
    }
  }
}
