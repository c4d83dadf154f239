package io.tracemill.bench.endtoend;

import java.io.PrintStream;
import java.util.Map;
import java.util.Optional;

/** The figures as a table for people, a row a stage. */
final class Report {
  private Report() {}

  static void print(Map<Stage, Figures> figures, PrintStream out) {
    int processors = Runtime.getRuntime().availableProcessors();
    out.printf(
        "%n%-8s %11s %11s %12s %6s %6s %6s %9s %7s %9s %6s %8s%n",
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
                "%-8s %,11.0f %,11.0f %,12.0f %6.2f %6.2f %5.1f%% %6d MB %5.1f s %6d MB %4.1f s %6.0f s%n",
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
    Optional.ofNullable(figures.get(Stage.JOB))
        .ifPresent(job -> printRatio(job, Optional.ofNullable(figures.get(Stage.CEILING)), out));
  }

  private static void printRatio(Figures job, Optional<Figures> ceiling, PrintStream out) {
    ceiling.ifPresent(
        bare ->
            out.printf(
                "The job reaches %.0f %% of the ceiling, %.0f %% per second of processor time.%n",
                100 * job.spansPerSecond() / bare.spansPerSecond(),
                100 * job.spansPerCpuSecond() / bare.spansPerCpuSecond()));
  }
}
