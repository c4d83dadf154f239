package io.tracemill.cli.compare;

import io.tracemill.analysis.alert.Tested;
import io.tracemill.analysis.mutation.EndpointSlide;
import io.tracemill.analysis.quality.WatchState;
import io.tracemill.cli.screen.Wording;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;

/** What was compared without finding a change, and how far that means that there is none. */
final class UnchangedText {
  private static final int MAX_ENDPOINTS = 20;

  private UnchangedText() {}

  static void print(Outcome outcome, PrintWriter out) {
    List<ComparedEndpoint> unchanged = outcome.unchanged();
    if (!unchanged.isEmpty()) {
      boolean others = unchanged.size() < outcome.endpoints().size();
      String noun = others ? "other endpoint" : "endpoint";
      out.printf("No change found in %s:%n", Wording.count(unchanged.size(), noun));
      unchanged.stream().limit(MAX_ENDPOINTS).forEach(endpoint -> print(endpoint, out));
      if (unchanged.size() > MAX_ENDPOINTS) {
        out.printf("  and %s more%n", Wording.number(unchanged.size() - MAX_ENDPOINTS));
      }
      print(outcome.tested(), outcome.fdr(), others, out);
    }
  }

  private static void print(ComparedEndpoint endpoint, PrintWriter out) {
    EndpointSlide slide = endpoint.slide();
    out.printf("  %s%n", Wording.printable(slide.endpoint().toString()));
    out.printf(
        "    %s, %s%n",
        OutcomeText.figures(slide.totals()),
        endpoint.doubt().map("not judged: "::concat).orElseGet(() -> judged(slide)));
  }

  private static String judged(EndpointSlide slide) {
    return slide.state() == WatchState.WATCHING
        ? Wording.count(slide.trials().size(), "test")
        : "too few to judge (mutations.min-traces)";
  }

  private static void print(Tested tests, double fdr, boolean ofOthers, PrintWriter out) {
    if (tests.all() == 0) {
      return;
    }
    out.printf(
        "None of %s passed%s: of changes large enough to matter (mutations.min-effect) the smallest"
            + " q is %s, and what passes has %s or less (mutations.fdr).%n",
        Wording.count(tests.all(), "test"),
        ofOthers ? " but those above" : "",
        probability(tests.smallestQ()),
        probability(fdr));
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
