package io.tracemill.bench.job;

import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;

/**
 * The verdict on a soak: whether memory and lag stay flat, and whether the sender kept its speed.
 */
record Verdict(List<Sample> samples) {
  /** A flat measure is at most this many times as high in the last third as in the middle one. */
  private static final double TOLERANCE = 1.1;

  /** The share of --speed that the sender must reach. */
  private static final double ENOUGH = 0.98;

  Verdict {
    samples = List.copyOf(samples);
  }

  /** The speed of the job, in one line. */
  String figures() {
    Sample warm = at(1);
    return String.format(
        Locale.ROOT,
        "read %,.0f spans/s of %,.0f sent after the first third, %,.0f in the last third; lag at"
            + " most %,d records; %,d windows watched",
        last().speedSince(warm),
        sentPerSecond(Sent::spans),
        last().speedSince(at(2)),
        samples.stream().mapToLong(Sample::lag).max().orElse(0),
        last().metrics().watched());
  }

  /** The first sample of the second or the last third. */
  private Sample at(int third) {
    return samples.get(third * samples.size() / 3);
  }

  private Sample last() {
    return samples.get(samples.size() - 1);
  }

  private double sentPerSecond(ToLongFunction<Sent> what) {
    long sent = what.applyAsLong(last().sent()) - what.applyAsLong(at(1).sent());
    return sent / last().secondsSince(at(1));
  }

  /**
   * Whether the median of the last third exceeds that of the middle third by at most a tenth. A
   * median of 0 means that nothing was measured, so the result is false.
   */
  boolean flat(ToLongFunction<Sample> bytes) {
    long middle = median(bytes, 1);
    long last = median(bytes, 2);
    return middle > 0 && last > 0 && last <= middle * TOLERANCE;
  }

  /** Whether the lag is flat, or less than what is sent in a second. */
  boolean keepsUp() {
    return median(Sample::lag, 2) < sentPerSecond(Sent::records) || flat(Sample::lag);
  }

  /** Whether the sender kept this speed after the first third. */
  boolean keptSpeed(long spansPerSecond) {
    return sentPerSecond(Sent::spans) >= ENOUGH * spansPerSecond;
  }

  /** Whether an endpoint was watched before the last third began. */
  boolean compared() {
    return at(2).metrics().watched() > 0;
  }

  /** The medians of the middle and the last third, in one line. */
  String medians(String name, ToLongFunction<Sample> value) {
    return String.format(
        Locale.ROOT, "%s: median %,d, then %,d", name, median(value, 1), median(value, 2));
  }

  private long median(ToLongFunction<Sample> value, int third) {
    int from = third * samples.size() / 3;
    int to = (third + 1) * samples.size() / 3;
    long[] sorted = samples.subList(from, to).stream().mapToLong(value).sorted().toArray();
    return sorted[sorted.length / 2];
  }
}
