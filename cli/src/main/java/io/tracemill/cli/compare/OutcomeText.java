package io.tracemill.cli.compare;

import io.tracemill.analysis.alert.Incident;
import io.tracemill.analysis.mutation.EndpointSlide;
import io.tracemill.analysis.mutation.Finding.Rule;
import io.tracemill.analysis.mutation.Subject;
import io.tracemill.analysis.span.Frame;
import io.tracemill.cli.screen.Wording;
import java.io.PrintWriter;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The account of a comparison for people, what matters most first. */
final class OutcomeText {
  private static final int MAX_ENDPOINTS = 20;
  private static final int MAX_TERMS = 5;
  private static final int MAX_RULES = 3;

  private final Outcome outcome;
  private final PrintWriter out;
  private final AccountText account;

  private OutcomeText(Outcome outcome, PrintWriter out) {
    this.outcome = outcome;
    this.out = out;
    this.account = new AccountText(out, "  ", MAX_TERMS);
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
    List<ComparedEndpoint> changed = outcome.changed();
    changed.stream().limit(MAX_ENDPOINTS).forEach(this::printChanged);
    if (changed.size() > MAX_ENDPOINTS) {
      line("%nand %d more endpoints that have part in it", changed.size() - MAX_ENDPOINTS);
    }
    if (!outcome.incidents().isEmpty()) {
      line("");
    }
    UnchangedText.print(outcome, out);
  }

  private void printChanged(ComparedEndpoint endpoint) {
    Frame frame = endpoint.slide().endpoint();
    line("%n%s", Wording.printable(frame.toString()));
    line("  %s", AccountText.figures(endpoint.slide().totals()));
    account.print(endpoint, outcome.culpritsOf(frame));
    printRules(endpoint);
  }

  /** Those of this endpoint: an alert over all endpoints has those of one. */
  private void printRules(ComparedEndpoint endpoint) {
    EndpointSlide slide = endpoint.slide();
    Set<Subject> found =
        outcome.alertsOf(slide.endpoint()).stream()
            .map(alert -> alert.finding().trial().subject())
            .collect(Collectors.toSet());
    slide.findings().stream()
        .filter(finding -> found.contains(finding.trial().subject()))
        .flatMap(finding -> finding.rules().stream())
        .distinct()
        .sorted(Comparator.comparingDouble(Rule::accuracy).reversed().thenComparing(Rule::text))
        .limit(MAX_RULES)
        .forEach(
            rule ->
                line(
                    "  sets them apart: %s (%s accurate)",
                    Wording.printable(rule.text()), Wording.percent(rule.accuracy())));
  }

  private void line(String format, Object... values) {
    out.println(String.format(Locale.ROOT, format, values));
  }
}
