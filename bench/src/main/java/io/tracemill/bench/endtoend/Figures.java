package io.tracemill.bench.endtoend;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * What a run was measured at, from the moment it was warm to the moment it had read everything.
 *
 * @param spans read in that time
 * @param nanos that time
 * @param totalNanos from the start of the job to its end, the last results included
 * @param peakBytes the most memory the job's process ever had resident
 * @param pauseNanos the longest time in which no more was read, between two samples at least
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
    Checkpoints checkpoints) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String FILE = "figures.json";

  /** A tenth of a second each. */
  private static final int MIN_SAMPLES = 5;

  /** The figures after the first {@code warmUp} spans. */
  static Figures of(
      List<Sample> samples,
      Topic topic,
      long warmUp,
      long totalNanos,
      long peakBytes,
      Checkpoints checkpoints) {
    List<Sample> warm =
        samples.stream().filter(sample -> topic.spansOf(sample.records()) >= warmUp).toList();
    if (warm.size() < MIN_SAMPLES) {
      throw new IllegalStateException(
          "only %d samples after the warm-up: more --spans, or fewer --warm-up"
              .formatted(warm.size()));
    }
    Sample from = warm.get(0);
    Sample to = samples.get(samples.size() - 1);
    return new Figures(
        topic.spansOf(to.records() - from.records()),
        to.nanos() - from.nanos(),
        to.jobCpuNanos() - from.jobCpuNanos(),
        to.brokerCpuNanos() - from.brokerCpuNanos(),
        to.gcMillis() - from.gcMillis(),
        totalNanos,
        peakBytes,
        longestPause(warm),
        checkpoints);
  }

  private static long longestPause(List<Sample> samples) {
    Sample advanced = samples.get(0);
    long longest = 0;
    for (Sample sample : samples) {
      longest = Math.max(longest, sample.nanos() - advanced.nanos());
      advanced = sample.records() > advanced.records() ? sample : advanced;
    }
    return longest;
  }

  double spansPerSecond() {
    return 1e9 * spans / nanos;
  }

  /** Spans for a second of processor time of the job's process. */
  double spansPerCpuSecond() {
    return 1e9 * spans / jobCpuNanos;
  }

  double jobCpuSecondsPerMillion() {
    return jobCpuNanos / 1e3 / spans;
  }

  double brokerCpuSecondsPerMillion() {
    return brokerCpuNanos / 1e3 / spans;
  }

  /** How many processors the job's process kept busy. */
  double jobCores() {
    return (double) jobCpuNanos / nanos;
  }

  double brokerCores() {
    return (double) brokerCpuNanos / nanos;
  }

  double gcShare() {
    return 1e6 * gcMillis / nanos;
  }

  void writeTo(Path directory) throws IOException {
    JSON.writeValue(directory.resolve(FILE).toFile(), this);
  }

  static Figures readFrom(Path directory) throws IOException {
    return JSON.readValue(directory.resolve(FILE).toFile(), Figures.class);
  }
}
