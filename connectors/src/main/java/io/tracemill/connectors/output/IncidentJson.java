package io.tracemill.connectors.output;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.explanation.ExplainedIncident;
import io.tracemill.analysis.explanation.Explanation;
import io.tracemill.analysis.explanation.Explanation.Totals;
import io.tracemill.analysis.explanation.IncidentSentence;
import io.tracemill.analysis.explanation.TraceLink;
import io.tracemill.analysis.incident.Incident;
import io.tracemill.analysis.span.TraceId;
import io.tracemill.connectors.json.FieldJson;
import io.tracemill.connectors.json.JsonBuffer;
import io.tracemill.connectors.json.Room;
import io.tracemill.connectors.json.WellFormed;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Writes incidents for {@link ResultStream#INCIDENTS}. One instance serves one thread. */
public final class IncidentJson {
  private final JsonBuffer buffer = new JsonBuffer();
  private final RecordLimits limits;
  private final String traceLink;

  /**
   * A writer with trace links.
   *
   * @param traceLink template of {@link TraceLink}; empty for no links
   */
  public IncidentJson(RecordLimits limits, String traceLink) {
    this.limits = requireNonNull(limits, "limits");
    this.traceLink = requireNonNull(traceLink, "traceLink");
  }

  /** The record of one incident; its key is the id, its timestamp when it was judged. */
  public ResultRecord record(ExplainedIncident explained) {
    return record(explained, IncidentSentence.of(explained));
  }

  /** The same with another sentence. */
  public ResultRecord record(ExplainedIncident explained, String sentence) {
    Incident incident = explained.incident();
    return new ResultRecord(
        ResultStream.INCIDENTS,
        WellFormed.key(incident.id()),
        value(explained, sentence),
        incident.endMillis());
  }

  private byte[] value(ExplainedIncident explained, String sentence) {
    return buffer.write(
        limits.maxBytes(), Room.MOST_ITEMS, (json, room) -> write(json, explained, sentence, room));
  }

  private void write(JsonGenerator json, ExplainedIncident explained, String sentence, Room room)
      throws IOException {
    Incident incident = explained.incident();
    json.writeStartObject();
    json.writeStringField("id", incident.id());
    FieldJson.status(json, incident);
    json.writeStringField("severity", incident.severity().label());
    json.writeNumberField("rank", incident.rank());
    json.writeNumberField("sinceMillis", incident.sinceMillis());
    json.writeNumberField("firedMillis", incident.firedMillis());
    json.writeNumberField("judgedMillis", incident.endMillis());
    FieldJson.period(json, "window", incident.window());
    json.writeStringField("summary", room.name(sentence));
    json.writeNumberField("contributionNanos", incident.contributionNanos());
    SubjectJson.culprits(json, incident.culprits(), room);
    FieldJson.endpoints(json, incident.endpoints(), room);
    json.writeArrayFieldStart("mutations");
    for (String mutation : room.of(MutationJson.ids(explained))) {
      json.writeString(mutation);
    }
    json.writeEndArray();
    Optional<Explanation> explanation = explained.explanation();
    if (explanation.isPresent()) {
      totals(json, explanation.get(), room);
    }
    FieldJson.evidence(json, explained, room);
    if (explanation.isPresent() && !traceLink.isEmpty()) {
      writeLinks(json, explanation.get(), room);
    }
    json.writeEndObject();
  }

  private static void totals(JsonGenerator json, Explanation explanation, Room room)
      throws IOException {
    Totals totals = explanation.totals();
    json.writeObjectFieldStart("totals");
    FieldJson.frame(json, "endpoint", explanation.endpoint(), room);
    side(json, "before", totals.beforeTraces(), totals.beforeMeanNanos(), totals.beforeP95Nanos());
    side(json, "after", totals.afterTraces(), totals.afterMeanNanos(), totals.afterP95Nanos());
    json.writeEndObject();
  }

  private static void side(
      JsonGenerator json, String name, long traces, long meanNanos, long p95Nanos)
      throws IOException {
    json.writeObjectFieldStart(name);
    json.writeNumberField("traces", traces);
    json.writeNumberField("meanNanos", meanNanos);
    json.writeNumberField("p95Nanos", p95Nanos);
    json.writeEndObject();
  }

  private void writeLinks(JsonGenerator json, Explanation explanation, Room room)
      throws IOException {
    json.writeObjectFieldStart("links");
    links(json, "before", explanation.exemplars().before(), explanation.baseline(), room);
    links(json, "after", explanation.exemplars().after(), explanation.window(), room);
    json.writeEndObject();
  }

  private void links(
      JsonGenerator json, String name, List<TraceId> traces, Period period, Room room)
      throws IOException {
    json.writeArrayFieldStart(name);
    for (TraceId trace : room.of(traces)) {
      Optional<String> link =
          TraceLink.of(traceLink, trace, period.startMillis(), period.endMillis());
      if (link.isPresent()) {
        json.writeString(room.name(link.get()));
      }
    }
    json.writeEndArray();
  }
}
