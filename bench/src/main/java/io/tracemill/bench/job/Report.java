package io.tracemill.bench.job;

import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;

/** The results of runs as a Markdown table, one row a run. */
record Report(List<Run> runs) {
  private static final String HEAD =
      """
      | stage | spans/s | per core | per CPU-s | CPU s a million spans, job | broker | GC | peak RSS \
      | longest pause | largest checkpoint | taken | total |
      | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
      """;

  Report {
    runs = List.copyOf(runs);
  }

  /**
   * A run, measured from the end of its warm-up until it has read everything.
   *
   * @param samples from the start of the job to its end
   * @param from index of the first sample after the warm-up
   * @param to index of the first sample without lag
   * @param complaint the error in the run; empty if there is none
   */
  record Run(String label, List<Sample> samples, int from, int to, String complaint) {
    /** Samples are a tenth of a second apart. */
    private static final int MIN_SAMPLES = 5;

    Run {
      samples = List.copyOf(samples);
      if (to - from < MIN_SAMPLES || to == samples.size()) {
        throw new IllegalStateException(
            "only %d samples after the warm-up: more --spans, or fewer --warm-up"
                .formatted(to - from));
      }
    }

    static Run of(String label, List<Sample> samples, long warmUp, String complaint) {
      int from = 0;
      while (from < samples.size() && samples.get(from).spansRead() < warmUp) {
        from++;
      }
      int to = from;
      while (to < samples.size() && samples.get(to).lag() > 0) {
        to++;
      }
      return new Run(label, samples, from, to, complaint);
    }

    double spans() {
      return increase(Sample::spansRead);
    }

    double cpuSeconds() {
      return increase(Sample::jobCpuNanos) / 1e9;
    }

    double brokerCpuSeconds() {
      return increase(Sample::brokerCpuNanos) / 1e9;
    }

    /** The size of the largest checkpoint. */
    long stateBytes() {
      return most(sample -> sample.metrics().stateBytes());
    }

    private double increase(ToLongFunction<Sample> value) {
      return value.applyAsLong(samples.get(to)) - value.applyAsLong(samples.get(from));
    }

    private long most(ToLongFunction<Sample> value) {
      return samples.stream().mapToLong(value).max().orElse(0);
    }

    /** The longest time without progress, which is no shorter than the gap between two samples. */
    private long longestPause() {
      Sample advanced = samples.get(from);
      long longest = 0;
      for (Sample sample : samples.subList(from, to + 1)) {
        longest = Math.max(longest, sample.nanos() - advanced.nanos());
        advanced = sample.recordsRead() > advanced.recordsRead() ? sample : advanced;
      }
      return longest;
    }

    private String row() {
      double spans = increase(Sample::spansRead);
      double nanos = increase(Sample::nanos);
      double perSecond = 1e6 * spans / nanos;
      // A short run may end before its first checkpoint; its size is 0 then.
      return String.format(
          Locale.ROOT,
          "| %s | %,.0f k | %,.0f k | %,.0f k | %.2f | %.2f | %.0f %% | %.1f GB | %.1f s | %,d MB"
              + " | %.1f s | %.0f s |",
          label,
          perSecond,
          perSecond / Runtime.getRuntime().availableProcessors(),
          1e6 * spans / increase(Sample::jobCpuNanos),
          increase(Sample::jobCpuNanos) / 1e3 / spans,
          increase(Sample::brokerCpuNanos) / 1e3 / spans,
          1e8 * increase(Sample::gcMillis) / nanos,
          most(Sample::peakBytes) / 1e9,
          longestPause() / 1e9,
          stateBytes() / 1_000_000,
          most(sample -> sample.metrics().checkpointMillis()) / 1e3,
          samples.get(samples.size() - 1).secondsSince(samples.get(0)));
    }
  }

  boolean failed() {
    return runs.stream().anyMatch(run -> !run.complaint.isEmpty());
  }

  @Override
  public String toString() {
    StringBuilder table = new StringBuilder(HEAD);
    for (Run run : runs) {
      table.append(run.row()).append('\n');
    }
    for (Run run : runs) {
      if (!run.complaint.isEmpty()) {
        table.append("\n%s: WRONG: %s\n".formatted(run.label, run.complaint));
      }
    }
    return table.toString();
  }
}
