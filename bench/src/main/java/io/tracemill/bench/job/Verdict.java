package io.tracemill.bench.job;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToLongFunction;

/** The verdict on a soak: whether memory stays flat, and whether the job keeps up. */
record Verdict(List<Sample> samples) {
  static final String CSV_HEADER =
      "seconds,heap_bytes,resident_bytes,state_bytes,records_sent,records_read,spans_sent,spans_read,"
          + "windows_watched";

  /** The job must read this share of what was sent. The sender must reach this share of --speed. */
  private static final double ENOUGH = 0.98;

  /** The largest acceptable ratio of the final lag to the lag in the middle third. */
  private static final double LAG_TOLERANCE = 1.1;

  /** Several samples, since a single one may fall into a pause. */
  private static final int LAST_SAMPLES = 3;

  Verdict {
    samples = List.copyOf(samples);
  }

  /** The speed of the job, in one line. */
  String figures() {
    Sample warm = at(1);
    return say(
        "read %,.0f spans/s of %,.0f sent after the first third, %,.0f in the last third; lag at"
            + " most %,d records; %,d windows watched%n",
        last().speedSince(warm),
        (last().sent().spans() - warm.sent().spans()) / last().secondsSince(warm),
        last().speedSince(at(2)),
        samples.stream().mapToLong(Sample::lag).max().orElse(0),
        last().metrics().watched());
  }

  private Sample last() {
    return samples.get(samples.size() - 1);
  }

  /** The first sample of the second or the last third. */
  private Sample at(int third) {
    return samples.get(third * samples.size() / 3);
  }

  /**
   * Whether the median of the last third exceeds that of the middle third by at most the share
   * {@code tolerance}. A median of 0 means that nothing was measured, so the result is false.
   */
  boolean flat(ToLongFunction<Sample> bytes, double tolerance) {
    long middle = median(bytes, 1);
    long last = median(bytes, 2);
    return middle > 0 && last > 0 && last <= middle * (1 + tolerance);
  }

  /** A line that says whether this kind of memory is flat. */
  String flatness(String name, ToLongFunction<Sample> bytes, double tolerance) {
    return say(
        "%-13s %s: median %,d MB in the last third, %,d MB in the middle third",
        name,
        flat(bytes, tolerance) ? "flat" : "NOT FLAT",
        median(bytes, 2) >> 20,
        median(bytes, 1) >> 20);
  }

  private long median(ToLongFunction<Sample> value, int third) {
    int from = third * samples.size() / 3;
    int to = (third + 1) * samples.size() / 3;
    long[] sorted = samples.subList(from, to).stream().mapToLong(value).sorted().toArray();
    return sorted[sorted.length / 2];
  }

  /**
   * Reports a sender below its speed, and a job behind the sender, both after the first third. Each
   * sentence says by how much; the list is empty if neither fell behind.
   *
   * @param spansPerSecond the intended rate of bulk traffic
   */
  List<String> behind(long spansPerSecond) {
    List<String> complaints = new ArrayList<>();
    Sample warm = at(1);
    double seconds = last().secondsSince(warm);
    double bulk = (last().sent().bulkSpans() - warm.sent().bulkSpans()) / seconds;
    if (bulk < ENOUGH * spansPerSecond) {
      complaints.add(
          say(
              "THE SENDER FELL BEHIND: it sent %,.0f spans/s of bulk traffic after the first third,"
                  + " %.1f %% of --speed; at least %.0f %% are asked for",
              bulk, 100 * bulk / spansPerSecond, 100 * ENOUGH));
    }
    double sent = last().sent().records() - warm.sent().records();
    double read = (last().recordsRead() - warm.recordsRead()) / sent;
    if (read < ENOUGH) {
      complaints.add(
          say(
              "THE JOB FELL BEHIND: it read %.1f %% of what was sent after the first third; at least"
                  + " %.0f %% are asked for",
              100 * read, 100 * ENOUGH));
    }
    long middle = median(Sample::lag, 1);
    long end =
        samples.subList(Math.max(0, samples.size() - LAST_SAMPLES), samples.size()).stream()
            .mapToLong(Sample::lag)
            .min()
            .orElse(0);
    if (end > LAG_TOLERANCE * middle && end > sent / seconds) {
      complaints.add(
          say(
              "THE LAG GREW: the last samples are all %,d records (%.1f s) behind and more, the"
                  + " median of the middle third is %,d",
              end, end * seconds / sent, middle));
    }
    return complaints;
  }

  /** The error if no endpoint was watched before the last third. */
  Optional<String> notCompared() {
    return at(2).metrics().watched() > 0
        ? Optional.empty()
        : Optional.of(
            "NOTHING WAS COMPARED for the whole last third: no endpoint was watched before it began;"
                + " take more --minutes");
  }

  /** A sample as a line of a CSV file. */
  static String csv(Sample sample, Sample start) {
    return say(
        "%.1f,%d,%d,%d,%d,%d,%d,%d,%d",
        sample.secondsSince(start),
        sample.heapBytes(),
        sample.residentBytes(),
        sample.metrics().stateBytes(),
        sample.sent().records(),
        sample.recordsRead(),
        sample.sent().spans(),
        sample.spansRead(),
        sample.metrics().watched());
  }

  private static String say(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
