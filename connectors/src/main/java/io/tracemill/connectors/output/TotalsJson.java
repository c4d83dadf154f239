package io.tracemill.connectors.output;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tracemill.analysis.explanation.Explanation;
import io.tracemill.analysis.explanation.Totals;
import java.io.IOException;

/** Writes all requests of the explained endpoint: the field {@code totals}. */
final class TotalsJson {
  private TotalsJson() {}

  static void write(JsonGenerator json, Explanation explanation, Room room) throws IOException {
    Totals totals = explanation.totals();
    json.writeObjectFieldStart("totals");
    FieldJson.frame(json, "endpoint", explanation.endpoint(), room);
    side(json, "before", totals.beforeTraces(), totals.beforeMeanNanos(), totals.beforeP95Nanos());
    side(json, "after", totals.afterTraces(), totals.afterMeanNanos(), totals.afterP95Nanos());
    json.writeEndObject();
  }

  private static void side(
      JsonGenerator json, String name, long traces, long meanNanos, long p95Nanos)
      throws IOException {
    json.writeObjectFieldStart(name);
    json.writeNumberField("traces", traces);
    json.writeNumberField("meanNanos", meanNanos);
    json.writeNumberField("p95Nanos", p95Nanos);
    json.writeEndObject();
  }
}
