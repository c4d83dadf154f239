package io.tracemill.connectors.output;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tracemill.analysis.quality.Measure;
import io.tracemill.analysis.quality.QualityCounts;
import io.tracemill.analysis.quality.QualityReport;
import io.tracemill.analysis.quality.QualityScope;
import io.tracemill.analysis.quality.QualityScope.Endpoint;
import io.tracemill.analysis.quality.QualityScope.HostPair;
import io.tracemill.analysis.quality.QualityScope.Service;
import io.tracemill.analysis.quality.QualityScope.ServicePair;
import io.tracemill.analysis.quality.Watch;
import io.tracemill.analysis.quality.WatchState;
import io.tracemill.analysis.span.RejectReason;
import io.tracemill.connectors.json.FieldJson;
import io.tracemill.connectors.json.JsonBuffer;
import io.tracemill.connectors.json.WellFormed;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Writes records for {@link ResultStream#QUALITY}. One instance serves one thread. */
public final class QualityJson {
  private final JsonBuffer buffer = new JsonBuffer();

  /** The record of one scope and window; its timestamp is the window's end. */
  public ResultRecord record(QualityReport report) {
    return new ResultRecord(
        ResultStream.QUALITY,
        key(report),
        buffer.write(json -> write(json, report)),
        report.endMillis());
  }

  /**
   * The kind of scope, its names, and the start of the window in milliseconds, separated by NUL.
   */
  private static byte[] key(QualityReport report) {
    List<String> parts = new ArrayList<>();
    parts.add(report.scope().label());
    parts.addAll(report.scope().subject());
    parts.add(Long.toString(report.startMillis()));
    return WellFormed.key(parts.toArray(String[]::new));
  }

  private static void write(JsonGenerator json, QualityReport report) throws IOException {
    json.writeStartObject();
    json.writeStringField("scope", report.scope().label());
    writeSubject(json, report.scope());
    FieldJson.window(json, report.startMillis(), report.endMillis());
    QualityCounts counts = report.counts();
    switch (report.scope().kind()) {
      case JOB -> writeJob(json, counts);
      case SERVICE -> writeService(json, counts);
      case ENDPOINT -> writeEndpoint(json, report);
      case HOST_PAIR, SERVICE_PAIR -> writePair(json, counts);
    }
    json.writeEndObject();
  }

  private static void writeSubject(JsonGenerator json, QualityScope scope) throws IOException {
    if (scope instanceof Service service) {
      json.writeStringField("service", WellFormed.text(service.service()));
    } else if (scope instanceof Endpoint endpoint) {
      FieldJson.endpoint(json, endpoint.endpoint());
    } else if (scope instanceof HostPair || scope instanceof ServicePair) {
      json.writeStringField("from", WellFormed.text(scope.subject().get(0)));
      json.writeStringField("to", WellFormed.text(scope.subject().get(1)));
    }
  }

  private static void writeJob(JsonGenerator json, QualityCounts counts) throws IOException {
    json.writeObjectFieldStart("records");
    json.writeNumberField("received", counts.get(Measure.RECORDS_RECEIVED));
    json.writeNumberField("decoded", counts.get(Measure.RECORDS_DECODED));
    json.writeNumberField("deadLettered", counts.get(Measure.RECORDS_DEAD_LETTERED));
    json.writeNumberField("clockJumps", counts.get(Measure.CLOCK_JUMPS));
    json.writeEndObject();
    json.writeObjectFieldStart("spans");
    json.writeNumberField("decoded", counts.get(Measure.SPANS_DECODED));
    json.writeNumberField("used", counts.get(Measure.SPANS_USED));
    json.writeNumberField("late", counts.get(Measure.SPANS_LATE));
    json.writeNumberField("duplicate", counts.get(Measure.SPANS_DUPLICATE));
    json.writeNumberField("clash", counts.get(Measure.SPANS_CLASH));
    json.writeNumberField("capped", counts.get(Measure.SPANS_CAPPED));
    json.writeNumberField("open", counts.get(Measure.SPANS_OPEN));
    writeRejected(json, counts);
    json.writeEndObject();
    json.writeObjectFieldStart("traces");
    json.writeNumberField("complete", counts.get(Measure.TRACES_COMPLETE));
    json.writeNumberField("incomplete", counts.get(Measure.TRACES_INCOMPLETE));
    json.writeNumberField("truncated", counts.get(Measure.TRACES_TRUNCATED));
    json.writeEndObject();
    json.writeNumberField("idleFlushes", counts.get(Measure.IDLE_FLUSHES));
    writeWatching(json, counts);
  }

  private static void writeWatching(JsonGenerator json, QualityCounts counts) throws IOException {
    json.writeObjectFieldStart("windows");
    for (WatchState state : WatchState.values()) {
      json.writeNumberField(state.label(), counts.get(Measure.jobWindows(state)));
    }
    json.writeNumberField("thin", counts.get(Measure.JOB_WINDOWS_THIN));
    json.writeEndObject();
    json.writeObjectFieldStart("incidents");
    json.writeNumberField("open", counts.get(Measure.INCIDENTS_OPEN));
    json.writeNumberField("dropped", counts.get(Measure.INCIDENTS_DROPPED));
    json.writeEndObject();
  }

  private static void writeRejected(JsonGenerator json, QualityCounts counts) throws IOException {
    json.writeObjectFieldStart("rejected");
    for (RejectReason reason : RejectReason.values()) {
      json.writeNumberField(reason.label(), counts.get(Measure.rejected(reason)));
    }
    json.writeEndObject();
  }

  private static void writeService(JsonGenerator json, QualityCounts counts) throws IOException {
    json.writeObjectFieldStart("spans");
    json.writeNumberField("used", counts.get(Measure.SERVICE_SPANS));
    json.writeNumberField("late", counts.get(Measure.SERVICE_SPANS_LATE));
    json.writeNumberField("withoutHost", counts.get(Measure.SERVICE_SPANS_WITHOUT_HOST));
    json.writeEndObject();
  }

  private static void writeEndpoint(JsonGenerator json, QualityReport report) throws IOException {
    if (report.watch().isPresent()) {
      writeWatch(json, report.watch().get());
    }
    QualityCounts counts = report.counts();
    json.writeObjectFieldStart("requests");
    json.writeNumberField("total", counts.get(Measure.REQUESTS));
    json.writeNumberField("incomplete", counts.get(Measure.REQUESTS_INCOMPLETE));
    json.writeNumberField("truncated", counts.get(Measure.REQUESTS_TRUNCATED));
    json.writeNumberField("leftOut", counts.get(Measure.REQUESTS_LEFT_OUT));
    json.writeEndObject();
    json.writeObjectFieldStart("spans");
    json.writeNumberField("used", counts.get(Measure.ENDPOINT_SPANS));
    json.writeNumberField("late", counts.get(Measure.ENDPOINT_SPANS_LATE));
    json.writeEndObject();
  }

  private static void writeWatch(JsonGenerator json, Watch watch) throws IOException {
    json.writeObjectFieldStart("watch");
    json.writeStringField("state", watch.state().label());
    if (watch.reason().isPresent()) {
      json.writeStringField("reason", watch.reason().get().label());
    }
    if (watch.untilMillis().isPresent()) {
      json.writeNumberField("untilMillis", watch.untilMillis().getAsLong());
    }
    json.writeEndObject();
  }

  private static void writePair(JsonGenerator json, QualityCounts counts) throws IOException {
    json.writeObjectFieldStart("children");
    json.writeNumberField("total", counts.get(Measure.CHILDREN));
    json.writeNumberField("shifted", counts.get(Measure.CHILDREN_SHIFTED));
    json.writeNumberField("shiftNanos", counts.get(Measure.SHIFT_NANOS));
    json.writeNumberField("clipped", counts.get(Measure.CHILDREN_CLIPPED));
    json.writeNumberField("clippedNanos", counts.get(Measure.CLIPPED_NANOS));
    json.writeNumberField("overlapping", counts.get(Measure.CHILDREN_OVERLAPPING));
    json.writeNumberField("overlapNanos", counts.get(Measure.OVERLAP_NANOS));
    json.writeEndObject();
  }
}
