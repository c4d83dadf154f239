package io.tracemill.connectors.output;

import com.fasterxml.jackson.core.JsonGenerator;
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

  static void window(JsonGenerator json, long startMillis, long endMillis) throws IOException {
    json.writeObjectFieldStart("window");
    json.writeNumberField("startMillis", startMillis);
    json.writeNumberField("endMillis", endMillis);
    json.writeEndObject();
  }
}
