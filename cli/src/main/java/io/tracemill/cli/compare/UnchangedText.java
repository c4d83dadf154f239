package io.tracemill.cli.compare;

import io.tracemill.analysis.alert.Tested;
import io.tracemill.analysis.mutation.EndpointSlide;
import io.tracemill.analysis.quality.WatchState;
import io.tracemill.cli.screen.Wording;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** What was compared without a test that passed, and how far that means that nothing changed. */
final class UnchangedText {
  private static final int MAX_ENDPOINTS = 20;
  private static final int MAX_ACCOUNTS = 3;
  private static final int MAX_TERMS = 3;

  private final Outcome outcome;
  private final PrintWriter out;
  private final AccountText account;

  private UnchangedText(Outcome outcome, PrintWriter out) {
    this.outcome = outcome;
    this.out = out;
    this.account = new AccountText(out, "      ", MAX_TERMS);
  }

  static void print(Outcome outcome, PrintWriter out) {
    new UnchangedText(outcome, out).print();
  }

  private void print() {
    List<ComparedEndpoint> moved = outcome.moved();
    List<ComparedEndpoint> still = outcome.still();
    boolean changed = !outcome.changed().isEmpty();
    print(
        moved,
        "No test passes in %s whose mean differs (by mutations.min-effect or more): it may be"
            + " chance",
        changed,
        MAX_ACCOUNTS);
    print(still, "No change found in %s", changed || !moved.isEmpty(), 0);
    print(outcome.notJudged(), "Nothing is concluded of %s", false, 0);
    if (!moved.isEmpty() || !still.isEmpty()) {
      printTests(outcome.tested(), changed);
    }
  }

  private void print(
      List<ComparedEndpoint> endpoints, String heading, boolean others, int accounts) {
    if (endpoints.isEmpty()) {
      return;
    }
    String noun = others ? "other endpoint" : "endpoint";
    out.println(heading.formatted(Wording.count(endpoints.size(), noun)) + ":");
    for (int i = 0; i < Math.min(MAX_ENDPOINTS, endpoints.size()); i++) {
      print(endpoints.get(i));
      if (i < accounts) {
        account.print(endpoints.get(i), Set.of());
      }
    }
    if (endpoints.size() > MAX_ENDPOINTS) {
      out.printf("  and %s more%n", Wording.number(endpoints.size() - MAX_ENDPOINTS));
    }
  }

  private void print(ComparedEndpoint endpoint) {
    EndpointSlide slide = endpoint.slide();
    out.printf("  %s%n", Wording.printable(slide.endpoint().toString()));
    out.printf(
        "    %s, %s%n",
        AccountText.figures(slide.totals()),
        endpoint.doubt().map("not judged: "::concat).orElseGet(() -> judged(slide)));
  }

  private static String judged(EndpointSlide slide) {
    return slide.state() == WatchState.WATCHING
        ? Wording.count(slide.trials().size(), "test")
        : "too few to judge (mutations.min-traces)";
  }

  private void printTests(Tested tests, boolean ofOthers) {
    if (tests.all() == 0) {
      return;
    }
    out.printf(
        "None of %s passed%s: of changes large enough to matter (mutations.min-effect) the smallest"
            + " q is %s, and what passes has %s or less (mutations.fdr).%n",
        Wording.count(tests.all(), "test"),
        ofOthers ? " but those above" : "",
        probability(tests.smallestQ()),
        probability(outcome.rules().fdr()));
    int impossible = tests.all() - tests.possible();
    if (impossible > 0) {
      out.printf(
          "%s could not pass whatever was found: too few requests, or values that are all alike.%n",
          Wording.count(impossible, "test"));
    }
  }

  private static String probability(double q) {
    return q < 0.001
        ? String.format(Locale.ROOT, "%.1e", q)
        : String.format(Locale.ROOT, "%.3f", q);
  }
}
