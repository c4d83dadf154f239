package io.tracemill.bench.soak;

import static io.tracemill.bench.svg.Drawing.Anchor.END;
import static io.tracemill.bench.svg.Drawing.Anchor.MIDDLE;
import static io.tracemill.bench.svg.Drawing.Anchor.START;

import io.tracemill.bench.svg.Drawing;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;

/** Memory over time: a line each for heap, resident memory and state. */
final class Plot {
  private static final int WIDTH = 800;
  private static final int HEIGHT = 360;
  private static final int LEFT = 64;
  private static final int RIGHT = WIDTH - 16;
  private static final int TOP = 44;
  private static final int BOTTOM = HEIGHT - 48;
  private static final int LEGEND = 180;
  private static final int GRID_LINES = 5;
  private static final double MEGABYTE = 1 << 20;

  private final Drawing drawing = new Drawing(WIDTH, HEIGHT);
  private final List<Sample> samples;
  private final double minutes;
  private final double megabytes;

  private Plot(List<Sample> samples) {
    this.samples = samples;
    this.minutes = samples.stream().mapToDouble(Plot::minutes).max().orElse(1);
    double most =
        samples.stream()
            .mapToDouble(sample -> Math.max(sample.heapBytes(), sample.residentBytes()) / MEGABYTE)
            .max()
            .orElse(1);
    // A short number at each line of the grid.
    this.megabytes = Math.ceil(1.05 * most / (GRID_LINES * 100)) * GRID_LINES * 100;
  }

  static String of(List<Sample> samples) {
    Plot plot = new Plot(samples);
    plot.frame();
    plot.curve(0, "resident", Drawing.GREY, Sample::residentBytes);
    plot.curve(1, "heap after collection", Drawing.BLUE, Sample::heapBytes);
    plot.curve(2, "state: newest checkpoint", Drawing.ORANGE, Sample::stateBytes);
    return plot.drawing.toString();
  }

  private static double minutes(Sample sample) {
    return sample.time().toMillis() / 60e3;
  }

  private void frame() {
    for (int i = 0; i <= GRID_LINES; i++) {
      double value = megabytes * i / GRID_LINES;
      double minute = minutes * i / GRID_LINES;
      drawing.gridLine(LEFT, RIGHT, y(value));
      drawing.text(LEFT - 6, y(value) + 4, END, Drawing.BLACK, decimal("%.0f MB", value));
      drawing.text(x(minute), BOTTOM + 18, MIDDLE, Drawing.BLACK, decimal("%.1f", minute));
    }
    drawing.text((LEFT + WIDTH) / 2.0, HEIGHT - 10, MIDDLE, Drawing.BLACK, "minutes");
  }

  private void curve(int number, String name, String color, ToLongFunction<Sample> bytes) {
    double[] xy = new double[2 * samples.size()];
    for (int i = 0; i < samples.size(); i++) {
      Sample sample = samples.get(i);
      xy[2 * i] = x(minutes(sample));
      xy[2 * i + 1] = y(bytes.applyAsLong(sample) / MEGABYTE);
    }
    drawing.curve(xy, color);
    drawing.text(LEFT + LEGEND * number, TOP - 20, START, color, name);
  }

  private static String decimal(String format, double value) {
    return String.format(Locale.ROOT, format, value);
  }

  private double x(double minute) {
    return LEFT + (RIGHT - LEFT) * minute / minutes;
  }

  private double y(double value) {
    return BOTTOM - (BOTTOM - TOP) * value / megabytes;
  }
}
