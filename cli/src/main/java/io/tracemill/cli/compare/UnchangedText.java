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
        changed);
    print(still, "No change found in %s", changed || !moved.isEmpty());
    print(outcome.notJudged(), "Nothing is concluded of %s", false);
    if (!changed || !moved.isEmpty() || !still.isEmpty()) {
      printTests(outcome.tested(), changed);
    }
  }

  private void print(List<ComparedEndpoint> endpoints, String heading, boolean others) {
    if (endpoints.isEmpty()) {
      return;
    }
    String noun = others ? "other endpoint" : "endpoint";
    out.println(heading.formatted(Wording.count(endpoints.size(), noun)) + ":");
    int accounts = 0;
    for (ComparedEndpoint endpoint : first(endpoints)) {
      print(endpoint);
      if (accounts < MAX_ACCOUNTS && hasAccount(endpoint)) {
        account.print(endpoint, Set.of());
        accounts++;
      }
    }
    if (endpoints.size() > MAX_ENDPOINTS) {
      out.printf("  and %s more%n", Wording.number(endpoints.size() - MAX_ENDPOINTS));
    }
  }

  private static List<ComparedEndpoint> first(List<ComparedEndpoint> endpoints) {
    return endpoints.subList(0, Math.min(MAX_ENDPOINTS, endpoints.size()));
  }

  /** Of a few requests it says what they spent more time at, though nothing is concluded. */
  private boolean hasAccount(ComparedEndpoint endpoint) {
    return endpoint.doubt().isEmpty() && outcome.hasMoved(endpoint);
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
