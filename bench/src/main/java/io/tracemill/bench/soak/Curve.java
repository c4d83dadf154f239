package io.tracemill.bench.soak;

import java.util.List;

/** What was used at even intervals, bytes. */
record Curve(List<Long> bytes) {
  Curve {
    bytes = List.copyOf(bytes);
  }

  /** Median of the middle third. */
  long middle() {
    return median(bytes.size() / 3, 2 * bytes.size() / 3);
  }

  /** Median of the last third. */
  long last() {
    return median(2 * bytes.size() / 3, bytes.size());
  }

  /**
   * Whether the last third is at most {@code tolerance} above the middle one, a share of it. What
   * was nothing was not measured.
   */
  boolean flat(double tolerance) {
    return middle() > 0 && last() > 0 && last() <= middle() * (1 + tolerance);
  }

  private long median(int from, int to) {
    if (from == to) {
      throw new IllegalStateException("%d samples are too few".formatted(bytes.size()));
    }
    List<Long> sorted = bytes.subList(from, to).stream().sorted().toList();
    return sorted.get(sorted.size() / 2);
  }
}
