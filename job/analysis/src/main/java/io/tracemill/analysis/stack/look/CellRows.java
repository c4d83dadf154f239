package io.tracemill.analysis.stack.look;

import io.tracemill.analysis.stack.LocalSpan;
import io.tracemill.analysis.stack.Names;
import io.tracemill.analysis.stack.ThreadName;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/**
 * The cells of several hosts as one sparse matrix: a row a cell, the hosts one after the other, a
 * column a feature. 12 bytes an entry.
 */
final class CellRows {
  /** Features beyond this many, those with the least time, are one. */
  private static final int MAX_FEATURES = 1000;

  /** The range of rows of a host. */
  record HostRows(long firstNanos, int from, int to) {}

  final Names<ThreadName> features = new Names<>();

  /** By feature. */
  final List<Set<String>> hosts = new ArrayList<>();

  final List<HostRows> ranges = new ArrayList<>();
  private final Map<String, HostRows> rangeOf = new HashMap<>();

  /** By row: where its entries begin. */
  final int[] begin;

  final int[] column;
  final double[] nanos;

  /** By row: the sum of all rows before. */
  final double[] before;

  /**
   * @param featureOf the feature of a name
   */
  CellRows(List<HostCells> hostCells, UnaryOperator<ThreadName> featureOf) {
    int entries = 0;
    int rows = 0;
    for (HostCells host : hostCells) {
      entries += host.cells().values().stream().mapToInt(HostCells.Cell::size).sum();
      rows += rows(host);
    }
    begin = new int[rows + 1];
    before = new double[rows + 1];
    column = new int[entries];
    nanos = new double[entries];
    Set<ThreadName> kept = largest(hostCells, featureOf);
    int row = 0;
    for (HostCells host : hostCells) {
      if (rows(host) > 0) {
        long first = host.cells().firstKey();
        HostRows range = new HostRows(first * HostCells.CELL_NANOS, row, row + rows(host));
        ranges.add(range);
        rangeOf.put(host.host(), range);
        for (; row < range.to; row++) {
          fill(row, host, first + row - range.from, featureOf, kept);
        }
      }
    }
  }

  private static int rows(HostCells host) {
    return host.cells().isEmpty()
        ? 0
        : (int) (host.cells().lastKey() - host.cells().firstKey()) + 1;
  }

  private static Set<ThreadName> largest(
      List<HostCells> hosts, UnaryOperator<ThreadName> featureOf) {
    Map<ThreadName, Long> sums = new HashMap<>();
    for (HostCells host : hosts) {
      for (HostCells.Cell cell : host.cells().values()) {
        for (int i = 0; i < cell.size(); i++) {
          sums.merge(featureOf.apply(cell.name(i)), cell.nanos(i), Long::sum);
        }
      }
    }
    Comparator<Map.Entry<ThreadName, Long>> order =
        Map.Entry.<ThreadName, Long>comparingByValue().reversed();
    return new HashSet<>(
        sums.entrySet().stream()
            .sorted(order.thenComparing(entry -> entry.getKey().text()))
            .limit(MAX_FEATURES)
            .map(Map.Entry::getKey)
            .toList());
  }

  private void fill(
      int row,
      HostCells host,
      long number,
      UnaryOperator<ThreadName> featureOf,
      Set<ThreadName> kept) {
    int entry = begin[row];
    before[row + 1] = before[row];
    HostCells.Cell cell = host.cells().get(number);
    for (int i = 0; cell != null && i < cell.size(); i++) {
      ThreadName feature = featureOf.apply(cell.name(i));
      column[entry] = features.number(kept.contains(feature) ? feature : ThreadName.OTHER);
      if (column[entry] == hosts.size()) {
        hosts.add(new TreeSet<>());
      }
      hosts.get(column[entry]).add(host.host());
      before[row + 1] += cell.nanos(i);
      nanos[entry++] = cell.nanos(i);
    }
    begin[row + 1] = entry;
  }

  int rows() {
    return begin.length - 1;
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
    double rows = (double) (nanos - range.firstNanos) / HostCells.CELL_NANOS;
    return range.from + Math.max(0, Math.min(rows, range.to - range.from));
  }

  /** Takes a range of rows with fractions: 1.5 is half of row 1. */
  interface Overlap {
    void add(double from, double to);
  }
}
