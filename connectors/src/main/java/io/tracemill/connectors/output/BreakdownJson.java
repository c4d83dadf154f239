package io.tracemill.connectors.output;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tracemill.analysis.breakdown.Breakdown;
import io.tracemill.analysis.breakdown.Breakdown.Group;
import io.tracemill.analysis.span.Frame;
import io.tracemill.connectors.json.FieldJson;
import io.tracemill.connectors.json.JsonBuffer;
import io.tracemill.connectors.json.Room;
import io.tracemill.connectors.json.WellFormed;
import java.io.IOException;

/** Writes breakdowns for {@link ResultStream#BREAKDOWNS}. One instance serves one thread. */
public final class BreakdownJson {
  private final JsonBuffer buffer = new JsonBuffer();
  private final RecordLimits limits;

  public BreakdownJson(RecordLimits limits) {
    this.limits = requireNonNull(limits, "limits");
  }

  /**
   * The record of one endpoint, window, frame and attribute; its timestamp is the window's end. Its
   * key joins their parts with NUL.
   */
  public ResultRecord record(
      Frame endpoint, long startMillis, long endMillis, Breakdown breakdown) {
    return new ResultRecord(
        ResultStream.BREAKDOWNS,
        WellFormed.key(
            endpoint.service(),
            endpoint.operation(),
            Long.toString(startMillis),
            breakdown.frame().service(),
            breakdown.frame().operation(),
            breakdown.key()),
        buffer.write(
            limits.maxBytes(),
            Room.MOST_ITEMS,
            (json, room) -> {
              json.writeStartObject();
              FieldJson.frame(json, "endpoint", endpoint, room);
              FieldJson.window(json, startMillis, endMillis);
              write(json, breakdown, room);
              json.writeEndObject();
            }),
        endMillis);
  }

  private static void write(JsonGenerator json, Breakdown breakdown, Room room) throws IOException {
    FieldJson.frame(json, "frame", breakdown.frame(), room);
    json.writeStringField("attribute", room.name(breakdown.key()));
    json.writeNumberField("requests", breakdown.requests());
    FieldJson.ratio(json, "pValue", breakdown.pValue());
    json.writeArrayFieldStart("groups");
    for (Group group : room.of(breakdown.groups())) {
      json.writeStartObject();
      json.writeStringField("value", room.name(group.value()));
      json.writeNumberField("requests", group.requests());
      json.writeNumberField("meanNanos", group.meanNanos());
      json.writeNumberField("p50Nanos", group.p50Nanos());
      json.writeNumberField("p95Nanos", group.p95Nanos());
      json.writeNumberField("p99Nanos", group.p99Nanos());
      json.writeEndObject();
    }
    json.writeEndArray();
  }
}
