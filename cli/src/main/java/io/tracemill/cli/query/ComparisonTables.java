package io.tracemill.cli.query;

import io.tracemill.analysis.explanation.Figures;
import io.tracemill.cli.query.answer.Answer;
import io.tracemill.cli.query.answer.Table;
import io.tracemill.store.compare.CategoryComparison;
import io.tracemill.store.compare.CategoryComparison.Node;
import io.tracemill.store.compare.Latency;
import io.tracemill.store.compare.OverallComparison;
import io.tracemill.store.compare.SetComparison;
import io.tracemill.store.compare.OverallComparison.Endpoint;
import io.tracemill.store.compare.Significance;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** Comparisons as text and as comma-separated values. */
final class ComparisonTables {
  private static final int SHOWN_HEX = 12;
  private static final int MAX_INDENT = 12;
  private static final int MAX_NAME = 30;
  private static final double LEAST_Q = 0.0001;

  /** All requests of an endpoint (empty category), or those of one category. */
  private record Row(
      Endpoint endpoint,
      String category,
      double shareBefore,
      double shareAfter,
      Latency before,
      Latency after,
      double ratio,
      Significance test) {
    String name() {
      return category.isEmpty()
          ? shortened(Figures.name(endpoint.endpoint().toString()))
          : "  " + digits(category);
    }
  }

  private ComparisonTables() {}

  static Answer answer(OverallComparison comparison, String what, Function<SetComparison, Object> toJson) {
    List<Row> rows = new ArrayList<>();
    for (Endpoint each : comparison.endpoints()) {
      rows.add(new Row(each, "", 1, 1, each.before(), each.after(), each.ratio(), each.test()));
      each.categories()
          .forEach(
              category ->
                  rows.add(
                      new Row(
                          each,
                          category.category(),
                          category.shareBefore(),
                          category.shareAfter(),
                          category.before(),
                          category.after(),
                          category.ratio(),
                          category.test())));
    }
    List<String> lines = new ArrayList<>(List.of(what, ""));
    lines.addAll(
        new Table<>(rows)
            .names("endpoint, category", Row::name)
            .counts("requests", row -> row.before.requests())
            .counts("after", row -> row.after.requests())
            .names("share", row -> percents(row.shareBefore, row.shareAfter))
            .nanos("mean", row -> row.before.meanNanos())
            .nanos("after", row -> row.after.meanNanos())
            .ratios("ratio", Row::ratio)
            .shares("slower", row -> row.test.slower())
            .names("q", row -> chance(row.test))
            .names("", row -> mark(row.test.anomalous()))
            .lines());
    lines.add(tested(rows.stream().map(Row::test).toList()));
    return new Answer(
        toJson.apply(comparison),
        lines,
        withTest(
                withLatency(
                    new Table<>(rows)
                        .names("service", row -> row.endpoint.endpoint().service())
                        .names("operation", row -> row.endpoint.endpoint().operation())
                        .names("category", Row::category)
                        .shares("shareBefore", Row::shareBefore)
                        .shares("shareAfter", Row::shareAfter)),
                "",
                Row::test)
            .csv());
  }

  private static Table<Row> withLatency(Table<Row> table) {
    return table
        .counts("requestsBefore", row -> row.before.requests())
        .counts("requestsAfter", row -> row.after.requests())
        .nanos("meanBeforeNanos", row -> row.before.meanNanos())
        .nanos("meanAfterNanos", row -> row.after.meanNanos())
        .nanos("meanErrorBeforeNanos", row -> row.before.meanErrorNanos())
        .nanos("meanErrorAfterNanos", row -> row.after.meanErrorNanos())
        .ratios("ratio", Row::ratio);
  }

  private static <T> Table<T> withTest(
      Table<T> table, String prefix, Function<T, Significance> test) {
    return table
        .counts(prefix + "rowsBefore", row -> test.apply(row).rowsBefore())
        .counts(prefix + "rowsAfter", row -> test.apply(row).rowsAfter())
        .ratios(prefix + "slower", row -> test.apply(row).slower())
        .ratios(prefix + "pValue", row -> test.apply(row).pValue())
        .ratios(prefix + "qValue", row -> test.apply(row).qValue())
        .names(prefix + "anomalous", row -> Boolean.toString(test.apply(row).anomalous()));
  }

