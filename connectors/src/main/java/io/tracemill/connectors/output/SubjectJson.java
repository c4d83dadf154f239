package io.tracemill.connectors.output;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tracemill.analysis.incident.Culprit;
import io.tracemill.analysis.incident.Subject;
import io.tracemill.analysis.incident.Subject.CallShare;
import io.tracemill.analysis.incident.Subject.ErrorShare;
import io.tracemill.analysis.incident.Subject.PlaceTime;
import io.tracemill.analysis.place.Call;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.place.Place.Edge;
import io.tracemill.analysis.place.Place.Operation;
import io.tracemill.analysis.place.Place.Service;
import io.tracemill.connectors.json.FieldJson;
import io.tracemill.connectors.json.Room;
import java.io.IOException;
import java.util.List;

/**
 * Writes the subject of a change: a place, a call, or the errors of a place. Culprits are subjects
 * too.
 */
final class SubjectJson {
  private SubjectJson() {}

  /** The kind of a finding in records: {@code time}, {@code call} or {@code error}. */
  static String kind(Subject subject) {
    if (subject instanceof CallShare) {
      return "call";
    }
    return subject instanceof ErrorShare ? "error" : "time";
  }

  /** Writes one of the fields {@code place} and {@code call}. */
  static void write(JsonGenerator json, Subject subject, Room room) throws IOException {
    json.writeObjectFieldStart(subject instanceof CallShare ? "call" : "place");
    fields(json, subject, room);
    json.writeEndObject();
  }

  /** Writes the field {@code culprits}. */
  static void culprits(JsonGenerator json, List<Culprit> culprits, Room room) throws IOException {
    json.writeArrayFieldStart("culprits");
    for (Culprit culprit : room.of(culprits)) {
      json.writeStartObject();
      fields(json, culprit.subject(), room);
      if (culprit.subject() instanceof PlaceTime) {
        json.writeNumberField("beforeNanos", culprit.beforeNanos());
        json.writeNumberField("afterNanos", culprit.afterNanos());
      } else {
        FieldJson.ratio(json, "beforeShare", culprit.before());
        FieldJson.ratio(json, "afterShare", culprit.after());
      }
      if (culprit.subject() instanceof ErrorShare) {
        json.writeBooleanField("errors", true);
      }
      FieldJson.ratio(json, "share", culprit.share());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void fields(JsonGenerator json, Subject subject, Room room) throws IOException {
    if (subject instanceof CallShare share) {
      call(json, share.call(), room);
    } else if (subject instanceof PlaceTime time) {
      place(json, time.place(), room);
    } else if (subject instanceof ErrorShare errors) {
      place(json, errors.place(), room);
    }
  }

  private static void call(JsonGenerator json, Call call, Room room) throws IOException {
    json.writeStringField("type", "call");
    FieldJson.frame(json, call.child(), room);
    FieldJson.frame(json, "caller", call.parent(), room);
  }

  /** The fields of a place, inside an open object. */
  static void place(JsonGenerator json, Place place, Room room) throws IOException {
    if (place instanceof Edge edge) {
      json.writeStringField("type", "edge");
      json.writeStringField("caller", room.name(edge.caller()));
      json.writeStringField("callee", room.name(edge.callee()));
    } else if (place instanceof Operation operation) {
      json.writeStringField("type", "frame");
      FieldJson.frame(json, operation.frame(), room);
    } else if (place instanceof Service whole) {
      json.writeStringField("type", "service");
      json.writeStringField("service", room.name(whole.service()));
    } else {
      json.writeStringField("type", "request");
    }
  }
}
