package io.tracemill.console.picture;

import com.fasterxml.jackson.databind.JsonNode;
import io.tracemill.analysis.span.Frame;
import java.util.ArrayList;
import java.util.List;

/**
 * An incident as of its newest record.
 *
 * @param text the record, as JSON
 * @param firing whether it still fires
 * @param severity {@code page}, {@code ticket} or {@code info}
 * @param rank 1 for the largest contribution among firing incidents
 * @param sinceMillis when it began, milliseconds since the epoch
 * @param judgedMillis the time of the record; for an ended incident, when it ended
 * @param endpoints the endpoints that contribute to it, largest contribution first
 */
public record IncidentView(
    String id,
    String text,
    boolean firing,
    String severity,
    long rank,
    long sinceMillis,
    long judgedMillis,
    List<Frame> endpoints) {
  /** All severities, worst first. */
  public static final List<String> SEVERITIES = List.of("page", "ticket", "info");

  public IncidentView {
    endpoints = List.copyOf(endpoints);
  }

  static IncidentView of(Result result) {
    JsonNode json = result.json();
    List<Frame> endpoints = new ArrayList<>();
    json.path("endpoints").forEach(each -> endpoints.add(Result.frame(each)));
    return new IncidentView(
        json.path("id").asText(),
        result.text(),
        json.path("status").asText().equals("firing"),
        json.path("severity").asText(),
        json.path("rank").asLong(),
        json.path("sinceMillis").asLong(),
        json.path("judgedMillis").asLong(),
        endpoints);
  }

  /** The same incident; not firing if its record is older than {@code oldestMillis}. */
  IncidentView asOf(long oldestMillis) {
    return firing && judgedMillis < oldestMillis
        ? new IncidentView(id, text, false, severity, rank, sinceMillis, judgedMillis, endpoints)
        : this;
  }
}
