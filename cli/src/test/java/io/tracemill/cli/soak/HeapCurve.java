package io.tracemill.cli.soak;

import java.util.ArrayList;
import java.util.List;

/** Heap after collection, at even intervals. */
final class HeapCurve {
  private final List<Long> bytes = new ArrayList<>();

  void add(long sample) {
    bytes.add(sample);
  }

  /** Median of the middle third. */
  long middle() {
    return median(bytes.size() / 3, 2 * bytes.size() / 3);
  }

  /** Median of the last third. */
  long last() {
    return median(2 * bytes.size() / 3, bytes.size());
  }

  /** Whether the last third is at most {@code tolerance} above the middle one, a share of it. */
  boolean flat(double tolerance) {
    return last() <= middle() * (1 + tolerance);
  }

  private long median(int from, int to) {
    if (from == to) {
      throw new IllegalStateException("%d samples are too few".formatted(bytes.size()));
    }
    List<Long> sorted = bytes.subList(from, to).stream().sorted().toList();
    return sorted.get(sorted.size() / 2);
  }
}
