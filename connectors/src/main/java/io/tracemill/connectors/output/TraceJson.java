package io.tracemill.connectors.output;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tracemill.analysis.profile.EndpointProfile.ClassNode;
import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.request.RequestRole;
import io.tracemill.analysis.span.TraceId;
import io.tracemill.connectors.json.FieldJson;
import io.tracemill.connectors.json.JsonBuffer;
import io.tracemill.connectors.json.Room;
import io.tracemill.connectors.json.TreeJson;
import io.tracemill.connectors.json.TreeJson.Counted;
import io.tracemill.connectors.json.WellFormed;
import java.io.IOException;
import java.util.List;

/** Writes analysed requests for {@link ResultStream#TRACES}. One instance serves one thread. */
public final class TraceJson {
  private final JsonBuffer buffer = new JsonBuffer();
  private final RecordLimits limits;

  public TraceJson(RecordLimits limits) {
    this.limits = limits;
  }

  /**
   * The record of one request.
   *
   * @param timestampMillis event time: the deadline of its trace
   */
  public ResultRecord record(RequestAnalysis request, long timestampMillis) {
    return new ResultRecord(ResultStream.TRACES, key(request), value(request), timestampMillis);
  }

  /** The trace id; if the trace has several requests, a slash and the first span's id follow. */
  private static byte[] key(RequestAnalysis request) {
    String traceId = request.traceId().hex();
    return WellFormed.key(
        request.role() == RequestRole.ENTRY
            ? traceId
            : traceId + "/" + TraceId.spanIdHex(request.spanId()));
  }

  private byte[] value(RequestAnalysis request) {
    List<ClassNode> path = TreeJson.nodes(request.criticalPath());
    return buffer.write(
        limits.maxBytes(),
        TreeJson.nodesToTry(path.size(), limits.maxBytes()),
        (json, room) -> write(json, request, path, room));
  }

  private void write(JsonGenerator json, RequestAnalysis request, List<ClassNode> path, Room room)
      throws IOException {
    json.writeStartObject();
    writeIdentity(json, request, room);
    writeFigures(json, request);
    json.writeFieldName("criticalPath");
    TreeJson.write(json, path, Counted.SPANS, limits.maxDepth(), room);
    json.writeEndObject();
  }

  private static void writeIdentity(JsonGenerator json, RequestAnalysis request, Room room)
      throws IOException {
    json.writeStringField("traceId", request.traceId().hex());
    json.writeStringField("spanId", TraceId.spanIdHex(request.spanId()));
    json.writeStringField("role", request.role().label());
    FieldJson.frame(json, "endpoint", request.endpoint(), room);
  }

  private static void writeFigures(JsonGenerator json, RequestAnalysis request) throws IOException {
    json.writeNumberField("startNanos", request.startNanos());
    json.writeNumberField("durationNanos", request.durationNanos());
    json.writeNumberField("spanCount", request.spanCount());
    json.writeBooleanField("complete", request.complete());
    json.writeBooleanField("truncated", request.truncated());
    json.writeBooleanField("error", request.failed());
    json.writeStringField("structure", request.signatures().structure().hex());
    json.writeStringField("flow", request.signatures().flow().hex());
    json.writeStringField("order", request.signatures().order().hex());
    json.writeNumberField("skewNanos", request.skewNanos());
    json.writeNumberField("clippedNanos", request.clippedNanos());
  }
}
