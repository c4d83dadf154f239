package io.tracemill.bench.endtoend;

import java.io.PrintStream;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The figures as a table for people, a row a stage. */
final class Report {
  private Report() {}

  static void print(Map<Stage, Figures> figures, PrintStream out) {
    int processors = Runtime.getRuntime().availableProcessors();
    out.printf(
        "%n%-9s %11s %11s %12s %6s %6s %6s %9s %7s %9s %6s %8s%n",
        "stage",
        "spans/s",
        "per core",
        "per CPU-s",
        "job",
        "broker",
        "GC",
        "peak RSS",
        "pause",
        "state",
        "taken",
        "total");
    figures.forEach(
        (stage, figure) ->
            out.printf(
                "%-9s %,11.0f %,11.0f %,12.0f %6.2f %6.2f %5.1f%% %6d MB %5.1f s %6d MB %4.1f s %6.0f s%n",
                stage.label(),
                figure.spansPerSecond(),
                figure.spansPerSecond() / processors,
                figure.spansPerCpuSecond(),
                figure.jobCores(),
                figure.brokerCores(),
                100 * figure.gcShare(),
                figure.peakBytes() >> 20,
                figure.pauseNanos() / 1e9,
                figure.checkpoints().largestBytes() >> 20,
                figure.checkpoints().longestMillis() / 1e3,
                figure.totalNanos() / 1e9));
    out.printf(
        "warm, of %d processors that the broker shares; job, broker: processors each kept busy%n",
        processors);
    out.println(
        "pause: the longest without a record read; state: of the largest checkpoint; taken: the"
            + " longest one's time");
    printRatio(figures, Stage.JOB, Stage.UNWATCHED, out);
    printRatio(figures, Stage.JOB, Stage.CEILING, out);
    printRatio(figures, Stage.UNWATCHED, Stage.CEILING, out);
  }

  private static void printRatio(
      Map<Stage, Figures> figures, Stage stage, Stage other, PrintStream out) {
    @Nullable Figures some = figures.get(stage);
    @Nullable Figures most = figures.get(other);
    if (some != null && most != null) {
      out.printf(
          "%s reaches %.0f %% of %s, %.0f %% per second of processor time%n",
          stage.label(),
          100 * some.spansPerSecond() / most.spansPerSecond(),
          other.label(),
          100 * some.spansPerCpuSecond() / most.spansPerCpuSecond());
    }
  }
}
