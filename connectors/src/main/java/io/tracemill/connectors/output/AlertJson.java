package io.tracemill.connectors.output;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tracemill.analysis.alert.Alert;
import io.tracemill.analysis.change.Culprit;
import io.tracemill.analysis.change.Culprit.EdgeCulprit;
import io.tracemill.analysis.change.Culprit.FrameCulprit;
import io.tracemill.analysis.change.Culprit.ServiceCulprit;
import io.tracemill.analysis.change.CulpritChange;
import io.tracemill.analysis.mutation.Finding;
import io.tracemill.analysis.mutation.Finding.Rule;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.TraceId;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Fields that mutations, incidents and changes have in common, in the room there is. */
final class AlertJson {
  private AlertJson() {}

  static void status(JsonGenerator json, Alert.Status status, Optional<Alert.Reason> reason)
      throws IOException {
    json.writeStringField("status", FieldJson.label(status));
    if (reason.isPresent()) {
      json.writeStringField("reason", FieldJson.label(reason.get()));
    }
  }

  static void frame(JsonGenerator json, String field, Frame frame, Room room) throws IOException {
    json.writeObjectFieldStart(field);
    names(json, frame, room);
    json.writeEndObject();
  }

  /** The fields of a frame in an object that has begun. */
  static void names(JsonGenerator json, Frame frame, Room room) throws IOException {
    FieldJson.frame(json, room.name(frame.service()), room.name(frame.operation()));
  }

  static void endpoints(JsonGenerator json, List<Frame> endpoints, Room room) throws IOException {
    json.writeArrayFieldStart("endpoints");
    for (Frame endpoint : room.of(endpoints)) {
      json.writeStartObject();
      names(json, endpoint, room);
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  static void culprits(JsonGenerator json, List<CulpritChange> culprits, Room room)
      throws IOException {
    json.writeArrayFieldStart("culprits");
    for (CulpritChange change : room.of(culprits)) {
      json.writeStartObject();
      culprit(json, change.culprit(), room);
      if (!change.isNameAlone()) {
        json.writeNumberField("beforeNanos", change.beforeNanos());
        json.writeNumberField("afterNanos", change.afterNanos());
        FieldJson.ratio(json, "share", change.share());
      }
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  /** By which attributes requests of before and of now can be told apart. */
  static void differences(JsonGenerator json, List<Rule> rules, Room room) throws IOException {
    json.writeArrayFieldStart("differences");
    for (Rule rule : room.of(rules)) {
      json.writeStartObject();
      json.writeStringField("rule", room.name(rule.text()));
      FieldJson.ratio(json, "accuracy", rule.accuracy());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  /** How sure it is, and how far its figures can be trusted. */
  static void certainty(JsonGenerator json, Alert alert) throws IOException {
    FieldJson.ratio(json, "qValue", alert.qValue());
    json.writeObjectFieldStart("evidence");
    FieldJson.ratio(json, "completeRatio", alert.totals().completeRatio());
    json.writeEndObject();
  }

  /** Traces to look at. */
  static void exemplars(JsonGenerator json, Finding finding, Room room) throws IOException {
    json.writeObjectFieldStart("exemplars");
    traces(json, "before", room.of(finding.before()));
    traces(json, "after", room.of(finding.after()));
    json.writeEndObject();
  }

  private static void traces(JsonGenerator json, String name, List<TraceId> traces)
      throws IOException {
    json.writeArrayFieldStart(name);
    for (TraceId trace : traces) {
      json.writeString(trace.hex());
    }
    json.writeEndArray();
  }

  /** The fields of a culprit in an object that has begun. */
  static void culprit(JsonGenerator json, Culprit culprit, Room room) throws IOException {
    if (culprit instanceof EdgeCulprit edge) {
      json.writeStringField("type", "edge");
      json.writeStringField("caller", room.name(edge.caller()));
      json.writeStringField("callee", room.name(edge.callee()));
    } else if (culprit instanceof FrameCulprit itself) {
      json.writeStringField("type", "frame");
      names(json, itself.frame(), room);
    } else if (culprit instanceof ServiceCulprit whole) {
      json.writeStringField("type", "service");
      json.writeStringField("service", room.name(whole.service()));
    }
  }
}
