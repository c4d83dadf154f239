package io.tracemill.cli.keep;

import static io.tracemill.connectors.otlp.Requests.attribute;
import static io.tracemill.connectors.otlp.Requests.attributes;
import static io.tracemill.connectors.otlp.Requests.integer;
import static io.tracemill.connectors.otlp.Requests.request;
import static io.tracemill.connectors.otlp.Requests.resource;
import static io.tracemill.connectors.otlp.Requests.span;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.resource.v1.Resource;
import io.opentelemetry.proto.trace.v1.Span;
import io.tracemill.analysis.span.TraceId;
import io.tracemill.connectors.formats.EncodedRequests;
import io.tracemill.connectors.formats.Encoding;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class SpanCopyTest {
  private static final Resource SHOP = attributes("service.name", "shop");
  private static final Resource CART = attributes("service.name", "cart");
  private static final ExportTraceServiceRequest REQUEST =
      request(
          resource(SHOP, span(1, 10, "GET /", 0, 9), one(2, 20)),
          resource(CART, span(3, 30, "HGET", 2, 3)),
          resource(CART, one(2, 21)));

  private final KeepTotals totals = new KeepTotals();

  @Test
  void onlyChosenTracesAreCopiedWithTheirResources() {
    Map<TraceId, ExportTraceServiceRequest> copies =
        copy(Encoding.OTLP_PROTO, Set.of(id(2), id(3))).of(REQUEST.toByteArray());

    assertThat(copies)
        .containsOnly(
            Map.entry(id(2), request(resource(SHOP, one(2, 20)), resource(CART, one(2, 21)))),
            Map.entry(id(3), request(resource(CART, span(3, 30, "HGET", 2, 3)))));
    assertThat(totals.spansRead).isEqualTo(4);
    assertThat(totals.traces.about()).isEqualTo(3);
  }

  @Test
  void aRecordThatCannotBeReadIsCounted() {
    assertThat(copy(Encoding.OTLP_PROTO, Set.of()).of("no request".getBytes(UTF_8))).isEmpty();
    assertThat(totals.unreadable).isEqualTo(1);
    assertThat(totals.spansRead).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void everyEncodingBecomesOtlp(Encoding encoding) {
    SpanCopy copy = copy(encoding, Set.of(id(2)));
    List<Span> spans =
        EncodedRequests.encode(encoding, REQUEST).stream()
            .flatMap(record -> copy.of(record).values().stream())
            .flatMap(request -> request.getResourceSpansList().stream())
            .flatMap(resource -> resource.getScopeSpans(0).getSpansList().stream())
            .toList();

    assertThat(spans)
        .extracting(Span::getSpanId, Span::getName, Span::getStartTimeUnixNano)
        .containsExactlyElementsOf(List.of(of(one(2, 20)), of(one(2, 21))));
    boolean untyped = encoding.label().startsWith("zipkin");
    assertThat(spans)
        .allMatch(
            span ->
                span.getAttributesList().stream()
                    .anyMatch(
                        each ->
                            each.getKey().equals("items")
                                && (untyped
                                    ? each.getValue().getStringValue().equals("7")
                                    : each.getValue().getIntValue() == 7)));
    assertThat(totals.unreadable).isZero();
  }

  private static org.assertj.core.groups.Tuple of(Span.Builder span) {
    return org.assertj.core.api.Assertions.tuple(
        span.getSpanId(), span.getName(), span.getStartTimeUnixNano());
  }

  private static Span.Builder one(long trace, long id) {
    return span(trace, id, "post /", 0, 1000).addAttributes(attribute("items", integer(7)));
  }

  private static TraceId id(long low) {
    return new TraceId(0, low);
  }

  private SpanCopy copy(Encoding encoding, Set<TraceId> wanted) {
    return new SpanCopy(encoding, wanted::contains, totals);
  }
}
