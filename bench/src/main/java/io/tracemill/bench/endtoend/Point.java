package io.tracemill.bench.endtoend;

import java.util.List;

/**
 * One of the values of an {@link Axis}.
 *
 * @param options of {@code bench/run end-to-end}, which repeats it
 */
record Point(long value, List<String> options) {
  Point {
    options = List.copyOf(options);
  }

  String label() {
    return "%,d".formatted(value);
  }
}
