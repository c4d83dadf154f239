package io.tracemill.cli.query.answer;

import io.tracemill.analysis.explanation.Figures;
import io.tracemill.cli.screen.Wording;
import io.tracemill.store.question.StoredTrace.Request;
import io.tracemill.store.question.StoredTrace.Section;
import io.tracemill.store.question.StoredTrace.Span;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

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
    List<String> names = padded(names(spans), columns / NAME_SHARE);
    List<String> hosts = padded(spans.stream().map(SwimLane::host).toList(), HOST);
    char[][] lanes =
        lanes(spans, columns - names.get(0).length() - DURATION - hosts.get(0).length() - 4);
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < Math.min(MAX_SPANS, spans.size()); i++) {
      Span span = spans.get(i);
      lines.add(
          "%s |%s|%8s %s%s%s"
              .formatted(
                  names.get(i),
                  new String(lanes[i]),
                  Figures.duration(span.durationNanos()),
                  hosts.get(i),
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

  private static List<String> names(List<Span> spans) {
    int[] depths = depths(spans);
    return IntStream.range(0, spans.size())
        .mapToObj(
            i -> Lane.indented(depths[i], spans.get(i).service() + " " + spans.get(i).operation()))
        .toList();
  }

  private static String host(Span span) {
    return Wording.printable(span.host());
  }

  private static List<String> padded(List<String> names, int width) {
    ShortNames shorter = ShortNames.of(names, width);
    return names.stream().map(name -> ("%-" + width + "s").formatted(shorter.of(name))).toList();
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
