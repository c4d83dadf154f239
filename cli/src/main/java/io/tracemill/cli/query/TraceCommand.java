package io.tracemill.cli.query;

import io.tracemill.analysis.explanation.Figures;
import io.tracemill.cli.query.answer.Answer;
import io.tracemill.cli.query.answer.AnswerText;
import io.tracemill.cli.query.answer.Lane;
import io.tracemill.cli.query.answer.SwimLane;
import io.tracemill.cli.query.answer.Table;
import io.tracemill.pipeline.config.ChangeKeys;
import io.tracemill.store.engine.Filter;
import io.tracemill.store.engine.StoreSession;
import io.tracemill.store.question.StoredTrace;
import io.tracemill.store.question.StoredTrace.Request;
import io.tracemill.store.question.StoredTrace.Span;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** One trace as a swim lane. */
@Command(
    name = "trace",
    header = "Draw a trace as a swim lane, with its critical path.",
    description = {
      "",
      "In a span's lane, = is its time and # its own time on the critical path. The store keeps"
          + " the spans of few requests. For others, this prints what is known, and the link of the"
          + " key links.trace (--config).",
      ""
    })
final class TraceCommand extends QuestionCommand {
  @Parameters(paramLabel = "TRACE", description = "The trace id, 32 hexadecimal digits.")
  private String traceId = "";

  /** A span in {@code --csv}. */
  private record Line(Request request, int position, Span span) {}

  @Override
  Answer ask(StoreSession session, Filter filter) {
    StoredTrace trace =
        StoredTrace.ask(session, traceId, options().config().get(ChangeKeys.LINKS_TRACE));
    List<String> lines = new ArrayList<>();
    List<Line> spans = new ArrayList<>();
    for (Request request : trace.requests()) {
      lines.addAll(heading(request));
      lines.addAll(new SwimLane(request, Lane.columns()).lines());
      for (int i = 0; i < request.spans().size(); i++) {
        spans.add(new Line(request, i, request.spans().get(i)));
      }
    }
    return new Answer(trace, lines, csv(spans).csv());
  }

  private static List<String> heading(Request request) {
    var found = request.found();
    List<String> lines = new ArrayList<>();
    lines.add(
        "%s, %s request of trace %s: %s, %s%s%s"
            .formatted(
                Figures.name(found.endpoint().toString()),
                found.role(),
                found.traceId(),
                Figures.duration(found.durationNanos()),
                AnswerText.spans(found.spanCount()),
                found.failed() ? ", failed" : "",
                found.complete() ? "" : ", incomplete"));
    lines.add(
        "  began %s, category %s"
            .formatted(AnswerText.time(found.startNanos() / 1_000_000), found.category()));
    if (!found.link().isEmpty()) {
      lines.add("  " + found.link());
    }
    if (request.spans().isEmpty()) {
      lines.add("  The store did not keep its spans.");
    }
    return lines;
  }

  private static Table<Line> csv(List<Line> spans) {
    return new Table<>(spans)
        .names("requestSpanId", line -> line.request.found().spanId())
        .counts("position", Line::position)
        .counts("parent", line -> line.span.parent())
        .names("service", line -> line.span.service())
        .names("operation", line -> line.span.operation())
        .names("host", line -> line.span.host())
        .names("kind", line -> line.span.kind())
        .nanos("startNanos", line -> line.span.startNanos())
        .nanos("durationNanos", line -> line.span.durationNanos())
        .nanos("shiftNanos", line -> line.span.shiftNanos())
        .names("failed", line -> line.span.failed() + "");
  }
}
