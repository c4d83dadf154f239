package io.tracemill.console.picture;

import com.fasterxml.jackson.databind.JsonNode;
import io.tracemill.analysis.span.Frame;
import java.util.ArrayList;
import java.util.List;

/**
 * An incident as of its newest record.
 *
 * @param text the record, as JSON
 * @param firing whether it goes on
 * @param severity {@code page}, {@code ticket} or {@code info}
 * @param rank 1 for the largest contribution of those that fire
 * @param sinceMillis when it began, since the epoch
 * @param judgedMillis as of when the record is; if it ended, when it ended
 * @param endpoints those with a part in it, the largest part first
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
  /** All severities, the worst first. */
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

  /** The same, but no longer firing if the job has not written it since a time. */
  IncidentView asOf(long oldestMillis) {
    return firing && judgedMillis < oldestMillis
        ? new IncidentView(id, text, false, severity, rank, sinceMillis, judgedMillis, endpoints)
        : this;
  }
}
