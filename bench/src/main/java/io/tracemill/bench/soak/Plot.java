package io.tracemill.bench.soak;

import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/** Memory over time as a drawing in SVG: a line each for heap, resident memory and state. */
final class Plot {
  private static final int WIDTH = 800;
  private static final int HEIGHT = 360;
  private static final int LEFT = 64;
  private static final int RIGHT = 16;
  private static final int TOP = 44;
  private static final int BOTTOM = 48;
  private static final int GRID_LINES = 5;
  private static final double MEGABYTE = 1 << 20;

  private final List<Sample> samples;
  private final double minutes;
  private final double megabytes;
  private final StringBuilder svg = new StringBuilder();

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

  /** The drawing. */
  static String of(List<Sample> samples) {
    Plot plot = new Plot(samples);
    plot.frame();
    plot.curve(0, "resident", "#888888", Sample::residentBytes);
    plot.curve(1, "heap after collection", "#1f5fa8", Sample::heapBytes);
    plot.curve(2, "state: newest checkpoint", "#d98b2b", Sample::stateBytes);
    return plot.svg.append("</svg>\n").toString();
  }

  private static double minutes(Sample sample) {
    return sample.time().toMillis() / 60e3;
  }

  private void frame() {
    svg.append(
        String.format(
            Locale.ROOT,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\""
                + " font-family=\"sans-serif\" font-size=\"12\">%n",
            WIDTH,
            HEIGHT));
    svg.append("<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n");
    for (int i = 0; i <= GRID_LINES; i++) {
      double value = megabytes * i / GRID_LINES;
      svg.append(
          String.format(
              Locale.ROOT,
              "<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#dddddd\"/>%n",
              LEFT,
              WIDTH - RIGHT,
              y(value),
              y(value)));
      text(LEFT - 6, y(value) + 4, "end", "black", String.format(Locale.ROOT, "%.0f MB", value));
      double minute = minutes * i / GRID_LINES;
      text(
          x(minute),
          HEIGHT - BOTTOM + 18,
          "middle",
          "black",
          String.format(Locale.ROOT, "%.1f", minute));
    }
    text((LEFT + WIDTH) / 2.0, HEIGHT - 10, "middle", "black", "minutes");
  }

  private void curve(int number, String name, String color, ToLongFunction<Sample> bytes) {
    String points =
        samples.stream()
            .map(
                sample ->
                    String.format(
                        Locale.ROOT,
                        "%.1f,%.1f",
                        x(minutes(sample)),
                        y(bytes.applyAsLong(sample) / MEGABYTE)))
            .collect(Collectors.joining(" "));
    svg.append(
        String.format(
            Locale.ROOT,
            "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>%n",
            points,
            color));
    text(LEFT + 180 * number, TOP - 20, "start", color, name);
  }

  private void text(double x, double y, String anchor, String fill, String text) {
    svg.append(
        String.format(
            Locale.ROOT,
            "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" fill=\"%s\">%s</text>%n",
            x,
            y,
            anchor,
            fill,
            text));
  }

  private double x(double minute) {
    return LEFT + (WIDTH - LEFT - RIGHT) * minute / minutes;
  }

  private double y(double value) {
    return HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * value / megabytes;
  }
}
