package io.tracemill.bench.soak;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Whether the job kept up with what was sent, and with what, as the samples of a run say. */
record Progress(List<Sample> samples) {
  /** Of what was sent, and of what was to be sent. */
  private static final double ENOUGH = 0.98;

  /** Lag over that of the middle third. */
  private static final double TOLERANCE = 1.1;

  /** A single sample may fall into a pause. */
  private static final int LAST_SAMPLES = 3;

  Progress {
    samples = List.copyOf(samples);
  }

  /**
   * What fell behind after the first third, and by how much, a sentence each; empty if nothing: the
   * sender behind its speed, or the job behind the sender.
   *
   * @param spansPerSecond of bulk traffic, that were to be sent
   */
  List<String> behind(long spansPerSecond) {
    List<String> complaints = new ArrayList<>();
    Sample warm = samples.get(samples.size() / 3);
    Sample last = samples.get(samples.size() - 1);
    double sent = last.bulkSpeedSince(warm);
    if (sent < ENOUGH * spansPerSecond) {
      complaints.add(
          say(
              "THE SENDER FELL BEHIND: it sent %,.0f spans/s of bulk traffic after the first third,"
                  + " %.1f %% of --speed; at least %.0f %% are asked for",
              sent, 100 * sent / spansPerSecond, 100 * ENOUGH));
    }
    double read = last.readShareSince(warm);
    if (read < ENOUGH) {
      complaints.add(
          say(
              "THE JOB FELL BEHIND: it read %.1f %% of what was sent after the first third; at least"
                  + " %.0f %% are asked for",
              100 * read, 100 * ENOUGH));
    }
    lagGrew(last.recordsSentPerSecondSince(warm)).ifPresent(complaints::add);
    return complaints;
  }

  private Optional<String> lagGrew(double recordsPerSecond) {
    long middle = Sample.curve(samples, Sample::lag).middle();
    long end =
        samples.subList(Math.max(0, samples.size() - LAST_SAMPLES), samples.size()).stream()
            .mapToLong(Sample::lag)
            .min()
            .orElse(0);
    return end > TOLERANCE * middle && end > recordsPerSecond
        ? Optional.of(
            say(
                "THE LAG GREW: the last samples are all %,d records (%.1f s) behind and more, the"
                    + " median of the middle third is %,d",
                end, end / recordsPerSecond, middle))
        : Optional.empty();
  }

  /** What is wrong if no endpoint was watched before the last third. */
  Optional<String> notCompared() {
    Sample late = samples.get(2 * samples.size() / 3);
    return late.windowsWatched() > 0
        ? Optional.empty()
        : Optional.of(
            say(
                "NOTHING WAS COMPARED for the whole last third: no endpoint was watched in the first"
                    + " %d s; take more --minutes",
                late.time().toSeconds()));
  }

  private static String say(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
