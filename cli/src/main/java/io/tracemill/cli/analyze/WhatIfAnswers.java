package io.tracemill.cli.analyze;

import static java.util.Comparator.comparingDouble;

import io.tracemill.analysis.explanation.Figures;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.view.estimate.Percentile;
import io.tracemill.analysis.view.whatif.Question;
import io.tracemill.analysis.view.whatif.WhatIf.Outcome;
import io.tracemill.analysis.view.whatif.WhatIfTable;
import io.tracemill.cli.screen.Page;
import io.tracemill.cli.screen.Wording;
import java.io.PrintWriter;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The answers to what-if questions as a table; the largest change of total request time comes
 * first.
 */
final class WhatIfAnswers {
  private static final int SHOWN = 20;
  private static final double WHOLE = 100;

  /** The effect of one change on one endpoint's requests. */
  private record Answer(Frame endpoint, WhatIfTable table, Outcome outcome) {
    /** Nanoseconds saved, summed over all requests. */
    double savedNanos() {
      return outcome.saved().mean().value() * table.basis().requests();
    }

    String place() {
      return outcome.change().place().toString();
    }

    String text() {
      return "%s %s, %s of %s"
          .formatted(
              Wording.printable(place()),
              amount(),
              Wording.count(table.basis().kept(), "request"),
              Wording.frame(endpoint));
    }

    private String amount() {
      return outcome.change().addedNanos() != 0
          ? Figures.signedDuration(outcome.change().addedNanos())
          : new DecimalFormat(
                  "+0.####' %';-0.####' %'", DecimalFormatSymbols.getInstance(Locale.ROOT))
              .format(WHOLE * (outcome.change().factor() - 1));
    }

    String figures() {
      return "mean %s, p50 %s, p95 %s, p99 %s"
          .formatted(
              Figures.durations(
                  Math.round(table.before().mean().value()),
                  Math.round(outcome.after().mean().value())),
              figure(table.before().percentiles().p50(), outcome.after().percentiles().p50()),
              figure(table.before().percentiles().p95(), outcome.after().percentiles().p95()),
              figure(table.before().percentiles().p99(), outcome.after().percentiles().p99()));
    }

    private static String figure(Optional<Percentile> before, Optional<Percentile> after) {
      return before.isPresent() && after.isPresent()
          ? Figures.durations(before.get().value(), after.get().value())
          : "unknown";
    }
  }

  private final List<Answer> answers = new ArrayList<>();

  /** Adds the answers of one endpoint. */
  void add(Frame endpoint, WhatIfTable table) {
    table.changes().forEach(row -> answers.add(new Answer(endpoint, table, row.outcome())));
    answers.sort(comparingDouble(answer -> -Math.abs(answer.savedNanos())));
  }

  /** Prints the table, then the questions that no request could answer. */
  void print(PrintWriter out, List<Question> questions) {
    Page page = new Page();
    page.prose("", "What if, each change by itself, over all requests:");
    for (Answer answer : answers.subList(0, Math.min(SHOWN, answers.size()))) {
      page.prose("  ", answer.text());
      page.prose("    ", answer.figures());
    }
    if (answers.size() > SHOWN) {
      page.prose("  ", "and %s more".formatted(Wording.number(answers.size() - SHOWN)));
    }
    for (Question question : questions) {
      if (answers.stream().noneMatch(answer -> answer.place().equals(question.place()))) {
        page.prose(
            "  ",
            "%s: no request has such an operation, edge or service"
                .formatted(Wording.printable(question.place())));
      }
    }
    out.print(page);
    out.flush();
  }
}
