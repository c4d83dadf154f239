package io.tracemill.pipeline.post;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.explanation.ChangeAccount;
import io.tracemill.analysis.explanation.Exemplars;
import io.tracemill.analysis.explanation.ExplainedIncident;
import io.tracemill.analysis.explanation.Explanation;
import io.tracemill.analysis.explanation.FormerMutations;
import io.tracemill.analysis.explanation.HostStacks;
import io.tracemill.analysis.explanation.SubjectFigures;
import io.tracemill.analysis.incident.Finding;
import io.tracemill.analysis.incident.Handling;
import io.tracemill.analysis.incident.Incident;
import io.tracemill.analysis.incident.Incident.Severity;
import io.tracemill.analysis.incident.Subject;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.record.IncidentRecord.Requests;
import io.tracemill.analysis.record.IncidentRecord.Totals;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.TraceId;
import java.util.List;
import java.util.Optional;

/**
 * An incident in which payment waits for bank-api.
 *
 * @param sinceMinute when it began; 0 unless it is said
 * @param minute end of its latest pane
 */
public record TestIncident(
    String id,
    boolean firing,
    Severity severity,
    long sinceMinute,
    long minute,
    Place culprit,
    List<Frame> endpoints,
    Handling handling) {
  public static final long MINUTE = 60_000;
  private static final long MILLI = 1_000_000;

  /** 2026-11-22T03:12:00Z. */
  public static final long START = 1_795_317_120_000L;

  public static final TraceId SLOW = new TraceId(1, 2);
  public static final TraceId NORMAL = new TraceId(3, 4);

  public static TestIncident firing(String id, long minute) {
    return new TestIncident(
        id,
        true,
        Severity.PAGE,
        0,
        minute,
        new Place.Edge("payment", "bank-api"),
        List.of(Frame.of("shop", "POST /checkout")),
        Handling.NONE);
  }

  public static TestIncident resolved(String id, long minute) {
    TestIncident firing = firing(id, minute);
    return new TestIncident(
        id, false, Severity.PAGE, 0, minute, firing.culprit, firing.endpoints, firing.handling);
  }

  /** The same as a ticket. */
  public TestIncident ticket() {
    return with(Severity.TICKET);
  }

  /** The same with another severity. */
  public TestIncident with(Severity other) {
    return new TestIncident(id, firing, other, sinceMinute, minute, culprit, endpoints, handling);
  }

  /** The same put down to another place. */
  public TestIncident blaming(Place other) {
    return new TestIncident(id, firing, severity, sinceMinute, minute, other, endpoints, handling);
  }

  /** The same at other endpoints. */
  public TestIncident at(List<Frame> others) {
    return new TestIncident(id, firing, severity, sinceMinute, minute, culprit, others, handling);
  }

  /** The same with an owner. */
  public TestIncident ownedBy(String team) {
    return handled(new Handling(Optional.of(team), handling.muted()));
  }

  /** The same, muted for a reason. */
  public TestIncident muted(String reason) {
    return handled(new Handling(handling.owner(), Optional.of(reason)));
  }

  private TestIncident handled(Handling other) {
    return new TestIncident(id, firing, severity, sinceMinute, minute, culprit, endpoints, other);
  }

  /** The same, begun at another minute. */
  public TestIncident since(long other) {
    return new TestIncident(id, firing, severity, other, minute, culprit, endpoints, handling);
  }

  public static long at(long minute) {
    return START + minute * MINUTE;
  }

  public Incident incident() {
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
  public ExplainedIncident explained() {
    Totals totals =
        new Totals(
            endpoints.get(0),
            new Requests(100, 0, 150 * MILLI, 210 * MILLI, Optional.empty()),
            new Requests(100, 0, 419 * MILLI, 480 * MILLI, Optional.empty()));
    ChangeAccount account =
        new ChangeAccount(150 * MILLI, 419 * MILLI, List.of(), 269 * MILLI, List.of(), 1);
    return new ExplainedIncident(
        endpoints.get(0),
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
                SubjectFigures.NONE)),
        FormerMutations.NONE,
        HostStacks.NONE,
        handling);
  }
}
