package io.tracemill.cli.query;

import io.tracemill.analysis.explanation.Figures;
import io.tracemill.cli.query.answer.Answer;
import io.tracemill.cli.query.answer.AnswerText;
import io.tracemill.cli.query.answer.Lane;
import io.tracemill.cli.query.answer.Table;
import io.tracemill.store.engine.Filter;
import io.tracemill.store.engine.StoreSession;
import io.tracemill.store.question.Histogram;
import io.tracemill.store.question.Histogram.Bin;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The distribution of latencies. */
@Command(name = "histogram", header = "Show the distribution of request latencies.")
final class HistogramCommand extends QuestionCommand {
  private static final int BAR = 40;

  @Mixin private ScopeOptions scope = new ScopeOptions();

  @Option(names = "--bins", paramLabel = "N", description = "Maximum number of bins (default: 20).")
  private int bins = 20;

  @Option(names = "--linear", description = "Give all bins the same width, not the same ratio.")
  private boolean linear;

  @Override
  Answer ask(StoreSession session, Filter filter) {
    Histogram histogram =
        Histogram.ask(
            session,
            scope.of(session, filter),
            linear ? Histogram.Scale.LINEAR : Histogram.Scale.LOG,
            bins);
    long most = histogram.bins().stream().mapToLong(Bin::requests).max().orElse(1);
    List<String> lines = new ArrayList<>();
    lines.add(
        "%s requests%s"
            .formatted(
                Figures.count(histogram.requests()),
                AnswerText.estimated(histogram.requestsError(), histogram.rows())));
    lines.add("");
    lines.addAll(
        columns(histogram)
            .names(
                "",
                bin ->
                    bin.requests() == 0
                        ? ""
                        : Lane.bar((double) bin.requests() / Math.max(1, most), BAR))
            .lines());
    Table<Bin> csv =
        columns(histogram).counts("requestsError", Bin::requestsError).counts("rows", Bin::rows);
    return new Answer(histogram, lines, csv.csv());
  }

  private static Table<Bin> columns(Histogram histogram) {
    return new Table<>(histogram.bins())
        .nanos("fromNanos", Bin::fromNanos)
        .nanos("toNanos", Bin::toNanos)
        .counts("requests", Bin::requests);
  }
}
