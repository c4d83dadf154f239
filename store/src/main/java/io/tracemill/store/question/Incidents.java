package io.tracemill.store.question;

import com.fasterxml.jackson.annotation.JsonRawValue;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.store.engine.Sql;
import io.tracemill.store.engine.StoreSession;
import java.util.List;

/**
 * The newest record of each incident that was said in a range of time.
 *
 * @param incidents the newest first
 */
public record Incidents(List<Incident> incidents) {
  /** The largest number of records. */
  public static final int MAX_RECORDS = 10_000;

  /**
   * An incident, mutation or change.
   *
   * @param timeMillis when the record was said, milliseconds since the epoch
   * @param record as in its stream, JSON
   */
  public record Incident(
      String id, long timeMillis, String status, String severity, @JsonRawValue String record) {}

  public Incidents {
    incidents = List.copyOf(incidents);
  }

  /**
   * Asks for them.
   *
   * @param stream {@code incidents}, {@code mutations} or {@code changes}
   */
  public static Incidents ask(StoreSession session, Period time, String stream) {
    return new Incidents(
        session.rows(
            """
            SELECT id, max(time_millis), arg_max(status, time_millis),
              arg_max(severity, time_millis), arg_max(json, time_millis)
            FROM incidents
            WHERE stream = %s AND time_millis >= %d AND time_millis < %d
            GROUP BY id ORDER BY 2 DESC, id LIMIT %d
            """
                .formatted(Sql.text(stream), time.startMillis(), time.endMillis(), MAX_RECORDS),
            row ->
                new Incident(
                    row.getString(1),
                    row.getLong(2),
                    row.getString(3),
                    row.getString(4),
                    row.getString(5))));
  }
}
