package io.tracemill.analysis.explanation;

import io.tracemill.analysis.explanation.ChangeAccount.PlaceChange;
import io.tracemill.analysis.incident.Finding;
import io.tracemill.analysis.incident.Finding.Side;
import io.tracemill.analysis.incident.Incident;
import io.tracemill.analysis.incident.Incident.Severity;
import io.tracemill.analysis.incident.Incident.Status;
import io.tracemill.analysis.incident.Subject;
import io.tracemill.analysis.incident.Subject.CallShare;
import io.tracemill.analysis.incident.Subject.ErrorShare;
import io.tracemill.analysis.incident.Subject.PlaceTime;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.record.IncidentRecord.Totals;
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
 * incident, the sentence begins with its end and is in the past tense. It never says more than its
 * own figures show: a place is slow only if requests of the endpoint take longer than before.
 */
public final class IncidentSentence {
  /** The least accuracy of a rule for "mostly". */
  private static final double MOSTLY = 0.6;

  /** The least part beyond the culprit that the sentence mentions. */
  private static final double ELSEWHERE = 0.2;

  private final ExplainedIncident explained;
  private final Incident incident;
  private final Optional<Explanation> explanation;
  private final boolean past;
  private final String since;

  private IncidentSentence(ExplainedIncident explained, String since) {
    this.explained = explained;
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
    return Stream.of(cause(), effect(), mostly(), explained.stacks().text(), elsewhere(), chance())
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
                  case NO_TRAFFIC -> "Ended at " + at + after + " for lack of requests: ";
                })
        .orElse("");
  }

  private String cause() {
    Finding culprit = incident.culprit();
    Subject subject = culprit.subject();
    if (subject instanceof CallShare calls) {
      return calls(calls, culprit);
    }
    return subject instanceof ErrorShare errors
        ? errors(errors.place(), culprit)
        : time(((PlaceTime) subject).place(), culprit);
  }

  private String time(Place place, Finding culprit) {
    String name = Figures.name(place.toString());
    String unit = place.indivisible() ? "a call" : "a request";
    long rise = culprit.after().meanNanos() - culprit.before().meanNanos();
    if (rise <= 0) {
      return "%s: times changed%s, but the mean did not rise: %s %s."
          .formatted(
              name,
              since,
              Figures.durations(culprit.before().meanNanos(), culprit.after().meanNanos()),
              unit);
    }
    String state =
        isSlower() ? (past ? "was slow" : "is slow") : (past ? "took longer" : "takes longer");
    return "%s %s: %s %s%s.".formatted(name, state, Figures.signedDuration(rise), unit, since);
  }

  /** Whether the endpoint's requests are slower as a whole, as far as is known. */
  private boolean isSlower() {
    return explanation.map(Explanation::totals).map(IncidentSentence::isSlower).orElse(true);
  }

  private static boolean isSlower(Totals totals) {
    return rises(totals.before().meanNanos(), totals.after().meanNanos())
        || rises(totals.before().p95Nanos(), totals.after().p95Nanos());
  }

  /** Whether it rises by more than the shown digits hide. */
  private static boolean rises(long before, long after) {
    return after > before && !Figures.duration(before).equals(Figures.duration(after));
  }

  private static boolean rises(double before, double after) {
    return after > before && !isSame(before, after);
  }

  private static boolean isSame(double before, double after) {
    return Figures.percent(before).equals(Figures.percent(after));
  }

  private String errors(Place place, Finding culprit) {
    boolean whole = place == Place.Request.WHOLE;
    String name = whole ? endpoint() : Figures.name(place.toString());
    String part = whole ? "of requests" + hits(culprit.after()) : "of the requests that use it";
    String share = Figures.percent(culprit.after().share()) + " " + part + since;
    if (!rises(culprit.before().share(), culprit.after().share())) {
      return "%s %s no more often than before: %s."
          .formatted(name, past ? "failed" : "fails", share);
    }
    return "%s %s: %s, before %s."
        .formatted(
            name, past ? "failed" : "fails", share, Figures.percent(culprit.before().share()));
  }

  private static String hits(Side side) {
    long hits = Math.round(side.share() * side.requests());
    return " (%s of %s)".formatted(Figures.count(hits), Figures.count(side.requests()));
  }

  private String calls(CallShare subject, Finding culprit) {
    String parent = name(subject.call().parent());
    String child = name(subject.call().child());
    String share = Figures.percent(culprit.after().share()) + " of requests" + since;
    if (isSame(culprit.before().share(), culprit.after().share())) {
      return "%s %s %s as often as before: %s."
          .formatted(parent, past ? "called" : "calls", child, share);
    }
    if (culprit.before().share() == 0) {
      String now = past ? "called %s for the first time" : "now calls %s";
      return "%s %s: %s.".formatted(parent, now.formatted(child), share);
    }
    return "%s %s %s %s often: %s, before %s."
        .formatted(
            parent,
            past ? "called" : "calls",
            child,
            culprit.after().share() < culprit.before().share() ? "less" : "more",
            share,
            Figures.percent(culprit.before().share()));
  }

  /** What the endpoint's callers notice: failures for errors, latency for slow places. */
  private String effect() {
    Subject cause = incident.culprit().subject();
    Optional<String> effect = Optional.empty();
    if (cause instanceof PlaceTime || isSlowByCalls()) {
      effect = slower();
    } else if (cause instanceof ErrorShare error && error.place() != Place.Request.WHOLE) {
      effect = failing();
    }
    return effect.map(text -> text + more() + ".").orElse("");
  }

  private boolean isSlowByCalls() {
    return incident.culprit().subject() instanceof CallShare
        && incident.severity() != Severity.INFO;
  }

  /** The share of failed requests of the endpoint. */
  private Optional<String> failing() {
    ErrorShare whole = new ErrorShare(Place.Request.WHOLE);
    Frame first = incident.endpoints().get(0);
    return explanation
        .filter(why -> why.after().has(whole))
        .map(why -> failing(why.before().side(whole), why.after().side(whole)))
        .or(
            () ->
                incident.findings().stream()
                    .filter(
                        found ->
                            found.subject().equals(whole)
                                && found.endpoint().equals(Optional.of(first)))
                    .findFirst()
                    .map(found -> failing(found.before(), found.after())));
  }

  private String failing(Side before, Side after) {
    if (!rises(before.share(), after.share())) {
      return "%s %s no more often than before: %s of requests%s"
          .formatted(
              endpoint(), past ? "failed" : "fails", Figures.percent(after.share()), hits(after));
    }
    return "%s: %s of requests %s%s, before %s"
        .formatted(
            endpoint(),
            Figures.percent(after.share()),
            past ? "failed" : "fail",
            hits(after),
            Figures.percent(before.share()));
  }

  private Optional<String> slower() {
    Side after = incident.culprit().after();
    return explanation
        .map(Explanation::totals)
        .map(
            totals ->
                "%s%s mean %s, p95 %s (%s of %s requests%s)"
                    .formatted(
                        endpoint(),
                        isSlower(totals) ? "" : past ? " was no slower:" : " is no slower:",
                        Figures.durations(totals.before().meanNanos(), totals.after().meanNanos()),
                        Figures.durations(totals.before().p95Nanos(), totals.after().p95Nanos()),
                        Figures.count(after.requests()),
                        Figures.count(after.all()),
                        height()));
  }

  /** The window of the figures if the incident went on after it. */
  private String height() {
    return explanation
        .map(Explanation::window)
        .filter(window -> window.endMillis() < incident.endMillis())
        .map(
            window ->
                ", %s to %s"
                    .formatted(
                        Figures.time(window.startMillis(), incident.endMillis()),
                        Figures.time(window.endMillis(), incident.endMillis())))
        .orElse("");
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
  private String elsewhere() {
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
        .filter(left -> left > ELSEWHERE)
        .map(left -> "Other places: " + Figures.percent(Math.min(1, left)) + " of the rise.")
        .orElse("");
  }

  private String chance() {
    String chance = Figures.chance(incident.culprit().pValue());
    return chance.isEmpty() ? "" : "Chance: " + chance + ".";
  }

  private String endpoint() {
    return Figures.name(incident.endpoints().get(0).operation());
  }

  private static String name(Frame frame) {
    return Figures.name(frame.toString());
  }
}
