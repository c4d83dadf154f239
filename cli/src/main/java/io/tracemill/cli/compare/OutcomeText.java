package io.tracemill.cli.compare;

import io.tracemill.analysis.alert.Alert;
import io.tracemill.analysis.alert.Incident;
import io.tracemill.analysis.change.ChangeAccount;
import io.tracemill.analysis.change.ChangeAccount.Rate;
import io.tracemill.analysis.change.ChangeAccount.Term;
import io.tracemill.analysis.change.Culprit;
import io.tracemill.analysis.change.CulpritChange;
import io.tracemill.analysis.mutation.EndpointSlide.Totals;
import io.tracemill.analysis.mutation.Finding.Rule;
import io.tracemill.analysis.span.Frame;
import io.tracemill.cli.screen.Wording;
import java.io.PrintWriter;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;

/** The account of a comparison for people, what matters most first. */
final class OutcomeText {
  private static final int MAX_ENDPOINTS = 20;
  private static final int MAX_PLACES = 3;
  private static final int MAX_TERMS = 5;
  private static final int MAX_RULES = 3;
  private static final int MAX_STEPS = 3;

  /** A smaller part of the change is not worth a line. */
  private static final double MIN_SHARE = 0.01;

  private final Outcome outcome;
  private final PrintWriter out;

  private OutcomeText(Outcome outcome, PrintWriter out) {
    this.outcome = outcome;
    this.out = out;
  }

  static void print(Outcome outcome, Function<Incident, String> summaries, PrintWriter out) {
    new OutcomeText(outcome, out).print(summaries);
  }

  private void print(Function<Incident, String> summaries) {
    for (Incident incident : outcome.incidents()) {
      out.printf(
          "%-6s  %s%n",
          incident.severity().name().toLowerCase(Locale.ROOT), summaries.apply(incident));
    }
    List<ComparedEndpoint> changed =
        outcome.endpoints().stream()
            .filter(endpoint -> !outcome.alertsOf(endpoint.slide().endpoint()).isEmpty())
            .sorted(Comparator.comparingInt(this::rank))
            .toList();
    changed.stream().limit(MAX_ENDPOINTS).forEach(this::printChanged);
    if (changed.size() > MAX_ENDPOINTS) {
      line("%nand %d more endpoints that changed", changed.size() - MAX_ENDPOINTS);
    }
    if (!outcome.incidents().isEmpty()) {
      line("");
    }
    UnchangedText.print(outcome, out);
  }

  private int rank(ComparedEndpoint endpoint) {
    return outcome.alertsOf(endpoint.slide().endpoint()).stream()
        .mapToInt(Alert::rank)
        .min()
        .orElse(Integer.MAX_VALUE);
  }

  private void printChanged(ComparedEndpoint endpoint) {
    Frame frame = endpoint.slide().endpoint();
    Totals totals = endpoint.slide().totals();
    line("%n%s", Wording.printable(frame.toString()));
    line("  %s", figures(totals));
    printPlaces(endpoint);
    line("  not explained: %s", Wording.percent(totals.restRatio()));
    endpoint.account().ifPresent(this::printTerms);
    printRules(frame);
  }

  /** The mean, the 95th percentile and the number of requests, of both cohorts. */
  static String figures(Totals totals) {
    return "mean %s -> %s (%s), p95 %s -> %s, %s against %s"
        .formatted(
            Wording.duration(totals.beforeMeanNanos()),
            Wording.duration(totals.afterMeanNanos()),
            signed(totals.afterMeanNanos() - totals.beforeMeanNanos()),
            Wording.duration(totals.beforeP95Nanos()),
            Wording.duration(totals.afterP95Nanos()),
            Wording.count(totals.afterTraces(), "request"),
            Wording.number(totals.beforeTraces()));
  }

  /** Those that were found first, as the incident's line has them; others may be chance. */
  private void printPlaces(ComparedEndpoint endpoint) {
    Set<Culprit> found = outcome.culpritsOf(endpoint.slide().endpoint());
    endpoint.culprits().stream()
        .filter(place -> Math.abs(place.share()) >= MIN_SHARE)
        .sorted(Comparator.comparing(place -> !found.contains(place.culprit())))
        .limit(MAX_PLACES)
        .forEach(place -> printPlace(place, found.contains(place.culprit())));
  }

  private void printTerms(ChangeAccount account) {
    line("  largest terms:");
    account.terms().stream()
        .filter(term -> partOf(term.nanos(), account.deltaMeanNanos()) >= MIN_SHARE)
        .limit(MAX_TERMS)
        .forEach(this::printTerm);
  }

  private void printRules(Frame endpoint) {
    outcome.alertsOf(endpoint).stream()
        .flatMap(alert -> alert.finding().rules().stream())
        .distinct()
        .sorted(Comparator.comparingDouble(Rule::accuracy).reversed().thenComparing(Rule::text))
        .limit(MAX_RULES)
        .forEach(
            rule ->
                line(
                    "  sets them apart: %s (%s accurate)",
                    Wording.printable(rule.text()), Wording.percent(rule.accuracy())));
  }

  private void printPlace(CulpritChange change, boolean found) {
    line(
        "  %12s  %4s  %s, %s -> %s%s",
        signed(change.nanos()),
        Wording.percent(change.share()),
        Wording.printable(change.culprit().toString()),
        Wording.duration(change.beforeNanos()),
        Wording.duration(change.afterNanos()),
        found ? "" : " (no alert is put down to it)");
  }

  private void printTerm(Term term) {
    String category = term.category().hex().substring(0, 8);
    line(
        "  %12s  %s",
        signed(term.nanos()),
        term instanceof Rate rate
            ? "category %s in %s".formatted(category, path(rate))
            : "category %s by its share of the requests".formatted(category));
  }

  private static String path(Rate rate) {
    int steps = rate.callPath().size();
    String last =
        String.join(
            " > ",
            rate.callPath().subList(Math.max(0, steps - MAX_STEPS), steps).stream()
                .map(step -> Wording.printable(step.toString()))
                .toList());
    return steps > MAX_STEPS ? "... > " + last : last;
  }

  private static String signed(long nanos) {
    return (nanos < 0 ? "-" : "+") + Wording.duration(Math.abs(nanos));
  }

  private static double partOf(long part, long of) {
    return of == 0 ? 0 : Math.abs((double) part / of);
  }

  private void line(String format, Object... values) {
    out.println(String.format(Locale.ROOT, format, values));
  }
}
