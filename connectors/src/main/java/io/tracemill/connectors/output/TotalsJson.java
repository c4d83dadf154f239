package io.tracemill.connectors.output;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tracemill.analysis.alert.Alert;
import io.tracemill.analysis.mutation.EndpointSlide.Totals;
import java.io.IOException;

/** Writes what became of all requests of an alert's endpoint: the field {@code totals}. */
final class TotalsJson {
  private TotalsJson() {}

  /** Those of an alert; of several endpoints, those of the first one, which is named. */
  static void write(JsonGenerator json, Alert alert, Room room) throws IOException {
    Totals totals = alert.totals();
    json.writeObjectFieldStart("totals");
    AlertJson.frame(json, "endpoint", alert.endpoints().get(0), room);
    writeSide(
        json, "before", totals.beforeTraces(), totals.beforeMeanNanos(), totals.beforeP95Nanos());
    writeSide(json, "after", totals.afterTraces(), totals.afterMeanNanos(), totals.afterP95Nanos());
    FieldJson.ratio(json, "restRatio", totals.restRatio());
    json.writeEndObject();
  }

  /** No requests have no times. */
  private static void writeSide(
      JsonGenerator json, String name, long traces, long meanNanos, long p95Nanos)
      throws IOException {
    json.writeObjectFieldStart(name);
    json.writeNumberField("traces", traces);
    if (traces > 0) {
      json.writeNumberField("meanNanos", meanNanos);
      json.writeNumberField("p95Nanos", p95Nanos);
    }
    json.writeEndObject();
  }
}
