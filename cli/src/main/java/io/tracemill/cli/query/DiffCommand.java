package io.tracemill.cli.query;

import io.tracemill.analysis.explanation.Figures;
import io.tracemill.analysis.span.Frame;
import io.tracemill.cli.query.answer.Answer;
import io.tracemill.cli.query.answer.Table;
import io.tracemill.store.engine.Filter;
import io.tracemill.store.engine.StoreSession;
import io.tracemill.store.question.CategoryDifference;
import io.tracemill.store.question.CategoryDifference.Call;
import io.tracemill.store.question.CategorySearch;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Two call trees. */
@Command(
    name = "diff",
    header = "Show which calls one of two categories has more.",
    description = {
      "",
      "+ marks a call that only the second category has, or has more often; - marks the same"
          + " for the first.",
      ""
    })
final class DiffCommand extends QuestionCommand {
  @Parameters(
      index = "0",
      paramLabel = "ID",
      description = "The first category: the first hexadecimal digits.")
  private String first = "";

  @Parameters(index = "1", paramLabel = "ID", description = "The second category.")
  private String second = "";

  @Mixin private EndpointOption endpoint = new EndpointOption();

  @Override
  Answer ask(StoreSession session, Filter filter) {
    Optional<Frame> only = endpoint.in(session);
    CategoryDifference difference =
        CategoryDifference.of(
            CategorySearch.one(session, first, only), CategorySearch.one(session, second, only));
    List<String> lines = new ArrayList<>();
    lines.add(
        "- %s, category %s".formatted(difference.firstEndpoint(), difference.firstCategory()));
    lines.add(
        "+ %s, category %s".formatted(difference.secondEndpoint(), difference.secondCategory()));
    lines.add("");
    difference.calls().forEach(call -> lines.add(line(call)));
    if (difference.calls().stream().allMatch(Call::same)) {
      lines.add("Both have the same calls.");
    }
    Table<Call> csv =
        new Table<>(difference.calls())
            .counts("depth", Call::depth)
            .names("service", Call::service)
            .names("operation", Call::operation)
            .names("async", call -> call.async() + "")
            .counts("firstRun", Call::firstRun)
            .counts("secondRun", Call::secondRun);
    return new Answer(difference, lines, csv.csv());
  }

  private static String line(Call call) {
    String mark = call.same() ? " " : call.firstRun() < call.secondRun() ? "+" : "-";
    String name = (call.async() ? "async " : "") + call.service() + " " + call.operation();
    return "%s %s%s%s"
        .formatted(mark, " ".repeat(Math.min(20, call.depth())), Figures.name(name), runs(call));
  }

  private static String runs(Call call) {
    if (call.same()) {
      return call.firstRun() > 1 ? " x" + call.firstRun() : "";
    } else if (call.firstRun() > 0 && call.secondRun() > 0) {
      return " x%d -> x%d".formatted(call.firstRun(), call.secondRun());
    }
    int run = Math.max(call.firstRun(), call.secondRun());
    return run > 1 ? " x" + run : "";
  }
}
