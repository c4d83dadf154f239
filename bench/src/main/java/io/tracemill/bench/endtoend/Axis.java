package io.tracemill.bench.endtoend;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.LongStream;

/** What work can grow in; all else is as without options. */
enum Axis {
  SPANS("spans measured", 1_000_000, 2_000_000, 5_000_000, 10_000_000, 20_000_000),
  PARALLELISM("parallelism", 1, 2),
  ENDPOINTS("endpoints", 1, 10, 100, 1_000, 10_000),
  TRACE("spans a trace", 2, 10, 50, 200, 2_000),
  GIANT("spans of a giant trace among small ones", 0, 275_000);

  private static final long MEASURED = 10_000_000;
  private static final long WARM_UP = 5_000_000;
  private static final long QUICK = 10;
  private static final long MIN_CATEGORIES = 200;

  private final String title;

  @SuppressWarnings("ImmutableEnumChecker") // nobody writes to it
  private final long[] values;

  Axis(String title, long... values) {
    this.title = title;
    this.values = values;
  }

  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  String title() {
    return title;
  }

  /** Its points, in order; quick ones with a tenth of the spans, to see that they work. */
  List<Point> points(boolean quick) {
    long divisor = quick ? QUICK : 1;
    return LongStream.of(values)
        .map(value -> this == SPANS ? value / divisor : value)
        .mapToObj(value -> new Point(value, options(value, divisor)))
        .toList();
  }

  private List<String> options(long value, long divisor) {
    long measured = this == SPANS ? value : MEASURED / divisor;
    long warmUp = WARM_UP / divisor;
    List<String> options = new ArrayList<>(Arrays.asList("--only", "job"));
    add(options, "--warm-up", warmUp);
    add(options, "--spans", warmUp + measured);
    switch (this) {
      case SPANS -> {}
      case PARALLELISM -> add(options, "--parallelism", value);
      case ENDPOINTS -> {
        add(options, "--endpoints", value);
        add(options, "--categories", Math.max(value, MIN_CATEGORIES));
      }
      case TRACE -> add(options, "--spans-per-trace", value);
      case GIANT -> add(options, "--giant", value);
    }
    return options;
  }

  private static void add(List<String> options, String name, long value) {
    options.add(name);
    options.add(Long.toString(value));
  }
}
