package io.tracemill.bench.endtoend;

import static io.tracemill.bench.svg.Drawing.Anchor.END;
import static io.tracemill.bench.svg.Drawing.Anchor.MIDDLE;
import static io.tracemill.bench.svg.Drawing.Anchor.START;

import io.tracemill.bench.svg.Drawing;
import java.util.List;
import java.util.Locale;

/**
 * The points of an axis: a bar each, as high as a million spans took seconds of processor time of
 * the job, and on it those of the broker.
 */
final class Plot {
  private static final int WIDTH = 640;
  private static final int HEIGHT = 320;
  private static final int LEFT = 48;
  private static final int RIGHT = WIDTH - 12;
  private static final int TOP = 40;
  private static final int BOTTOM = 272;
  private static final int BAR = 44;
  private static final int LINES = 4;

  private final Drawing drawing = new Drawing(WIDTH, HEIGHT);
  private final double top;

  private Plot(double top) {
    this.top = top;
  }

  static String of(Axis axis, List<Outcome> outcomes) {
    double most = outcomes.stream().mapToDouble(Plot::seconds).max().orElse(0);
    Plot plot = new Plot(roundUp(most));
    plot.frame(axis);
    int step = (WIDTH - LEFT) / outcomes.size();
    for (int i = 0; i < outcomes.size(); i++) {
      plot.bar(LEFT + step * i + step / 2, outcomes.get(i));
    }
    return plot.drawing.toString();
  }

  private static double seconds(Outcome outcome) {
    return outcome instanceof Outcome.Measured measured
        ? measured.figures().jobCpuSecondsPerMillion()
            + measured.figures().brokerCpuSecondsPerMillion()
        : 0;
  }

  /** A tenth above {@code most}, or a little more, so that a quarter of it is a short number. */
  private static double roundUp(double most) {
    double unit = Math.pow(10, Math.floor(Math.log10(Math.max(most, 0.1)))) * 0.4;
    return unit * Math.ceil(1.1 * Math.max(most, 0.1) / unit);
  }

  private void frame(Axis axis) {
    drawing.text(LEFT, TOP - 20, START, Drawing.BLACK, "CPU seconds a million spans: job");
    drawing.text(RIGHT, TOP - 20, END, Drawing.ORANGE, "broker, on top");
    drawing.text((LEFT + WIDTH) / 2.0, HEIGHT - 10, MIDDLE, Drawing.BLACK, axis.title());
    for (int i = 0; i <= LINES; i++) {
      double value = top * i / LINES;
      drawing.gridLine(LEFT, RIGHT, y(value));
      drawing.text(LEFT - 6, y(value) + 4, END, Drawing.BLACK, decimal("%.1f", value));
    }
  }

  private void bar(int center, Outcome outcome) {
    drawing.text(center, BOTTOM + 18, MIDDLE, Drawing.BLACK, outcome.point().label());
    if (outcome instanceof Outcome.Measured measured) {
      double job = measured.figures().jobCpuSecondsPerMillion();
      stack(center, 0, job, Drawing.BLUE);
      stack(center, job, seconds(outcome), Drawing.ORANGE);
      double above = y(seconds(outcome)) - 5;
      drawing.text(center, above, MIDDLE, Drawing.BLACK, decimal("%.2f", job));
    } else {
      drawing.text(center, BOTTOM - 6, MIDDLE, Drawing.RED, "failed");
    }
  }

  private void stack(int center, double from, double to, String color) {
    drawing.rectangle(center - BAR / 2.0, y(to), BAR, y(from) - y(to), color);
  }

  private static String decimal(String format, double value) {
    return String.format(Locale.ROOT, format, value);
  }

  private double y(double value) {
    return BOTTOM - (BOTTOM - TOP) * value / top;
  }
}
