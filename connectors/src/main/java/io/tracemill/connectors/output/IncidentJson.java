package io.tracemill.connectors.output;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tracemill.analysis.alert.Alert;
import io.tracemill.analysis.alert.Incident;
import io.tracemill.analysis.alert.Incident.Peak;
import java.io.IOException;
import java.util.function.Function;

/** Writes incidents for {@link ResultStream#INCIDENTS}. One instance serves one thread. */
public final class IncidentJson {
  private final JsonBuffer buffer = new JsonBuffer();
  private final RecordLimits limits;
  private final Function<Incident, String> summary;

  /**
   * @param summary what a person reads of an incident
   */
  public IncidentJson(RecordLimits limits, Function<Incident, String> summary) {
    this.limits = limits;
    this.summary = summary;
  }

  /**
   * The record of one incident as of its window; its key is the id, its timestamp the window's end.
   */
  public ResultRecord record(Incident incident) {
    return new ResultRecord(
        ResultStream.INCIDENTS,
        WellFormed.key(incident.id()),
        value(incident),
        incident.window().endMillis());
  }

  private byte[] value(Incident incident) {
    String text = summary.apply(incident);
    Room room =
        Room.within(
            limits.maxBytes(), tried -> buffer.measure(json -> write(json, incident, text, tried)));
    return buffer.write(json -> write(json, incident, text, room));
  }

  private static void write(JsonGenerator json, Incident incident, String text, Room room)
      throws IOException {
    json.writeStartObject();
    json.writeStringField("id", incident.id());
    AlertJson.status(json, incident.status(), incident.reason());
    json.writeStringField("severity", FieldJson.label(incident.severity()));
    json.writeNumberField("rank", incident.rank());
    json.writeNumberField("sinceMillis", incident.sinceMillis());
    json.writeNumberField("earliestMillis", incident.earliestMillis());
    FieldJson.period(json, "window", incident.window());
    json.writeStringField("summary", room.name(text));
    json.writeNumberField("contributionNanos", incident.contributionNanos());
    writeLeading(json, incident.leading(), room);
    writePeak(json, incident.peak(), room);
    AlertJson.culprits(json, incident.culprits(), room);
    AlertJson.differences(json, incident.leading().finding().rules(), room);
    AlertJson.exemplars(json, incident.leading().finding(), room);
    AlertJson.endpoints(json, incident.endpoints(), room);
    json.writeArrayFieldStart("mutations");
    for (String mutation : room.of(incident.alerts())) {
      json.writeString(mutation);
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private static void writePeak(JsonGenerator json, Peak peak, Room room) throws IOException {
    json.writeObjectFieldStart("peak");
    json.writeNumberField("endMillis", peak.endMillis());
    json.writeNumberField("contributionNanos", peak.contributionNanos());
    json.writeStringField("leading", peak.leading().id());
    TotalsJson.write(json, peak.leading(), room);
    json.writeEndObject();
  }

  /** The figures that its summary has in words, and whose they are. */
  private static void writeLeading(JsonGenerator json, Alert leading, Room room)
      throws IOException {
    json.writeStringField("leading", leading.id());
    json.writeNumberField("lastFoundMillis", leading.lastFoundMillis());
    TotalsJson.write(json, leading, room);
    AlertJson.certainty(json, leading);
  }
}
