package io.tracemill.pipeline.alertmanager;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.explanation.ChangeAccount;
import io.tracemill.analysis.explanation.Exemplars;
import io.tracemill.analysis.explanation.ExplainedIncident;
import io.tracemill.analysis.explanation.Explanation;
import io.tracemill.analysis.explanation.SubjectFigures;
import io.tracemill.analysis.incident.Finding;
import io.tracemill.analysis.incident.Incident;
import io.tracemill.analysis.incident.Incident.Severity;
import io.tracemill.analysis.incident.Subject;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.record.IncidentRecord.Requests;
import io.tracemill.analysis.record.IncidentRecord.Totals;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.TraceId;
import java.net.URI;
import java.util.List;
import java.util.Optional;

/**
 * An incident in which payment waits for bank-api.
 *
 * @param sinceMinute when it began; 0 unless it is said
 * @param minute end of its latest pane
 */
record TestIncident(
    String id,
    boolean firing,
    Severity severity,
    long sinceMinute,
    long minute,
    Place culprit,
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
        new Place.Edge("payment", "bank-api"),
        List.of(Frame.of("shop", "POST /checkout")));
  }

  static TestIncident resolved(String id, long minute) {
    TestIncident firing = firing(id, minute);
    return new TestIncident(id, false, Severity.PAGE, 0, minute, firing.culprit, firing.endpoints);
  }

  /** The same as a ticket. */
  TestIncident ticket() {
    return with(Severity.TICKET);
  }

  /** The same with another severity. */
  TestIncident with(Severity other) {
    return new TestIncident(id, firing, other, sinceMinute, minute, culprit, endpoints);
  }

  /** The same put down to another place. */
  TestIncident blaming(Place other) {
    return new TestIncident(id, firing, severity, sinceMinute, minute, other, endpoints);
  }

  /** The same at other endpoints. */
  TestIncident at(List<Frame> others) {
    return new TestIncident(id, firing, severity, sinceMinute, minute, culprit, others);
  }

  /** The same, begun at another minute. */
  TestIncident since(long other) {
    return new TestIncident(id, firing, severity, other, minute, culprit, endpoints);
  }

  static long at(long minute) {
    return START + minute * MINUTE;
  }

  Incident incident() {
    Subject subject = new Subject.PlaceTime(culprit);
    Finding.Side before = new Finding.Side(100, 100, 10 * MILLI, 1);
    Finding.Side after = new Finding.Side(90, 100, 255 * MILLI, 1);
    Finding finding =
        new Finding(
            subject, true, endpoints, before, after, window(), baseline(), 0.0003, 24_500 * MILLI);
    return new Incident(
        id,
        firing ? Optional.empty() : Optional.of(Incident.EndReason.RECOVERED),
        severity,
        1,
        at(sinceMinute),
        at(sinceMinute),
        at(minute),
        endpoints,
        List.of(finding),
        24_500 * MILLI);
  }

  private Period window() {
    return new Period(at(minute) - 5 * MINUTE, at(minute));
  }

  private Period baseline() {
    return new Period(at(sinceMinute) - 60 * MINUTE, at(sinceMinute));
  }

  /** With traces of both sides. */
  ExplainedIncident explained() {
    Totals totals =
        new Totals(
            endpoints.get(0),
            new Requests(100, 0, 150 * MILLI, 210 * MILLI, Optional.empty()),
            new Requests(100, 0, 419 * MILLI, 480 * MILLI, Optional.empty()));
    ChangeAccount account =
        new ChangeAccount(150 * MILLI, 419 * MILLI, List.of(), 269 * MILLI, List.of(), 1);
    return new ExplainedIncident(
        incident(),
        Optional.of(
            new Explanation(
                endpoints.get(0),
                baseline(),
                window(),
                totals,
                account,
                List.of(),
                List.of(),
                new Exemplars(List.of(NORMAL), List.of(SLOW)),
                SubjectFigures.NONE,
                SubjectFigures.NONE)));
  }

  /** What Alertmanager is told of it. */
  Alert alert() {
    return Alert.of(explained(), Settings.to(URI.create("http://host")));
  }
}
