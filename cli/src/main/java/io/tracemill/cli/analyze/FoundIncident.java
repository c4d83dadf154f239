package io.tracemill.cli.analyze;

import com.fasterxml.jackson.databind.JsonNode;
import io.tracemill.cli.screen.Wording;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;

/**
 * An incident as of its newest record.
 *
 * @param costNanos the most that it cost the requests of a window
 * @param sinceMillis when it was first seen, since the epoch
 * @param untilMillis end of the newest record's window, since the epoch
 */
record FoundIncident(
    String id,
    String status,
    String severity,
    long costNanos,
    long sinceMillis,
    long untilMillis,
    String summary) {
  static FoundIncident of(JsonNode incident) {
    return new FoundIncident(
        incident.path("id").asText(),
        incident.path("status").asText(),
        incident.path("severity").asText(),
        incident.path("contributionNanos").asLong(),
        incident.path("sinceMillis").asLong(),
        incident.path("window").path("endMillis").asLong(),
        Wording.printable(incident.path("summary").asText()));
  }

  /** The incident after another of its records, which was written later. */
  FoundIncident then(FoundIncident later) {
    FoundIncident newest = later.untilMillis >= untilMillis ? later : this;
    return new FoundIncident(
        id,
        newest.status,
        newest.severity,
        Math.max(costNanos, later.costNanos),
        newest.sinceMillis,
        newest.untilMillis,
        newest.summary);
  }

  /** UTC. */
  LocalDate firstDay() {
    return day(sinceMillis);
  }

  /** UTC. */
  LocalDate lastDay() {
    return day(untilMillis);
  }

  private static LocalDate day(long millis) {
    return Instant.ofEpochMilli(millis).atZone(ZoneOffset.UTC).toLocalDate();
  }
}
