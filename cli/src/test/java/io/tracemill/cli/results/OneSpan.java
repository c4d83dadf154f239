package io.tracemill.cli.results;

import static io.opentelemetry.proto.trace.v1.Span.SpanKind.SPAN_KIND_SERVER;

import io.opentelemetry.proto.trace.v1.Span;
import io.tracemill.cli.traffic.OtlpSpans;
import java.util.List;

/** Units of one span each. */
public final class OneSpan {
  private OneSpan() {}

  /** A line of OTLP JSON with one span that takes a second and ends at this Unix time. */
  public static String line(int id, long endMillis, String name) {
    long endNanos = 1_000_000 * endMillis;
    String span =
        "{\"traceId\":\"%032x\",\"spanId\":\"%016x\",\"name\":\"%s\",".formatted(id, id, name)
            + "\"startTimeUnixNano\":%d,".formatted(endNanos - 1_000_000_000)
            + "\"endTimeUnixNano\":%d}".formatted(endNanos);
    return "{\"resourceSpans\":[{\"scopeSpans\":[{\"spans\":[" + span + "]}]}]}\n";
  }

  /**
   * An OTLP message with one span that ends at this Unix time; its service has a host of its own.
   */
  public static byte[] proto(int id, long endMillis) {
    long endNanos = 1_000_000 * endMillis;
    Span span =
        OtlpSpans.span(
                OtlpSpans.id(0, id), id, 0, SPAN_KIND_SERVER, "GET /", endNanos - 500_000, endNanos)
            .build();
    return OtlpSpans.request(List.of(span), "service.name", "shop", "host.name", "a").toByteArray();
  }
}
