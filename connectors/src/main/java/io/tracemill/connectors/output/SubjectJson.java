package io.tracemill.connectors.output;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tracemill.analysis.mutation.Finding;
import io.tracemill.analysis.mutation.Subject;
import io.tracemill.analysis.mutation.Subject.CallShare;
import io.tracemill.analysis.mutation.Subject.CategoryShare;
import io.tracemill.analysis.mutation.Subject.CategoryTime;
import io.tracemill.analysis.mutation.Subject.PlaceTime;
import io.tracemill.analysis.signature.CallTreeSignature;
import java.io.IOException;

/** Writes what a mutation is of: a category, a place on critical paths, or a call. */
final class SubjectJson {
  private SubjectJson() {}

  /** Writes one of the fields {@code category}, {@code place} and {@code call}. */
  static void write(JsonGenerator json, Finding finding, Room room, FormJson tree)
      throws IOException {
    Subject subject = finding.trial().subject();
    if (subject instanceof CategoryTime category) {
      writeCategory(json, category.flow(), finding, tree);
    } else if (subject instanceof CategoryShare category) {
      writeCategory(json, category.flow(), finding, tree);
    } else if (subject instanceof PlaceTime place) {
      json.writeObjectFieldStart("place");
      AlertJson.culprit(json, place.place(), room);
      json.writeEndObject();
    } else if (subject instanceof CallShare call) {
      writeCall(json, call, room);
    }
  }

  private static void writeCategory(
      JsonGenerator json, CallTreeSignature flow, Finding finding, FormJson tree)
      throws IOException {
    json.writeObjectFieldStart("category");
    json.writeStringField("flow", flow.hex());
    if (finding.form().isPresent()) {
      tree.write(json, finding.form().get());
    }
    json.writeEndObject();
  }

  private static void writeCall(JsonGenerator json, CallShare call, Room room) throws IOException {
    json.writeObjectFieldStart("call");
    AlertJson.frame(json, "caller", call.caller(), room);
    AlertJson.frame(json, "callee", call.callee(), room);
    json.writeNumberField("atLeast", call.atLeast());
    json.writeEndObject();
  }
}
