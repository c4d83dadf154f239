package io.tracemill.cli.replay;

/** Units of one span each. */
final class OneSpan {
  private OneSpan() {}

  /** A line of OTLP's JSON: a span that takes a second and ends at that Unix time. */
  static String line(int id, long endMillis, String name) {
    long endNanos = 1_000_000 * endMillis;
    String span =
        "{\"traceId\":\"%032x\",\"spanId\":\"%016x\",\"name\":\"%s\",".formatted(id, id, name)
            + "\"startTimeUnixNano\":%d,".formatted(endNanos - 1_000_000_000)
            + "\"endTimeUnixNano\":%d}".formatted(endNanos);
    return "{\"resourceSpans\":[{\"scopeSpans\":[{\"spans\":[" + span + "]}]}]}\n";
  }
}
