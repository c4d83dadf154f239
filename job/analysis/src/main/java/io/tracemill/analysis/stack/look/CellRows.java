package io.tracemill.analysis.stack.look;

import io.tracemill.analysis.stack.LocalSpan;
import io.tracemill.analysis.stack.StackSamples;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How much CPU time features had on hosts, in cells of 40 ms, as a sparse matrix: a row a cell, the
 * hosts one after the other, a column a feature. 12 bytes an entry, 12 bytes a row.
 */
final class CellRows {
  /**
   * Length of a cell, shorter than the context of a segment. With 100 ms, shares differ from exact
   * ones by up to 1.5 points in the recordings of the reference; with 40 ms by less than one.
   */
  static final long CELL_NANOS = 40_000_000;

  /** Samples older than the host's newest by more than this are left out. */
  private static final long MAX_NANOS = Duration.ofDays(1).toNanos();

  /** The range of rows of a host. */
  record HostRows(long firstNanos, int from, int to) {}

  final List<HostRows> ranges = new ArrayList<>();

  /** By row: where its entries begin. */
  int[] begin = {0};

  int[] column = new int[1024];
  double[] nanos = new double[1024];

  /** By row: the sum of all rows before. */
  double[] before = {0};

  private final Map<String, HostRows> rangeOf = new HashMap<>();
  private final StackSamples samples;
  private final CellFeatures features;

  /** By feature: its latest entry, which may belong to an older row. */
  private final int[] entryOf;

  private int rows;
  private int entries;
  private long periodNanos;

  CellRows(StackSamples samples, CellFeatures features) {
    this.samples = samples;
    this.features = features;
    entryOf = new int[features.size()];
    samples.hosts().forEach(this::add);
  }

  private void add(String host) {
    int end = samples.end(host);
    int sample = samples.firstFrom(host, samples.timeNanos(end - 1) - MAX_NANOS);
    while (sample < end && !samples.ofWholeHost(sample)) {
      sample++;
    }
    if (sample == end) {
      return;
    }
    int from = rows;
    long first = samples.timeNanos(sample) / CELL_NANOS;
    for (; sample < end; sample++) {
      if (samples.ofWholeHost(sample)) {
        extend(from + (int) (samples.timeNanos(sample) / CELL_NANOS - first) + 1);
        add(features.of(samples, sample), samples.nanos(sample));
      }
    }
    HostRows range = new HostRows(first * CELL_NANOS, from, rows);
    ranges.add(range);
    rangeOf.put(host, range);
  }

  /** Adds empty rows until there are {@code size}. */
  private void extend(int size) {
    if (size >= begin.length) {
      begin = Arrays.copyOf(begin, 2 * size);
      before = Arrays.copyOf(before, 2 * size);
    }
    for (; rows < size; rows++) {
      begin[rows + 1] = entries;
      before[rows + 1] = before[rows];
    }
  }

  /** Adds a sample's time to the newest row. */
  private void add(int feature, long time) {
    int entry = entryOf[feature];
    if (entry < begin[rows - 1] || entry >= entries || column[entry] != feature) {
      if (entries == column.length) {
        column = Arrays.copyOf(column, 2 * entries);
        nanos = Arrays.copyOf(nanos, 2 * entries);
      }
      entry = entries++;
      entryOf[feature] = entry;
      column[entry] = feature;
    }
    nanos[entry] += time;
    begin[rows] = entries;
    before[rows] += time;
    periodNanos = Math.max(periodNanos, time);
  }

  int rows() {
    return rows;
  }

  /** The longest time that a sample stands for. */
  long periodNanos() {
    return periodNanos;
  }

  /** Calls {@code overlap} for each self segment of the span, widened by its context. */
  void forEachOverlap(LocalSpan span, long contextNanos, Overlap overlap) {
    HostRows range = rangeOf.get(span.host());
    for (int i = 0; range != null && i < span.self().count(); i++) {
      double from = place(span.self().startNanos(i) - contextNanos, range);
      double to = place(span.self().endNanos(i) + contextNanos, range);
      if (from < to) {
        overlap.add(from, to);
      }
    }
  }

  /** The time as a row, with its fraction. */
  private static double place(long nanos, HostRows range) {
    double rows = (double) (nanos - range.firstNanos) / CELL_NANOS;
    return range.from + Math.max(0, Math.min(rows, range.to - range.from));
  }

  /** Takes a range of rows with fractions: 1.5 is half of row 1. */
  interface Overlap {
    void add(double from, double to);
  }
}
