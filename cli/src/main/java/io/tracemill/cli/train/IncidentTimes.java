package io.tracemill.cli.train;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.record.IncidentRecord;
import io.tracemill.analysis.span.Frame;
import io.tracemill.cli.screen.IncidentText;
import io.tracemill.connectors.output.RecordJson;
import io.tracemill.store.engine.QueryException;
import io.tracemill.store.engine.StoreSession;
import io.tracemill.store.question.Incidents;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * When an incident was open at an endpoint: from the start of the pane in which it began to the end
 * of the last pane that was judged. Notices are no incidents. An incident that still fires may be
 * stale, as a job that stopped no longer resolves it; so it too ends with its newest record.
 */
final class IncidentTimes {
  private static final String STREAM = "incidents";

  private final Period time;
  private final long paneMillis;
  private final Map<Frame, List<Period>> times = new HashMap<>();
  private int count;

  /**
   * @param time other incidents do not count
   */
  IncidentTimes(Period time, long paneMillis) {
    this.time = time;
    this.paneMillis = paneMillis;
  }

  /**
   * The times of incidents that were open in this period.
   *
   * @throws QueryException if a record cannot be read
   */
  static IncidentTimes during(Period time, StoreSession session) {
    IncidentTimes found = new IncidentTimes(time, session.rules().paneMillis());
    // Records of incidents may come after the last request.
    Period later = new Period(time.startMillis(), Long.MAX_VALUE);
    for (Incidents.Incident each : Incidents.ask(session, later, STREAM).incidents()) {
      try {
        found.add(RecordJson.read(each.record(), IncidentRecord.class));
      } catch (IOException e) {
        throw new QueryException(
            "incident %s of the store cannot be read: %s".formatted(each.id(), e.getMessage()), e);
      }
    }
    return found;
  }

  void add(IncidentRecord incident) {
    if (!IncidentText.isAlert(incident)) {
      return;
    }
    long start = incident.sinceMillis() - paneMillis;
    Period open = new Period(start, Math.max(start + paneMillis, incident.judgedMillis()));
    if (!open.overlaps(time)) {
      return;
    }
    count++;
    incident
        .endpoints()
        .forEach(each -> times.computeIfAbsent(each, added -> new ArrayList<>()).add(open));
  }

  /** The number of incidents. */
  int count() {
    return count;
  }

  /** The times in which an incident was open at an endpoint, in any order; they may overlap. */
  List<Period> at(Frame endpoint) {
    return times.getOrDefault(endpoint, List.of());
  }
}
