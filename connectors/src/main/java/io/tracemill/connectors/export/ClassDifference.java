package io.tracemill.connectors.export;

import io.tracemill.analysis.view.LatencyClass;
import java.io.Serializable;

/**
 * Two latency classes to compare.
 *
 * @param before the name of the baseline class
 * @param after the name of the class compared with it
 */
public record ClassDifference(String before, String after) implements Serializable {
  /** Compares the slowest requests with the faster half. */
  public static final ClassDifference TAIL = new ClassDifference("<=P50", "P99-100");

  public ClassDifference {
    check(before);
    check(after);
  }

  private static void check(String name) {
    if (!LatencyClass.NAMES.contains(name)) {
      throw new IllegalArgumentException(
          "'%s' is no latency class, such as %s"
              .formatted(name, String.join(", ", LatencyClass.NAMES)));
    }
  }

  /** {@code P99-100 vs <=P50}. */
  String label() {
    return after + " vs " + before;
  }
}