  static Answer answer(
      CategoryComparison comparison, String what, Function<SetComparison, Object> toJson) {
    List<Node> nodes = comparison.nodes();
    List<String> lines = new ArrayList<>();
    lines.add(what);
    lines.add(
        "%s, category %s: %s against %s requests, mean %s"
            .formatted(
                Figures.name(comparison.endpoint().toString()),
                digits(comparison.category()),
                Figures.count(comparison.after().requests()),
                Figures.count(comparison.before().requests()),
                Figures.durations(
                    Math.round(comparison.before().meanNanos()),
                    Math.round(comparison.after().meanNanos()))));
    lines.add("");
    lines.addAll(
        new Table<>(nodes)
            .names("call", ComparisonTables::call)
            .nanos("mean", node -> node.before().meanNanos())
            .nanos("after", node -> node.after().meanNanos())
            .ratios("ratio", Node::ratio)
            .names("latency", node -> percents(node.before().share(), node.after().share()))
            .names("q", node -> chance(node.test()))
            .nanos("own", node -> node.before().ownMeanNanos())
            .nanos("after", node -> node.after().ownMeanNanos())
            .names("q", node -> chance(node.ownTest()))
            .names("", node -> mark(node.anomalous()))
            .lines());
    lines.add(tested(nodes.stream().map(Node::ownTest).toList()));
    Table<Node> csv =
        new Table<>(nodes)
            .counts("position", Node::position)
            .counts("depth", Node::depth)
            .names("service", Node::service)
            .names("operation", Node::operation)
            .nanos("meanBeforeNanos", node -> node.before().meanNanos())
            .nanos("meanAfterNanos", node -> node.after().meanNanos())
            .ratios("ratio", Node::ratio)
            .shares("shareBefore", node -> node.before().share())
            .shares("shareAfter", node -> node.after().share())
            .nanos("ownMeanBeforeNanos", node -> node.before().ownMeanNanos())
            .nanos("ownMeanAfterNanos", node -> node.after().ownMeanNanos())
            .ratios("ownRatio", Node::ownRatio);
    return new Answer(
        toJson.apply(comparison),
        lines,
        withTest(withTest(csv, "", Node::test), "own.", Node::ownTest).csv());
  }

  /** The first digits of a category, which name it. */
  private static String digits(String category) {
    return category.substring(0, Math.min(SHOWN_HEX, category.length()));
  }

  private static String call(Node node) {
    return shortened(
        " ".repeat(Math.min(MAX_INDENT, node.depth()))
            + (node.async() ? "async " : "")
            + Figures.name(node.service() + " " + node.operation())
            + (node.run() > 1 ? " x" + node.run() : ""));
  }

  private static String shortened(String name) {
    return name.length() <= MAX_NAME ? name : name.substring(0, MAX_NAME - 3) + "...";
  }

  /** {@code 35/44 %}. */
  private static String percents(double before, double after) {
    return String.format(Locale.ROOT, "%.0f/%.0f %%", 100 * before, 100 * after);
  }

  private static String chance(Significance test) {
    if (test.rowsBefore() == 0 || test.rowsAfter() == 0) {
      return "-";
    }
    return test.qValue() < LEAST_Q ? "<0.0001" : String.format(Locale.ROOT, "%.4f", test.qValue());
  }

  private static String mark(boolean anomalous) {
    return anomalous ? "!" : "";
  }

  private static String tested(List<Significance> tests) {
    return "Tested: at most %s requests of the first set and %s of the second."
        .formatted(
            Figures.count(tests.stream().mapToInt(Significance::rowsBefore).max().orElse(0)),
            Figures.count(tests.stream().mapToInt(Significance::rowsAfter).max().orElse(0)));
  }
}
