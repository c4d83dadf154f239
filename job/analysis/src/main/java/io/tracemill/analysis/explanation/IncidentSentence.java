package io.tracemill.analysis.explanation;

import io.tracemill.analysis.explanation.ChangeAccount.PlaceChange;
import io.tracemill.analysis.incident.Culprit;
import io.tracemill.analysis.incident.Finding.Side;
import io.tracemill.analysis.incident.Incident;
import io.tracemill.analysis.incident.Incident.Status;
import io.tracemill.analysis.incident.Subject;
import io.tracemill.analysis.incident.Subject.CallShare;
import io.tracemill.analysis.incident.Subject.ErrorShare;
import io.tracemill.analysis.incident.Subject.PlaceTime;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.span.Frame;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * An incident in one sentence for readers, cause first (semantics 8.4):
 *
 * <pre>
 *   payment -> bank-api is slow: +245 ms a call since 03:12 UTC. POST /checkout mean 150 -> 419 ms,
 *   p95 210 -> 480 ms (1,840 of 2,100 requests); 2 more endpoints. Mostly bank-api v2. Chance: less
 *   than 1 in 10,000.
 * </pre>
 *
 * <p>A time has its date if it differs from that of the incident's latest pane. For a resolved
 * incident, the sentence begins with its end and is in the past tense.
 */
public final class IncidentSentence {
  /** The least accuracy of a rule for "mostly". */
  private static final double MOSTLY = 0.6;

  /** The least part beyond the culprit that the sentence mentions. */
  private static final double UNEXPLAINED = 0.2;

  private final Incident incident;
  private final Optional<Explanation> explanation;
  private final boolean past;
  private final String since;

  private IncidentSentence(ExplainedIncident explained, String since) {
    this.incident = explained.incident();
    this.explanation = explained.explanation();
    this.past = incident.status() == Status.RESOLVED;
    this.since = since;
  }

  /** The sentence: plain text in one line. */
  public static String of(ExplainedIncident explained) {
    Incident incident = explained.incident();
    String since = " since " + Figures.time(incident.sinceMillis(), incident.endMillis());
    return new IncidentSentence(explained, since).text();
  }

  /** The sentence about two cohorts: it does not say since when. */
  public static String ofCohorts(ExplainedIncident explained) {
    return new IncidentSentence(explained, "").text();
  }

  private String text() {
    return Stream.of(cause(), effect(), mostly(), notExplained(), chance())
        .filter(part -> !part.isEmpty())
        .collect(Collectors.joining(" ", end(), ""));
  }

  private String end() {
    String at = Figures.time(incident.endMillis(), incident.endMillis());
    long millis = incident.endMillis() - incident.sinceMillis();
    String after = " after " + Figures.duration(TimeUnit.MILLISECONDS.toNanos(millis));
    return incident
        .reason()
        .map(
            reason ->
                switch (reason) {
                  case RECOVERED -> "Recovered at " + at + after + ": ";
                  case ACCEPTED -> "Accepted as normal" + after + ": ";
                  case NO_TRAFFIC -> "No more traffic at " + at + ": ";
                })
        .orElse("");
  }

  private String cause() {
    Culprit culprit = incident.culprit();
    Subject subject = culprit.subject();
    if (subject instanceof CallShare calls) {
      return calls(calls, culprit);
    }
    if (subject instanceof ErrorShare errors) {
      return errors(errors.place(), culprit);
    }
    return "%s %s slow: %s a call%s."
        .formatted(
            Figures.name(((PlaceTime) subject).place().toString()),
            past ? "was" : "is",
            Figures.signedDuration(culprit.afterNanos() - culprit.beforeNanos()),
            since);
  }

  private String errors(Place place, Culprit culprit) {
    boolean whole = place == Place.Request.WHOLE;
    return "%s %s: %s of %s%s, before %s."
        .formatted(
            whole ? endpoint() : Figures.name(place.toString()),
            past ? "failed" : "fails",
            Figures.percent(culprit.after()),
            whole ? "requests" + hits(incident.leading().after()) : "calls",
            since,
            Figures.percent(culprit.before()));
  }

