package io.tracemill.bench.endtoend;

import java.util.List;
import java.util.Locale;

/** The points of an axis as a table in Markdown. */
final class GrowthTable {
  private static final String HEAD =
      """
      | %s | spans/s | CPU s a million spans, job | broker | GC | peak RSS | longest pause | \
      largest checkpoint |
      | --- | --- | --- | --- | --- | --- | --- | --- |
      """;

  private GrowthTable() {}

  static String of(Axis axis, List<Outcome> outcomes) {
    StringBuilder table = new StringBuilder(HEAD.formatted(axis.title()));
    outcomes.forEach(outcome -> table.append(row(outcome)).append('\n'));
    return table.toString();
  }

  private static String row(Outcome outcome) {
    String label = outcome.point().label();
    if (outcome instanceof Outcome.Measured measured) {
      Figures figures = measured.figures();
      return String.format(
          Locale.ROOT,
          "| %s | %,.0f k | %.2f | %.2f | %.0f %% | %.1f GB | %.1f s | %s |",
          label,
          figures.spansPerSecond() / 1e3,
          figures.jobCpuSecondsPerMillion(),
          figures.brokerCpuSecondsPerMillion(),
          100 * figures.gcShare(),
          figures.peakBytes() / 1e9,
          figures.pauseNanos() / 1e9,
          largest(figures.checkpoints()));
    }
    return "| %s | failed: %s | | | | | | |"
        .formatted(label, ((Outcome.Failed) outcome).reason().replace('|', '/'));
  }

  /** A short run may end before its first checkpoint. */
  private static String largest(Checkpoints checkpoints) {
    return checkpoints.completed() == 0
        ? "none"
        : String.format(Locale.ROOT, "%,d MB", checkpoints.largestBytes() / 1_000_000);
  }
}
