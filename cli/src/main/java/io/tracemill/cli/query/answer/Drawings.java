package io.tracemill.cli.query.answer;

import com.fasterxml.jackson.databind.JsonNode;
import io.tracemill.analysis.explanation.Figures;
import io.tracemill.analysis.view.HeatMap;
import io.tracemill.cli.screen.Wording;
import io.tracemill.connectors.output.RecordJson;
import io.tracemill.store.question.CategoryDifference;
import io.tracemill.store.question.CategoryDifference.Call;
import io.tracemill.store.question.StoredTrace;
import io.tracemill.store.question.StoredTrace.Request;
import io.tracemill.store.question.TraceSearch.Found;
import java.util.ArrayList;
import java.util.List;

/** Answers that are drawn, since a table would not show them. */
public final class Drawings {
  private static final String SHADES = " .:-=+*#%@";
  private static final int MIN_FRAME = 40;
  private static final long NANOS_PER_MILLI = 1_000_000;

  private static final Layout OPERATIONS =
      Layout.rows(
          "operations",
          "service",
          "operation",
          "spans",
          "failed",
          "total=totalNanos",
          "own=ownNanos",
          "critical=criticalNanos",
          "in a row=repeated");

  private Drawings() {}

  /** A row for each frame, a column for each request; the darker, the more time. */
  public static List<String> heatMap(HeatMap map) {
    long darkest =
        map.rows().stream()
            .flatMap(row -> row.exclusiveNanos().stream())
            .mapToLong(Long::longValue)
            .max()
            .orElse(1);
    JsonNode answer = RecordJson.tree(map);
    List<String> lines = new AnswerText(answer, Layout.rows("rows"), Lane.columns()).heading();
    lines.add(
        "%s from the fastest to the slowest; the darkest cell is %s of own time"
            .formatted(Wording.count(map.columns().size(), "request"), Figures.duration(darkest)));
    lines.add("");
    List<String> names = map.rows().stream().map(row -> Wording.frame(row.frame())).toList();
    ShortNames shorter =
        ShortNames.of(names, Math.max(MIN_FRAME, Lane.drawing() - map.columns().size()));
    int width = names.stream().mapToInt(name -> shorter.of(name).length()).max().orElse(MIN_FRAME);
    for (HeatMap.Row row : map.rows()) {
      StringBuilder cells = new StringBuilder();
      for (long nanos : row.exclusiveNanos()) {
        cells.append(SHADES.charAt((int) Math.ceil((SHADES.length() - 1.0) * nanos / darkest)));
      }
      lines.add(
          ("%-" + width + "s  %s")
              .formatted(shorter.of(Wording.frame(row.frame())), cells)
              .stripTrailing());
    }
    return lines;
  }

  /** The calls of two categories, with the sign of what one has more. */
  public static List<String> difference(CategoryDifference difference) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "- %s, category %s".formatted(difference.firstEndpoint(), difference.firstCategory()));
    lines.add(
        "+ %s, category %s".formatted(difference.secondEndpoint(), difference.secondCategory()));
    lines.add("");
    for (Call call : difference.calls()) {
      String mark = call.same() ? " " : call.firstRun() < call.secondRun() ? "+" : "-";
      String name = (call.async() ? "async " : "") + call.service() + " " + call.operation();
      lines.add(mark + " " + Lane.indented(call.depth(), Figures.name(name)) + runs(call));
    }
    if (difference.calls().stream().allMatch(Call::same)) {
      lines.add("Both have the same calls.");
    }
    return lines;
  }

  private static String runs(Call call) {
    if (!call.same() && call.firstRun() > 0 && call.secondRun() > 0) {
      return " x%d -> x%d".formatted(call.firstRun(), call.secondRun());
    }
    int run = Math.max(call.firstRun(), call.secondRun());
    return run > 1 ? " x" + run : "";
  }

  /** Each request with its swim lanes. */
  public static List<String> trace(StoredTrace trace) {
    List<String> lines = new ArrayList<>();
    for (Request request : trace.requests()) {
      Found found = request.found();
      lines.add(
          "%s, %s request of trace %s: %s, %s%s%s"
              .formatted(
                  Figures.name(found.endpoint().toString()),
                  found.role(),
                  found.traceId(),
                  Figures.duration(found.durationNanos()),
                  Wording.count(found.spanCount(), "span"),
                  found.failed() ? ", failed" : "",
                  found.complete() ? "" : ", incomplete"));
      lines.add(
          "  began %s UTC, category %s"
              .formatted(Wording.dated(found.startNanos() / NANOS_PER_MILLI), found.category()));
      if (!found.link().isEmpty()) {
        lines.add("  " + found.link());
      }
      if (request.spans().isEmpty()) {
        lines.add("  The store did not keep its spans.");
      }
      lines.addAll(new SwimLane(request, Lane.drawing()).lines());
      if (!request.spans().isEmpty()) {
        lines.add("");
        lines.addAll(
            new AnswerText(RecordJson.tree(request.statistics()), OPERATIONS, Lane.columns())
                .lines());
      }
    }
    return lines;
  }
}
