package io.tracemill.pipeline.alertmanager;

import io.tracemill.analysis.alert.Alert;
import io.tracemill.analysis.alert.Concerned;
import io.tracemill.analysis.alert.Incident;
import io.tracemill.analysis.alert.Incident.Severity;
import io.tracemill.analysis.alert.LastFound;
import io.tracemill.analysis.change.Culprit;
import io.tracemill.analysis.change.Culprit.EdgeCulprit;
import io.tracemill.analysis.change.CulpritChange;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.mutation.EndpointSlide.Totals;
import io.tracemill.analysis.mutation.Finding;
import io.tracemill.analysis.mutation.Side;
import io.tracemill.analysis.mutation.Subject;
import io.tracemill.analysis.mutation.Trial;
import io.tracemill.analysis.mutation.Verdict;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.TraceId;
import java.util.List;
import java.util.Optional;

/**
 * An incident in which payment waits for bank-api.
 *
 * @param sinceMinute when it began; 0 unless it is said
 * @param minute end of its window
 */
record TestIncident(
    String id,
    boolean firing,
    Severity severity,
    long sinceMinute,
    long minute,
    List<Culprit> culprits,
    List<Frame> endpoints) {
  static final long MINUTE = 60_000;
  private static final long MILLI = 1_000_000;

  /** 2026-11-22T03:12:00Z. */
  static final long START = 1_795_317_120_000L;

  static final TraceId SLOW = new TraceId(1, 2);
  static final TraceId NORMAL = new TraceId(3, 4);

  static TestIncident firing(String id, long minute) {
    return new TestIncident(
        id,
        true,
        Severity.PAGE,
        0,
        minute,
        List.of(new EdgeCulprit("payment", "bank-api")),
        List.of(Frame.of("shop", "POST /checkout")));
  }

  static TestIncident resolved(String id, long minute) {
    TestIncident firing = firing(id, minute);
    return new TestIncident(id, false, Severity.PAGE, 0, minute, firing.culprits, firing.endpoints);
  }

  /** The same as a ticket. */
  TestIncident ticket() {
    return new TestIncident(id, firing, Severity.TICKET, sinceMinute, minute, culprits, endpoints);
  }

  /** The same put down to others. */
  TestIncident blaming(Culprit... others) {
    return new TestIncident(id, firing, severity, sinceMinute, minute, List.of(others), endpoints);
  }

  /** The same at other endpoints. */
  TestIncident at(List<Frame> others) {
    return new TestIncident(id, firing, severity, sinceMinute, minute, culprits, others);
  }

  /** The same, begun at another minute. */
  TestIncident since(long other) {
    return new TestIncident(id, firing, severity, other, minute, culprits, endpoints);
  }

  static long at(long minute) {
    return START + minute * MINUTE;
  }

  Incident incident() {
    List<CulpritChange> changes =
        culprits.stream()
            .map(culprit -> new CulpritChange(culprit, 10_000_000, 255_000_000, 0.91))
            .toList();
    return new Incident(
        id,
        status(),
        reason(),
        severity,
        1,
        at(sinceMinute),
        at(sinceMinute - 4),
        window(),
        changes,
        endpoints,
        List.of("alert-" + id),
        1,
        leading(changes),
        new Incident.Peak(window().endMillis(), 1, endpoints, leading(changes)));
  }

  private Alert leading(List<CulpritChange> changes) {
    Side side = new Side(100, 1, 1);
    Trial trial =
        new Trial(
            new Subject.PlaceTime(new EdgeCulprit("payment", "bank-api")),
            side,
            side,
            Verdict.THIN,
            Verdict.THIN);
    Finding finding =
        new Finding(
            trial,
            1,
            Optional.empty(),
            List.of(),
            changes,
            List.of(),
            List.of(NORMAL),
            List.of(SLOW));
    return new Alert(
        "alert-" + id,
        status(),
        reason(),
        Alert.Scope.ENDPOINT,
        1,
        new LastFound(
            endpoints,
            finding,
            new Totals(100, 100, 150 * MILLI, 419 * MILLI, 210 * MILLI, 480 * MILLI, 0.04, 0.97),
            new Concerned(100, 150 * MILLI),
            window().endMillis()),
        0.0003,
        at(sinceMinute),
        at(sinceMinute - 4),
        window(),
        window(),
        id);
  }

  private Alert.Status status() {
    return firing ? Alert.Status.FIRING : Alert.Status.RESOLVED;
  }

  private Optional<Alert.Reason> reason() {
    return firing ? Optional.empty() : Optional.of(Alert.Reason.RECOVERED);
  }

  private Period window() {
    return new Period(at(minute) - 5 * MINUTE, at(minute));
  }

  /** What Alertmanager is told of it. */
  AlertPost post() {
    return new IncidentPosts(Settings.TRACES, incident -> "summary of " + incident.id())
        .of(incident());
  }
}
