package io.tracemill.connectors.output;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tracemill.analysis.heatmap.HeatMap;
import io.tracemill.analysis.heatmap.HeatMap.CallPath;
import io.tracemill.analysis.heatmap.HeatMap.Column;
import io.tracemill.analysis.heatmap.HeatMap.Row;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.TraceId;
import io.tracemill.connectors.json.FieldJson;
import io.tracemill.connectors.json.JsonBuffer;
import io.tracemill.connectors.json.Room;
import io.tracemill.connectors.json.WellFormed;
import java.io.IOException;
import java.util.List;

/** Writes heat maps for {@link ResultStream#HEATMAPS}. One instance serves one thread. */
public final class HeatMapJson {
  private final JsonBuffer buffer = new JsonBuffer();
  private final RecordLimits limits;

  public HeatMapJson(RecordLimits limits) {
    this.limits = requireNonNull(limits, "limits");
  }

  /**
   * The record of one endpoint and window; its timestamp is the window's end.
   *
   * @param requests of the endpoint in the window, of which the map shows a sample
   */
  public ResultRecord record(
      Frame endpoint, long startMillis, long endMillis, long requests, HeatMap map) {
    return new ResultRecord(
        ResultStream.HEATMAPS,
        WellFormed.key(endpoint.service(), endpoint.operation(), Long.toString(startMillis)),
        buffer.write(
            limits.maxBytes(),
            HeatMap.MAX_COLUMNS,
            (json, room) -> {
              json.writeStartObject();
              FieldJson.frame(json, "endpoint", endpoint, room);
              FieldJson.window(json, startMillis, endMillis);
              json.writeNumberField("requests", requests);
              write(json, map, room);
              json.writeEndObject();
            }),
        endMillis);
  }

  private static void write(JsonGenerator json, HeatMap map, Room room) throws IOException {
    json.writeArrayFieldStart("columns");
    for (Column column : last(map.columns(), room)) {
      json.writeStartObject();
      json.writeStringField("traceId", column.traceId().hex());
      json.writeStringField("spanId", TraceId.spanIdHex(column.spanId()));
      json.writeNumberField("durationNanos", column.durationNanos());
      json.writeNumberField("weight", column.weight());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeArrayFieldStart("rows");
    for (Row row : room.of(map.rows())) {
      json.writeStartObject();
      FieldJson.frame(json, row.frame(), room);
      cells(json, "exclusiveNanos", last(row.exclusiveNanos(), room));
      cells(json, "inclusiveNanos", last(row.inclusiveNanos(), room));
      callPaths(json, row.callPaths(), room);
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  /** If room is short, it drops the fastest requests and the first steps of call paths. */
  private static <T> List<T> last(List<T> list, Room room) {
    return list.subList(Math.max(0, list.size() - room.items()), list.size());
  }

  private static void cells(JsonGenerator json, String name, List<Long> nanos) throws IOException {
    json.writeArrayFieldStart(name);
    for (long cell : nanos) {
      json.writeNumber(cell);
    }
    json.writeEndArray();
  }

  private static void callPaths(JsonGenerator json, List<CallPath> callPaths, Room room)
      throws IOException {
    json.writeArrayFieldStart("callPaths");
    for (CallPath callPath : room.of(callPaths)) {
      json.writeStartObject();
      json.writeArrayFieldStart("path");
      for (Frame frame : last(callPath.frames(), room)) {
        json.writeStartObject();
        FieldJson.frame(json, frame, room);
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeNumberField("exclusiveNanos", callPath.exclusiveNanos());
      json.writeEndObject();
    }
    json.writeEndArray();
  }
}
