package io.tracemill.bench.endtoend;

import java.util.List;
import java.util.Locale;

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
    return String.format(Locale.ROOT, "%,d", value);
  }
}
