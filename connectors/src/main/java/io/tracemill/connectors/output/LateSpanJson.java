package io.tracemill.connectors.output;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tracemill.analysis.quality.LateSpan;
import io.tracemill.analysis.span.TraceId;
import io.tracemill.connectors.json.FieldJson;
import io.tracemill.connectors.json.JsonBuffer;
import io.tracemill.connectors.json.WellFormed;
import java.io.IOException;

/** Writes late spans for {@link ResultStream#LATE_SPANS}. One instance serves one thread. */
public final class LateSpanJson {
  private final JsonBuffer buffer = new JsonBuffer();

  /** The record of one span; its key is the trace id, its timestamp that of the span's record. */
  public ResultRecord record(LateSpan span) {
    return new ResultRecord(
        ResultStream.LATE_SPANS,
        WellFormed.key(span.traceId().hex()),
        buffer.write(json -> write(json, span)),
        span.recordTimeMillis());
  }

  private static void write(JsonGenerator json, LateSpan span) throws IOException {
    json.writeStartObject();
    json.writeStringField("traceId", span.traceId().hex());
    json.writeStringField("spanId", TraceId.spanIdHex(span.spanId()));
    if (span.parentId() != 0) {
      json.writeStringField("parentId", TraceId.spanIdHex(span.parentId()));
    }
    FieldJson.frame(json, span.service(), span.operation());
    json.writeNumberField("startNanos", span.startNanos());
    json.writeNumberField("durationNanos", span.durationNanos());
    json.writeNumberField("recordTimeMillis", span.recordTimeMillis());
    json.writeNumberField("deadlineMillis", span.deadlineMillis());
    json.writeEndObject();
  }
}
