package io.tracemill.analysis.alert;

import io.tracemill.analysis.alert.Alert.Reason;
import io.tracemill.analysis.alert.Alert.Scope;
import io.tracemill.analysis.alert.Alert.Status;
import io.tracemill.analysis.alert.Incident.Peak;
import io.tracemill.analysis.mutation.EndpointSlide.Totals;
import io.tracemill.analysis.mutation.Side;
import io.tracemill.analysis.mutation.Subject;
import io.tracemill.analysis.mutation.Subject.CallShare;
import io.tracemill.analysis.mutation.Trial;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.TraceId;
import java.util.ArrayList;
import java.util.List;

/** An incident in one line, as a tired person reads it: what, since when, how much, and where. */
public final class Summary {
  private static final String TRACE_ID = "{traceId}";

  /** That of a rule which requests meet more often than before by a fifth of all of them. */
  private static final double MIN_ACCURACY = 0.6;

  private static final int MAX_RULE = 200;

  /** A percentile of fewer requests is one of them. */
  private static final int FEW = 5;

  private final Incident incident;
  private final String traceLink;
  private final Alert alert;
  private final Totals totals;

  private Summary(Incident incident, String traceLink) {
    this.incident = incident;
    this.traceLink = traceLink;
    this.alert = incident.leading();
    this.totals = alert.totals();
  }

  /**
   * The line.
   *
   * @param traceLink where a trace can be seen, with {@code {traceId}} in it; empty where nowhere,
   *     and their ids stand there instead
   */
  public static String of(Incident incident, String traceLink) {
    return new Summary(incident, traceLink).text();
  }

  private String text() {
    List<String> parts = new ArrayList<>();
    parts.add(ending() + what());
    parts.add(figures());
    parts.add(CulpritSentence.of(incident));
    parts.add(difference());
    parts.add(height());
    parts.add(certainty());
    parts.add(link(isSlower() ? "Slow" : "Now", alert.finding().after()));
    parts.add(link(isSlower() ? "Normal" : "Before", alert.finding().before()));
    parts.removeIf(String::isEmpty);
    return String.join(" ", parts);
  }

  /** Nothing while it fires. */
  private String ending() {
    if (incident.status() == Status.FIRING) {
      return "";
    }
    long end = incident.window().endMillis();
    return "%s at %s after %s: "
        .formatted(
            ending(incident.reason().orElse(Reason.RECOVERED)),
            Quantities.time(end, end),
            Quantities.duration(end - incident.sinceMillis()));
  }

  private static String ending(Reason reason) {
    return switch (reason) {
      case RECOVERED -> "Recovered";
      case ACCEPTED -> "Accepted as normal";
      case NO_TRAFFIC -> "Closed without traffic";
      case RELEARNED -> "Closed, but may go on (its baseline was lost and learned anew)";
      case DISPLACED -> "Displaced by larger ones";
      case BLIND -> "Closed, but may go on (its requests could not be judged for long)";
    };
  }

  private String what() {
    return "%s%s since %s%s."
        .formatted(
            whose(alert, incident.endpoints()),
            incident.endpoints().size() > 1 ? "," : "",
            time(incident.sinceMillis()),
            isOfTimes() ? ", " + requests() : ": " + structure());
  }

  /** Whose requests, how slow, and which other endpoints. */
  private static String whose(Alert alert, List<Frame> endpoints) {
    return name(alert.endpoints().get(0)) + latency(alert.totals()) + others(endpoints);
  }

  private static String name(Frame endpoint) {
    return PlainText.of(endpoint.operation().isBlank() ? endpoint.service() : endpoint.operation());
  }

  private String time(long millis) {
    return Quantities.time(millis, incident.window().endMillis());
  }

  /** Of when its figures are, if not of the window that ends with the record. */
  private String figures() {
    Peak peak = incident.peak();
    return incident.status() == Status.RESOLVED
        ? "Figures of its height, %s%s."
            .formatted(time(peak.endMillis()), found(alert, peak.endMillis(), ", found at %s"))
        : found(alert, incident.window().endMillis(), "Figures of %s.");
  }

  /** While it fires, what it was before it shrank to less than half. */
  private String height() {
    Peak peak = incident.peak();
    return incident.status() == Status.RESOLVED
            || peak.contributionNanos() / 2 <= incident.contributionNanos()
        ? ""
        : "At its height, %s: %s%s."
            .formatted(
                time(peak.endMillis()),
                whose(peak.leading(), peak.endpoints()),
                found(peak.leading(), peak.endMillis(), " (found at %s)"));
  }

