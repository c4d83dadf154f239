package io.tracemill.connectors.output;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tracemill.analysis.bottomup.Hotspot;
import io.tracemill.analysis.bottomup.Hotspot.Caller;
import io.tracemill.analysis.bottomup.Hotspot.Share;
import io.tracemill.analysis.bottomup.RankedHotspot;
import io.tracemill.connectors.json.FieldJson;
import io.tracemill.connectors.json.JsonBuffer;
import io.tracemill.connectors.json.Room;
import io.tracemill.connectors.json.WellFormed;
import java.io.IOException;

/**
 * Writes the costliest frames for {@link ResultStream#HOTSPOTS}. One instance serves one thread.
 */
public final class HotspotJson {
  private final JsonBuffer buffer = new JsonBuffer();
  private final RecordLimits limits;

  public HotspotJson(RecordLimits limits) {
    this.limits = limits;
  }

  /** The record of one frame and window; its timestamp is the window's end. */
  public ResultRecord record(RankedHotspot ranked) {
    return new ResultRecord(
        ResultStream.HOTSPOTS,
        key(ranked),
        buffer.write(limits.maxBytes(), Room.MOST_ITEMS, (json, room) -> write(json, ranked, room)),
        ranked.endMillis());
  }

  /** Start of the window in milliseconds NUL service NUL operation. */
  private static byte[] key(RankedHotspot ranked) {
    return WellFormed.key(
        Long.toString(ranked.startMillis()),
        ranked.hotspot().frame().service(),
        ranked.hotspot().frame().operation());
  }

  private static void write(JsonGenerator json, RankedHotspot ranked, Room room)
      throws IOException {
    Hotspot hotspot = ranked.hotspot();
    json.writeStartObject();
    FieldJson.window(json, ranked.startMillis(), ranked.endMillis());
    json.writeNumberField("rank", ranked.rank());
    FieldJson.frame(json, hotspot.frame(), room);
    json.writeNumberField("exclusiveNanos", hotspot.exclusiveNanos());
    json.writeNumberField("endpoints", hotspot.endpoints());
    json.writeNumberField("traces", hotspot.traces());
    json.writeNumberField("tracesPresent", hotspot.tracesPresent());
    json.writeArrayFieldStart("shares");
    for (Share share : room.of(hotspot.shares())) {
      json.writeStartObject();
      FieldJson.frame(json, share.endpoint(), room);
      json.writeNumberField("exclusiveNanos", share.exclusiveNanos());
      FieldJson.ratio(json, "share", share.share());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeArrayFieldStart("callers");
    for (Caller caller : room.of(hotspot.callers())) {
      json.writeStartObject();
      FieldJson.frame(json, caller.frame(), room);
      json.writeNumberField("exclusiveNanos", caller.exclusiveNanos());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }
}
