package io.tracemill.bench.job;

import java.util.List;
import java.util.Locale;

/**
 * The results of runs as a Markdown table, one row a run. A run is measured from the end of its
 * warm-up until it has read everything.
 *
 * @param title what distinguishes the runs
 */
record Report(String title, List<Row> rows) {
  private static final String HEAD =
      """
      | %s | spans/s | per core | per CPU-s | CPU s a million spans, job | broker | GC | peak RSS \
      | longest pause | largest checkpoint | taken | total |
      | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
      """;

  Report {
    rows = List.copyOf(rows);
  }

  /**
   * The result of a run.
   *
   * @param complaint the error in the run; empty if there is none
   */
  record Row(String label, Figures figures, String complaint) {
    boolean failed() {
      return !complaint.isEmpty();
    }
  }

  /**
   * The measurements of a run.
   *
   * @param spans read in the measured time
   * @param nanos the measured time
   * @param totalNanos from the start of the job to its end, the last results included
   * @param peakBytes the peak resident memory of the job's process
   * @param pauseNanos the longest time without progress; no shorter than the gap between two
   *     samples
   * @param stateBytes the total size of the largest checkpoint
   * @param checkpointMillis the duration of the slowest checkpoint
   */
  record Figures(
      long spans,
      long nanos,
      long jobCpuNanos,
      long brokerCpuNanos,
      long gcMillis,
      long totalNanos,
      long peakBytes,
      long pauseNanos,
      long stateBytes,
      long checkpointMillis) {
    static final Figures NONE = new Figures(0, 1, 1, 0, 0, 0, 0, 0, 0, 0);

    /** Samples are a tenth of a second apart. */
    private static final int MIN_SAMPLES = 5;

    /** The figures after the first {@code warmUp} spans, for a job that began at {@code start}. */
    static Figures of(List<Sample> samples, long warmUp, long start) {
      Sample end = samples.get(samples.size() - 1);
      List<Sample> warm = samples.stream().filter(sample -> sample.spansRead() >= warmUp).toList();
      int last = 0;
      while (last < warm.size() && warm.get(last).lag() > 0) {
        last++;
      }
      if (last < MIN_SAMPLES || last == warm.size()) {
        throw new IllegalStateException(
            "only %d samples after the warm-up: more --spans, or fewer --warm-up".formatted(last));
      }
      Sample from = warm.get(0);
      Sample to = warm.get(last);
      return new Figures(
          to.spansRead() - from.spansRead(),
          to.nanos() - from.nanos(),
          to.jobCpuNanos() - from.jobCpuNanos(),
          to.brokerCpuNanos() - from.brokerCpuNanos(),
          to.gcMillis() - from.gcMillis(),
          end.nanos() - start,
          samples.stream().mapToLong(Sample::peakBytes).max().orElse(0),
          longestPause(warm.subList(0, last + 1)),
          samples.stream().mapToLong(sample -> sample.metrics().stateBytes()).max().orElse(0),
          samples.stream()
              .mapToLong(sample -> sample.metrics().checkpointMillis())
              .max()
              .orElse(0));
    }

    private static long longestPause(List<Sample> samples) {
      Sample advanced = samples.get(0);
      long longest = 0;
      for (Sample sample : samples) {
        longest = Math.max(longest, sample.nanos() - advanced.nanos());
        advanced = sample.recordsRead() > advanced.recordsRead() ? sample : advanced;
      }
      return longest;
    }

    double spansPerSecond() {
      return 1e9 * spans / nanos;
    }

    /** Spans per second of processor time of the job's process. */
    double spansPerCpuSecond() {
      return 1e9 * spans / jobCpuNanos;
    }
  }

  @Override
  public String toString() {
    StringBuilder table = new StringBuilder(HEAD.formatted(title));
    rows.forEach(row -> table.append(text(row)).append('\n'));
    rows.stream()
        .filter(Row::failed)
        .forEach(row -> table.append("\n%s: WRONG: %s\n".formatted(row.label, row.complaint)));
    return table.toString();
  }

  boolean failed() {
    return rows.stream().anyMatch(Row::failed);
  }

  private static String text(Row row) {
    Figures figures = row.figures();
    if (figures.spans() == 0) {
      return "| %s | failed | | | | | | | | | | |".formatted(row.label());
    }
    return String.format(
        Locale.ROOT,
        "| %s | %,.0f k | %,.0f k | %,.0f k | %.2f | %.2f | %.0f %% | %.1f GB | %.1f s | %s | %.1f s"
            + " | %.0f s |",
        row.label(),
        figures.spansPerSecond() / 1e3,
        figures.spansPerSecond() / 1e3 / Runtime.getRuntime().availableProcessors(),
        figures.spansPerCpuSecond() / 1e3,
        figures.jobCpuNanos() / 1e3 / figures.spans(),
        figures.brokerCpuNanos() / 1e3 / figures.spans(),
        1e8 * figures.gcMillis() / figures.nanos(),
        figures.peakBytes() / 1e9,
        figures.pauseNanos() / 1e9,
        // A short run may end before its first checkpoint.
        figures.stateBytes() == 0
            ? "none"
            : String.format(Locale.ROOT, "%,d MB", figures.stateBytes() / 1_000_000),
        figures.checkpointMillis() / 1e3,
        figures.totalNanos() / 1e9);
  }

  /** The speed of each later row relative to each earlier row, a line each. */
  String ratios() {
    StringBuilder ratios = new StringBuilder();
    for (int i = 0; i < rows.size(); i++) {
      for (int j = i + 1; j < rows.size(); j++) {
        Figures most = rows.get(i).figures();
        Figures some = rows.get(j).figures();
        ratios.append(
            "%s reaches %.0f %% of %s, %.0f %% per second of processor time%n"
                .formatted(
                    rows.get(j).label(),
                    100 * some.spansPerSecond() / most.spansPerSecond(),
                    rows.get(i).label(),
                    100 * some.spansPerCpuSecond() / most.spansPerCpuSecond()));
      }
    }
    return ratios.toString();
  }
}
