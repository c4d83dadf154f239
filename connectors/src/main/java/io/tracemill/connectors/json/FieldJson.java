package io.tracemill.connectors.json;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tracemill.analysis.span.Frame;
import java.io.IOException;

/** Writes fields that several streams share. */
public final class FieldJson {
  private FieldJson() {}

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
}
