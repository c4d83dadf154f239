package io.tracemill.bench.endtoend;

import java.util.List;

/**
 * The points of an axis as a drawing in SVG: a bar each, as high as a million spans took seconds of
 * processor time of the job, and on it those of the broker.
 */
final class Plot {
  private static final int WIDTH = 640;
  private static final int HEIGHT = 320;
  private static final int LEFT = 48;
  private static final int TOP = 40;
  private static final int BOTTOM = 272;
  private static final int BAR = 44;
  private static final int LINES = 4;
  private static final String JOB = "#1f5fa8";
  private static final String BROKER = "#d98b2b";

  private final StringBuilder svg = new StringBuilder();
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
    return plot.svg.append("</svg>\n").toString();
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
    svg.append(
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" \
        font-size="12">
        <rect width="100%%" height="100%%" fill="white"/>
        """
            .formatted(WIDTH, HEIGHT));
    text(LEFT, TOP - 20, "start", "black", "CPU seconds a million spans: job");
    text(WIDTH - 12, TOP - 20, "end", BROKER, "broker, on top");
    text((LEFT + WIDTH) / 2.0, HEIGHT - 10, "middle", "black", axis.title());
    for (int i = 0; i <= LINES; i++) {
      double value = top * i / LINES;
      svg.append(
          "<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#ccc\"/>%n"
              .formatted(LEFT, WIDTH - 12, y(value), y(value)));
      text(LEFT - 6, y(value) + 4, "end", "black", "%.1f".formatted(value));
    }
  }

  private void bar(int center, Outcome outcome) {
    text(center, BOTTOM + 18, "middle", "black", outcome.point().label());
    if (outcome instanceof Outcome.Measured measured) {
      double job = measured.figures().jobCpuSecondsPerMillion();
      rectangle(center, 0, job, JOB);
      rectangle(center, job, seconds(outcome), BROKER);
      text(center, y(seconds(outcome)) - 5, "middle", "black", "%.2f".formatted(job));
    } else {
      text(center, BOTTOM - 6, "middle", "#b00", "failed");
    }
  }

  private void rectangle(int center, double from, double to, String fill) {
    svg.append(
        "<rect x=\"%d\" y=\"%.1f\" width=\"%d\" height=\"%.1f\" fill=\"%s\"/>%n"
            .formatted(center - BAR / 2, y(to), BAR, y(from) - y(to), fill));
  }

  private void text(double x, double y, String anchor, String fill, String text) {
    svg.append(
        "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" fill=\"%s\">%s</text>%n"
            .formatted(x, y, anchor, fill, text));
  }

  private double y(double value) {
    return BOTTOM - (BOTTOM - TOP) * value / top;
  }
}
