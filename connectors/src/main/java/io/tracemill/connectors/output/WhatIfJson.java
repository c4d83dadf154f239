package io.tracemill.connectors.output;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.whatif.Latency;
import io.tracemill.analysis.whatif.WhatIf.Margin;
import io.tracemill.analysis.whatif.WhatIf.Outcome;
import io.tracemill.analysis.whatif.WhatIfTable;
import io.tracemill.connectors.json.FieldJson;
import io.tracemill.connectors.json.JsonBuffer;
import io.tracemill.connectors.json.Room;
import io.tracemill.connectors.json.WellFormed;
import java.io.IOException;
import java.util.Optional;

/** Writes what-if tables for {@link ResultStream#WHAT_IFS}. One instance serves one thread. */
public final class WhatIfJson {
  private final JsonBuffer buffer = new JsonBuffer();
  private final RecordLimits limits;

  public WhatIfJson(RecordLimits limits) {
    this.limits = requireNonNull(limits, "limits");
  }

  /** The record of one endpoint and window; its timestamp is the window's end. */
  public ResultRecord record(Frame endpoint, long startMillis, long endMillis, WhatIfTable table) {
    return new ResultRecord(
        ResultStream.WHAT_IFS,
        WellFormed.key(endpoint.service(), endpoint.operation(), Long.toString(startMillis)),
        buffer.write(
            limits.maxBytes(),
            Room.MOST_ITEMS,
            (json, room) -> {
              json.writeStartObject();
              FieldJson.frame(json, "endpoint", endpoint, room);
              FieldJson.window(json, startMillis, endMillis);
              write(json, table, room);
              json.writeEndObject();
            }),
        endMillis);
  }

  /** One endpoint's answers over all requests of an input: a record without a window. */
  public byte[] wholeInput(Frame endpoint, WhatIfTable table) {
    return buffer.write(
        limits.maxBytes(),
        Room.MOST_ITEMS,
        (json, room) -> {
          json.writeStartObject();
          FieldJson.frame(json, "endpoint", endpoint, room);
          write(json, table, room);
          json.writeEndObject();
        });
  }

  private static void write(JsonGenerator json, WhatIfTable table, Room room) throws IOException {
    json.writeNumberField("requests", table.requests());
    json.writeNumberField("sampled", table.sampled());
    json.writeNumberField("leftOut", table.leftOut());
    latency(json, "before", table.before());
    json.writeArrayFieldStart("changes");
    for (WhatIfTable.Row row : room.of(table.changes())) {
      json.writeStartObject();
      change(json, row.outcome(), room);
      margin(json, row.margin());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void change(JsonGenerator json, Outcome outcome, Room room) throws IOException {
    place(json, "place", outcome.change().place(), room);
    if (outcome.change().addedNanos() == 0) {
      // 1 - 0.9 is a little more than 0.1.
      json.writeNumberField("faster", Math.round(1e9 * (1 - outcome.change().factor())) / 1e9);
    } else {
      json.writeNumberField("addedNanos", outcome.change().addedNanos());
    }
    latency(json, "saved", outcome.saved());
    if (outcome.criticalThen().isPresent()) {
      place(json, "criticalThen", outcome.criticalThen().get(), room);
      json.writeNumberField("criticalThenNanos", outcome.criticalThenNanos());
    }
  }

  /** Drag if the place is on a critical path, slack if it is off one. */
  private static void margin(JsonGenerator json, Optional<Margin> margin) throws IOException {
    if (margin.isPresent() && margin.get().onPath() > 0) {
      json.writeNumberField("dragNanos", margin.get().dragNanos());
    }
    if (margin.isPresent() && margin.get().offPath() > 0) {
      json.writeNumberField("slackNanos", margin.get().slackNanos());
    }
  }

  private static void place(JsonGenerator json, String name, Place place, Room room)
      throws IOException {
    json.writeObjectFieldStart(name);
    if (place instanceof Place.Edge edge) {
      json.writeStringField("type", "edge");
      json.writeStringField("caller", room.name(edge.caller()));
      json.writeStringField("callee", room.name(edge.callee()));
    } else if (place instanceof Place.Operation operation) {
      json.writeStringField("type", "frame");
      FieldJson.frame(json, operation.frame(), room);
    } else {
      json.writeStringField("type", "service");
      json.writeStringField("service", room.name(place.service()));
    }
    json.writeEndObject();
  }

  private static void latency(JsonGenerator json, String name, Latency latency) throws IOException {
    json.writeObjectFieldStart(name);
    json.writeNumberField("meanNanos", latency.meanNanos());
    json.writeNumberField("p50Nanos", latency.p50Nanos());
    json.writeNumberField("p95Nanos", latency.p95Nanos());
    json.writeNumberField("p99Nanos", latency.p99Nanos());
    json.writeEndObject();
  }
}
