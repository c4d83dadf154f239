package io.tracemill.connectors.output;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tracemill.analysis.incident.Finding;
import io.tracemill.analysis.incident.Finding.Side;
import io.tracemill.analysis.incident.Subject;
import io.tracemill.analysis.incident.Subject.PlaceTime;
import java.io.IOException;

/** Writes the mutation that a finding is: a slower place, a call, or more errors. */
final class FindingJson {
  private FindingJson() {}

  static void write(JsonGenerator json, Finding finding, int rank, Room room) throws IOException {
    json.writeStringField("kind", SubjectJson.kind(finding.subject()));
    json.writeStringField("scope", finding.endpoint().isPresent() ? "endpoint" : "system");
    json.writeNumberField("rank", rank);
    if (finding.endpoint().isPresent()) {
      FieldJson.frame(json, "endpoint", finding.endpoint().get(), room);
    } else {
      ExplanationJson.endpoints(json, finding.endpoints(), room);
    }
    SubjectJson.write(json, finding.subject(), room);
    side(json, "before", finding.subject(), finding.before());
    side(json, "after", finding.subject(), finding.after());
    FieldJson.ratio(json, "pValue", finding.pValue());
    json.writeNumberField("contributionNanos", finding.contributionNanos());
    FieldJson.period(json, "window", finding.window());
    FieldJson.period(json, "baseline", finding.baseline());
  }

  private static void side(JsonGenerator json, String name, Subject subject, Side side)
      throws IOException {
    json.writeObjectFieldStart(name);
    json.writeNumberField("traces", side.requests());
    json.writeNumberField("all", side.all());
    if (subject instanceof PlaceTime) {
      json.writeNumberField("meanNanos", side.meanNanos());
    } else {
      FieldJson.ratio(json, "share", side.share());
    }
    json.writeEndObject();
  }
}