  private static String hits(Side side) {
    long hits = Math.round(side.share() * side.requests());
    return " (%s of %s)".formatted(Figures.count(hits), Figures.count(side.requests()));
  }

  private String calls(CallShare subject, Culprit culprit) {
    String parent = name(subject.call().parent());
    String child = name(subject.call().child());
    String share = Figures.percent(culprit.after()) + " of requests" + since;
    if (culprit.before() == 0) {
      String now = past ? "called %s for the first time" : "now calls %s";
      return "%s %s: %s.".formatted(parent, now.formatted(child), share);
    }
    return "%s %s %s %s often: %s, before %s."
        .formatted(
            parent,
            past ? "called" : "calls",
            child,
            culprit.after() < culprit.before() ? "less" : "more",
            share,
            Figures.percent(culprit.before()));
  }

  private String effect() {
    Subject cause = incident.culprit().subject();
    if (cause instanceof CallShare) {
      return "";
    }
    // The sentence already names an endpoint that fails by itself.
    boolean failing = cause instanceof ErrorShare error && error.place() != Place.Request.WHOLE;
    return (failing ? failing() : Optional.<String>empty())
        .or(this::slower)
        .map(text -> text + more() + ".")
        .orElse("");
  }

  /** The share of failed requests of the endpoint, if there is such a finding. */
  private Optional<String> failing() {
    ErrorShare whole = new ErrorShare(Place.Request.WHOLE);
    Optional<Frame> first = Optional.of(incident.endpoints().get(0));
    return incident.findings().stream()
        .filter(finding -> finding.subject().equals(whole) && finding.endpoint().equals(first))
        .findFirst()
        .map(
            finding ->
                "%s: %s of requests %s%s, before %s"
                    .formatted(
                        endpoint(),
                        Figures.percent(finding.after().share()),
                        past ? "failed" : "fail",
                        hits(finding.after()),
                        Figures.percent(finding.before().share())));
  }

  private Optional<String> slower() {
    Side after = incident.leading().after();
    return explanation
        .map(Explanation::totals)
        .map(
            totals ->
                "%s mean %s, p95 %s (%s of %s requests)"
                    .formatted(
                        endpoint(),
                        Figures.durations(totals.beforeMeanNanos(), totals.afterMeanNanos()),
                        Figures.durations(totals.beforeP95Nanos(), totals.afterP95Nanos()),
                        Figures.count(after.requests()),
                        Figures.count(after.all())));
  }

  private String more() {
    int more = incident.endpoints().size() - 1;
    return more == 0 ? "" : "; " + Figures.count(more) + " more endpoint" + (more > 1 ? "s" : "");
  }

  private String mostly() {
    return explanation.stream()
        .flatMap(why -> why.differences().stream())
        .findFirst()
        .filter(difference -> difference.accuracy() >= MOSTLY)
        .map(difference -> "Mostly " + difference.rule(Figures::name) + ".")
        .orElse("");
  }

  /** The part of the rise of the endpoint's mean that is not at the culprit's place. */
  private String notExplained() {
    if (!(incident.culprit().subject() instanceof PlaceTime time)) {
      return "";
    }
    return explanation
        .map(Explanation::account)
        .filter(account -> account.deltaMeanNanos() > 0)
        .map(
            account ->
                1
                    - account.places().stream()
                        .filter(change -> time.place().includes(change.place()))
                        .mapToDouble(PlaceChange::share)
                        .sum())
        .filter(left -> left > UNEXPLAINED)
        .map(left -> "Not explained: " + Figures.percent(Math.min(1, left)) + ".")
        .orElse("");
  }

  private String chance() {
    String chance = Figures.chance(incident.leading().pValue());
    return chance.isEmpty() ? "" : "Chance: " + chance + ".";
  }

  private String endpoint() {
    return Figures.name(incident.endpoints().get(0).operation());
  }

  private static String name(Frame frame) {
    return Figures.name(frame.toString());
  }
}
