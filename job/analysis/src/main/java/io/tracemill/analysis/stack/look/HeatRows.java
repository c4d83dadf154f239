package io.tracemill.analysis.stack.look;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.stack.StackSamples;
import io.tracemill.analysis.stack.look.StackExplanation.Heat;
import java.util.ArrayList;
import java.util.List;

/** The share of the CPU time that processes had, by host and time (LongTale figure 7). */
final class HeatRows {
  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final long MAX_BUCKETS = 600;
  private static final long SECOND_MILLIS = 1_000;
  private static final String TENTHS = ".123456789#";

  private HeatRows() {}

  /** A row for each process and host; buckets of whole seconds, at most 600. */
  static Heat of(Period window, List<String> processes, StackSamples samples) {
    long bucketMillis = (window.lengthMillis() / SECOND_MILLIS / MAX_BUCKETS + 1) * SECOND_MILLIS;
    int buckets = (int) ((window.lengthMillis() - 1) / bucketMillis) + 1;
    List<Heat.Row> rows = new ArrayList<>();
    for (String process : processes) {
      for (String host : samples.hosts()) {
        double[] own = new double[buckets];
        double[] all = new double[buckets];
        for (int sample = samples.first(host); sample < samples.end(host); sample++) {
          long millis = samples.timeNanos(sample) / NANOS_PER_MILLI;
          if (samples.ofWholeHost(sample) && window.contains(millis)) {
            int bucket = (int) ((millis - window.startMillis()) / bucketMillis);
            boolean isOwn = samples.name(sample).process().equals(process);
            all[bucket] += samples.nanos(sample);
            own[bucket] += isOwn ? samples.nanos(sample) : 0;
          }
        }
        rows.add(new Heat.Row(host, process, tenths(own, all)));
      }
    }
    return new Heat(bucketMillis, rows);
  }

  private static String tenths(double[] own, double[] all) {
    StringBuilder tenths = new StringBuilder();
    for (int bucket = 0; bucket < own.length; bucket++) {
      tenths.append(TENTHS.charAt((int) Math.rint(10 * own[bucket] / Math.max(1, all[bucket]))));
    }
    return tenths.toString();
  }
}
