package io.tracemill.analysis.stack.look;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.stack.StackSamples;
import io.tracemill.analysis.stack.ThreadName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * How much CPU time each group of threads of a host had, in cells of 40 ms.
 *
 * <p>Memory: a cell holds at most 256 names of 12 bytes each; further names are merged into {@link
 * ThreadName#OTHER}. Ten minutes take at most 46 MB, or 4 MB with 20 groups of threads a cell.
 */
public final class HostCells {
  /**
   * Length of a cell, shorter than the context of a segment. With 100 ms, shares differ from exact
   * ones by up to 1.5 points in the recordings of the reference; with 40 ms by less than one.
   */
  static final long CELL_NANOS = 40_000_000;

  static final int MAX_NAMES = 256;

  private static final long DAY_NANOS = Duration.ofDays(1).toNanos();

  private final String host;
  private final long maxCells;
  private final NavigableMap<Long, Cell> cells = new TreeMap<>();
  private long periodNanos;

  /**
   * @param maxNanos a cell older than the newest by this much is dropped
   */
  public HostCells(String host, long maxNanos) {
    this.host = requireNonNull(host, "host");
    this.maxCells = Math.max(1, maxNanos / CELL_NANOS);
  }

  /** The cells of each host: of samples at most a day older than its newest. */
  public static List<HostCells> of(StackSamples samples) {
    List<HostCells> hosts = new ArrayList<>();
    for (String name : samples.hosts()) {
      HostCells cells = new HostCells(name, DAY_NANOS);
      for (int sample = samples.first(name); sample < samples.end(name); sample++) {
        if (samples.ofWholeHost(sample)) {
          cells.add(samples.timeNanos(sample), samples.name(sample), samples.nanos(sample));
        }
      }
      hosts.add(cells);
    }
    return hosts;
  }

  /** Adds a sample. It is left out if it is older than what is kept. */
  public void add(long timeNanos, ThreadName name, long nanos) {
    long number = Math.floorDiv(timeNanos, CELL_NANOS);
    if (!cells.isEmpty() && number <= cells.lastKey() - maxCells) {
      return;
    }
    periodNanos = Math.max(periodNanos, nanos);
    cells.computeIfAbsent(number, added -> new Cell()).add(name, nanos);
    while (cells.firstKey() <= cells.lastKey() - maxCells) {
      cells.pollFirstEntry();
    }
  }

  String host() {
    return host;
  }

  /** The longest time that a sample stood for. */
  long periodNanos() {
    return periodNanos;
  }

  /** The cells by their number since the epoch; cells without a sample are not there. */
  NavigableMap<Long, Cell> cells() {
    return cells;
  }

  /** The CPU time of one cell by name. */
  static final class Cell {
    private ThreadName[] names = new ThreadName[4];
    private long[] nanos = new long[4];
    private int size;

    private void add(ThreadName name, long more) {
      boolean full = size >= MAX_NAMES - 1 && place(name) == size;
      ThreadName kept = full ? ThreadName.OTHER : name;
      int place = place(kept);
      if (place == names.length) {
        names = Arrays.copyOf(names, 2 * place);
        nanos = Arrays.copyOf(nanos, 2 * place);
      }
      if (place == size) {
        names[size++] = kept;
      }
      nanos[place] += more;
    }

    private int place(ThreadName name) {
      for (int i = 0; i < size; i++) {
        if (names[i].equals(name)) {
          return i;
        }
      }
      return size;
    }

    int size() {
      return size;
    }

    ThreadName name(int i) {
      return names[i];
    }

    long nanos(int i) {
      return nanos[i];
    }
  }
}
