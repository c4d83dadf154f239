package io.tracemill.connectors.output;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.span.Frame;
import java.io.IOException;
import java.util.Locale;

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

  /** The name of a constant in records: {@code response-time}. */
  static String label(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
