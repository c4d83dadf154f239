package io.tracemill.connectors.output;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tracemill.analysis.profile.Distribution;
import io.tracemill.analysis.systemic.SystemReport;
import io.tracemill.analysis.systemic.SystemReport.Figure;
import io.tracemill.connectors.json.FieldJson;
import io.tracemill.connectors.json.JsonBuffer;
import io.tracemill.connectors.json.WellFormed;
import java.io.IOException;

/** Writes distributions over all endpoints for {@link ResultStream#SYSTEMS}. For one thread. */
public final class SystemJson {
  private final JsonBuffer buffer = new JsonBuffer();

  /** The record of one window; its key is the window's start, its timestamp the window's end. */
  public ResultRecord record(SystemReport report) {
    return new ResultRecord(
        ResultStream.SYSTEMS,
        WellFormed.key(Long.toString(report.startMillis())),
        buffer.write(json -> write(json, report)),
        report.endMillis());
  }

  private static void write(JsonGenerator json, SystemReport report) throws IOException {
    json.writeStartObject();
    FieldJson.window(json, report.startMillis(), report.endMillis());
    json.writeNumberField("requests", report.requests());
    json.writeArrayFieldStart("distributions");
    for (Figure figure : report.distributions()) {
      write(json, figure.name(), figure.values());
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private static void write(JsonGenerator json, String name, Distribution values)
      throws IOException {
    json.writeStartObject();
    json.writeStringField("name", name);
    json.writeNumberField("count", values.count());
    json.writeNumberField("mean", values.mean());
    json.writeNumberField("p50", values.quantile(0.50));
    json.writeNumberField("p90", values.quantile(0.90));
    json.writeNumberField("p95", values.quantile(0.95));
    json.writeNumberField("p99", values.quantile(0.99));
    json.writeNumberField("max", values.max());
    json.writeEndObject();
  }
}