  /** When its figures were found, if that was not in the window that ends then. */
  private String found(Alert of, long endMillis, String text) {
    return of.lastFoundMillis() <= endMillis - incident.window().lengthMillis()
        ? text.formatted(time(of.lastFoundMillis()))
        : "";
  }

  /** Nothing where too few requests have it to speak of. */
  private static String latency(Totals totals) {
    return Math.min(totals.beforeTraces(), totals.afterTraces()) < FEW
        ? ""
        : " p95 %s, mean %s"
            .formatted(
                Quantities.times(totals.beforeP95Nanos(), totals.afterP95Nanos()),
                Quantities.change(totals.beforeMeanNanos(), totals.afterMeanNanos()));
  }

  private static String others(List<Frame> endpoints) {
    int others = endpoints.size() - 1;
    if (others < 2) {
      return others < 1 ? "" : ", and " + name(endpoints.get(1));
    }
    String atLeast = endpoints.size() == Bounds.MAX_LISTED ? "at least " : "";
    return ", and %s%d more endpoints".formatted(atLeast, others);
  }

  private String requests() {
    long affected = alert.finding().trial().after().traces();
    long all = alert.concerned().traces();
    String requests = affected > all ? requests(affected) : requests(affected, all);
    return alert.scope() == Scope.CATEGORY ? requests + " (one category)" : requests;
  }

  private static String requests(long count) {
    return Quantities.count(count) + " requests";
  }

  private static String requests(long count, long of) {
    return "%s of %s".formatted(Quantities.count(count), requests(of));
  }

  /** How many requests take another way, of those that could. */
  private String structure() {
    Trial trial = alert.finding().trial();
    if (trial.subject() instanceof CallShare call) {
      return calls(call, trial.before(), trial.after());
    }
    return "%s take this path (%s, before %s)"
        .formatted(
            requests(trial.after().traces(), trial.after().trials()),
            Quantities.percent(trial.after().share()),
            Quantities.percent(trial.before().share()));
  }

  private static String calls(CallShare call, Side before, Side after) {
    String caller = " with " + PlainText.of(call.caller().toString());
    String often = call.atLeast() > 1 ? " %d times or more".formatted(call.atLeast()) : "";
    String callee = PlainText.of(call.callee().toString()) + often;
    if (after.traces() == 0) {
      String none = after.trials() == 0 ? "no requests" : "none of " + requests(after.trials());
      return "%s%s call %s (before %s)"
          .formatted(none, caller, callee, Quantities.percent(before.share()));
    }
    boolean fewer = after.share() < before.share();
    return "%s%s %s %s (%s, before %s)"
        .formatted(
            requests(fewer ? after.trials() - after.traces() : after.traces(), after.trials()),
            caller,
            fewer ? "do not call" : "call",
            callee,
            Quantities.percent(fewer ? 1 - after.share() : after.share()),
            Quantities.percent(fewer ? 1 - before.share() : before.share()));
  }

  /**
   * What requests of now and of before can be told apart by. Where they take another way they meet
   * other services too, so that what they have of those says nothing; of several endpoints the
   * rules are those of one.
   */
  private String difference() {
    String whom = alert.scope() == Scope.SYSTEM ? "those of one endpoint" : "them";
    return alert.finding().rules().stream()
        .filter(rule -> isOfTimes())
        .filter(rule -> rule.accuracy() >= MIN_ACCURACY)
        .findFirst()
        .map(
            rule ->
                "Sets %s apart: %s (%s accurate)."
                    .formatted(
                        whom,
                        PlainText.of(rule.text(), MAX_RULE),
                        Quantities.percent(rule.accuracy())))
        .orElse("");
  }

  private String certainty() {
    String chance =
        alert.finding().trial().window().test().ruled()
            ? "By mutations.sm-threshold"
            : Quantities.qValue(alert.qValue());
    return "%s, traces %s complete.".formatted(chance, Quantities.percent(totals.completeRatio()));
  }

  /** Not where they take another way, nor where they became faster. */
  private boolean isSlower() {
    return isOfTimes() && alert.finding().trial().window().rose();
  }

  private boolean isOfTimes() {
    return alert.finding().trial().subject().kind() == Subject.Kind.RESPONSE_TIME;
  }

  private String link(String label, List<TraceId> examples) {
    if (examples.isEmpty()) {
      return "";
    }
    String id = examples.get(0).hex();
    return label + ": " + (traceLink.isEmpty() ? id : traceLink.replace(TRACE_ID, id));
  }
}
