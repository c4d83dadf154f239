package io.tracemill.analysis.statistics;

import io.tracemill.analysis.statistics.Comparison.Cohorts;
import io.tracemill.analysis.statistics.Traffic.Ties;
import java.util.List;

/**
 * Prints the table of docs/adr/0012: how often healthy traffic looks changed at 1 %, in per cent.
 * Run it with the number of comparisons for each figure.
 */
final class FalsePositiveTable {
  private static final double LEVEL = 0.01;

  /** Memory and the shared part of the variance. */
  private static final double[][] LIKENESS = {{0, 0}, {0.3, 0}, {0.6, 0}, {0, 0.2}};

  private FalsePositiveTable() {}

  public static void main(String[] args) {
    int times = Integer.parseInt(args[0]);
    List<Comparison> comparisons =
        List.of(new Comparison(1, 5, 60), new Comparison(6, 5, 50), new Comparison(40, 5, 50));
    System.out.println(
        "| memory | shared | sizes | ties | uncorrected | window 1 | window 5 | share |");
    System.out.println("| --- | --- | --- | --- | --- | --- | --- | --- |");
    for (double[] likeness : LIKENESS) {
      for (Comparison comparison : comparisons) {
        for (Ties ties : Ties.values()) {
          row(new Traffic(ties, likeness[0], likeness[1]), comparison, times);
        }
      }
    }
    shortStretches(times);
  }

  /** Eight slides against six, by what the baseline's tell and by what all of them do. */
  private static void shortStretches(int times) {
    Comparison comparison = new Comparison(10, 8, 6);
    System.out.println("| memory | shared | sizes | by the baseline | by both |");
    System.out.println("| --- | --- | --- | --- | --- |");
    for (double[] likeness : LIKENESS) {
      Traffic traffic = new Traffic(Ties.CONTINUOUS, likeness[0], likeness[1]);
      System.out.printf(
          "| %.1f | %.1f | %s | %s | %s |%n",
          traffic.memory(),
          traffic.sharedBySlide(),
          comparison,
          percent(comparison.falsePositives(traffic, c -> c.corrected(1), LEVEL, times)),
          percent(comparison.falsePositives(traffic, Cohorts::correctedByBoth, LEVEL, times)));
    }
  }

  private static void row(Traffic traffic, Comparison comparison, int times) {
    System.out.printf(
        "| %.1f | %.1f | %s | %s | %s |",
        traffic.memory(),
        traffic.sharedBySlide(),
        comparison,
        traffic.ties(),
        percent(comparison.falsePositives(traffic, Cohorts::uncorrected, LEVEL, times)));
    for (int window : new int[] {1, 5}) {
      System.out.printf(
          " %s |",
          percent(comparison.falsePositives(traffic, c -> c.corrected(window), LEVEL, times)));
    }
    System.out.printf(
        " %s |",
        traffic.ties() == Ties.TWO_VALUES
            ? percent(comparison.falsePositives(traffic, c -> c.shareRose(5), LEVEL, times))
            : "");
    System.out.println();
  }

  private static String percent(double part) {
    return "%.2f".formatted(100 * part);
  }
}
