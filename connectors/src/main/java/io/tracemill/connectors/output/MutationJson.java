package io.tracemill.connectors.output;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tracemill.analysis.alert.Alert;
import io.tracemill.analysis.alert.Alert.Scope;
import io.tracemill.analysis.mutation.Finding;
import io.tracemill.analysis.mutation.Finding.PrecursorShare;
import io.tracemill.analysis.mutation.Side;
import io.tracemill.analysis.mutation.Trial;
import io.tracemill.analysis.span.Frame;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Writes alerts for {@link ResultStream#MUTATIONS}. One instance serves one thread. */
public final class MutationJson {
  private final JsonBuffer buffer = new JsonBuffer();
  private final RecordLimits limits;

  public MutationJson(RecordLimits limits) {
    this.limits = limits;
  }

  /**
   * The record of one alert as of its window; its key is the id, its timestamp the window's end.
   */
  public ResultRecord record(Alert alert) {
    return new ResultRecord(
        ResultStream.MUTATIONS,
        WellFormed.key(alert.id()),
        value(alert),
        alert.window().endMillis());
  }

  /** The tree takes what all else leaves, which is half of the record or more. */
  private byte[] value(Alert alert) {
    Room room = Room.within(limits.maxBytes() / 2, tried -> bytesWithoutTree(alert, tried));
    int bytesLeft = limits.maxBytes() - bytesWithoutTree(alert, room);
    return buffer.write(json -> write(json, alert, room, tree(bytesLeft, room)));
  }

  private int bytesWithoutTree(Alert alert, Room room) {
    return buffer.measure(json -> write(json, alert, room, tree(0, room)));
  }

  private FormJson tree(int maxBytes, Room room) {
    return new FormJson(limits.maxDepth(), maxBytes, room);
  }

  private static void write(JsonGenerator json, Alert alert, Room room, FormJson tree)
      throws IOException {
    Finding finding = alert.finding();
    json.writeStartObject();
    writeIdentity(json, alert);
    writePlace(json, alert, room);
    SubjectJson.write(json, finding, room, tree);
    writeEvidence(json, alert, room);
    json.writeNumberField("contributionNanos", finding.contributionNanos());
    writePrecursors(json, room.of(finding.precursors()));
    AlertJson.culprits(json, finding.culprits(), room);
    AlertJson.differences(json, finding.rules(), room);
    AlertJson.exemplars(json, finding, room);
    json.writeEndObject();
  }

  private static void writeIdentity(JsonGenerator json, Alert alert) throws IOException {
    json.writeStringField("id", alert.id());
    AlertJson.status(json, alert.status(), alert.reason());
    json.writeStringField("kind", FieldJson.label(alert.finding().trial().subject().kind()));
    json.writeStringField("scope", FieldJson.label(alert.scope()));
    json.writeNumberField("rank", alert.rank());
    json.writeStringField("incident", alert.incident());
    json.writeNumberField("sinceMillis", alert.sinceMillis());
    json.writeNumberField("earliestMillis", alert.earliestMillis());
    FieldJson.period(json, "window", alert.window());
    FieldJson.period(json, "baseline", alert.baseline());
    json.writeNumberField("lastFoundMillis", alert.lastFoundMillis());
  }

  private static void writePlace(JsonGenerator json, Alert alert, Room room) throws IOException {
    Optional<Frame> endpoint = alert.endpoints().stream().findFirst();
    if (alert.scope() == Scope.SYSTEM) {
      AlertJson.endpoints(json, alert.endpoints(), room);
    } else if (endpoint.isPresent()) {
      AlertJson.frame(json, "endpoint", endpoint.get(), room);
    }
  }

  private static void writeEvidence(JsonGenerator json, Alert alert, Room room) throws IOException {
    Trial trial = alert.finding().trial();
    writeSide(json, "before", trial.before());
    writeSide(json, "after", trial.after());
    TotalsJson.write(json, alert, room);
    json.writeNumberField("pValue", trial.window().test().p());
    AlertJson.certainty(json, alert);
  }

  private static void writeSide(JsonGenerator json, String name, Side side) throws IOException {
    json.writeObjectFieldStart(name);
    json.writeNumberField("traces", side.traces());
    FieldJson.ratio(json, "share", side.share());
    json.writeNumberField("meanNanos", side.meanNanos());
    json.writeEndObject();
  }

  private static void writePrecursors(JsonGenerator json, List<PrecursorShare> precursors)
      throws IOException {
    json.writeArrayFieldStart("precursors");
    for (PrecursorShare precursor : precursors) {
      json.writeStartObject();
      json.writeStringField("flow", precursor.flow().hex());
      FieldJson.ratio(json, "distance", precursor.distance());
      FieldJson.ratio(json, "beforeShare", precursor.beforeShare());
      FieldJson.ratio(json, "afterShare", precursor.afterShare());
      json.writeEndObject();
    }
    json.writeEndArray();
  }
}
