package io.tracemill.cli.query.answer;

import io.tracemill.analysis.explanation.Figures;
import io.tracemill.cli.screen.Wording;
import io.tracemill.store.question.StoredTrace.Request;
import io.tracemill.store.question.StoredTrace.Section;
import io.tracemill.store.question.StoredTrace.Span;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The spans of a request, one a line, each with a lane of its time. */
public record SwimLane(Request request, int columns) {
  private static final int MAX_SPANS = 500;
  private static final int NAME_SHARE = 3;
  private static final int DURATION = 8;
  private static final int HOST = 12;

  public List<String> lines() {
    List<Span> spans = request.spans();
    if (spans.isEmpty()) {
      return List.of();
    }
    int nameWidth = columns / NAME_SHARE;
    int laneWidth = columns - nameWidth - DURATION - HOST - 4;
    char[][] lanes = lanes(spans, laneWidth);
    int[] depths = depths(spans);
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < Math.min(MAX_SPANS, spans.size()); i++) {
      Span span = spans.get(i);
      lines.add(
          "%s |%s|%8s %s%s%s"
              .formatted(
                  Lane.fit(
                      Lane.indented(depths[i], span.service() + " " + span.operation()), nameWidth),
                  new String(lanes[i]),
                  Figures.duration(span.durationNanos()),
                  Lane.fit(Wording.printable(span.host()), HOST),
                  span.failed() ? " failed" : "",
                  span.shiftNanos() == 0
                      ? ""
                      : " moved " + Figures.signedDuration(span.shiftNanos()))
              .stripTrailing());
    }
    if (spans.size() > MAX_SPANS) {
      lines.add(
          "and %s more; --json has all".formatted(Wording.count(spans.size() - MAX_SPANS, "span")));
    }
    return lines;
  }

  private char[][] lanes(List<Span> spans, int width) {
    long end =
        Math.max(
            1,
            spans.stream()
                .mapToLong(span -> span.startNanos() + span.durationNanos())
                .max()
                .orElse(1));
    char[][] lanes = new char[spans.size()][width];
    for (int i = 0; i < lanes.length; i++) {
      Arrays.fill(lanes[i], ' ');
      Span span = spans.get(i);
      fill(lanes[i], '=', span.startNanos(), span.startNanos() + span.durationNanos(), end);
    }
    for (Section section : request.criticalPath()) {
      if (section.span() >= 0 && section.span() < lanes.length) {
        fill(lanes[section.span()], '#', section.fromNanos(), section.toNanos(), end);
      }
    }
    return lanes;
  }

  private static void fill(char[] lane, char mark, long from, long to, long end) {
    int first = (int) Math.max(0, Math.min(lane.length - 1.0, lane.length * (double) from / end));
    int last = (int) Math.min(lane.length, Math.ceil(lane.length * (double) to / end));
    Arrays.fill(lane, first, Math.max(first + 1, last), mark);
  }

  private static int[] depths(List<Span> spans) {
    int[] depths = new int[spans.size()];
    for (int i = 0; i < depths.length; i++) {
      int parent = spans.get(i).parent();
      // Parents come first in preorder.
      depths[i] = parent >= 0 && parent < i ? depths[parent] + 1 : 0;
    }
    return depths;
  }
}
