package io.tracemill.connectors.jaeger;

import static io.tracemill.connectors.otlp.Requests.T0;
import static io.tracemill.connectors.otlp.Requests.attribute;
import static io.tracemill.connectors.otlp.Requests.attributes;
import static io.tracemill.connectors.otlp.Requests.link;
import static io.tracemill.connectors.otlp.Requests.request;
import static io.tracemill.connectors.otlp.Requests.resource;
import static io.tracemill.connectors.otlp.Requests.span;
import static io.tracemill.connectors.otlp.Requests.spanId;
import static io.tracemill.connectors.otlp.Requests.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.trace.v1.Span;
import io.tracemill.analysis.span.ReadSpan;
import io.tracemill.analysis.span.SpanKind;
import io.tracemill.connectors.decoding.Decoding;
import io.tracemill.connectors.decoding.RecordDecoder;
import io.tracemill.connectors.decoding.RecordDecoderContract;
import io.tracemill.connectors.encoding.RecordEncoder;
import io.tracemill.connectors.otlp.RandomRequests;
import io.tracemill.connectors.otlp.ReferenceOtlp;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/**
 * What holds for both encodings of one span a record. They cannot carry nanoseconds, lists as
 * attributes, nor attributes that are named like Jaeger's own tags.
 */
abstract class JaegerRecordContract extends RecordDecoderContract {
  private final RecordDecoder decoder = newDecoder();

  protected abstract RecordEncoder newEncoder();

  @Override
  protected List<byte[]> encode(ExportTraceServiceRequest request) {
    return newEncoder().encode(request, 1);
  }

  @Override
  protected boolean carriesInvalidSpans() {
    return false;
  }

  @Property(tries = 500)
  void spansComeBackAsOtlpHasThemButForTheirNanoseconds(@ForAll long seed) {
    ExportTraceServiceRequest request = RandomRequests.request(new Random(seed));
    List<ReadSpan> spans = new ArrayList<>();
    for (byte[] record : encode(request)) {
      spans.addAll(Decoding.of(decoder, record).spans());
    }

    ExportTraceServiceRequest expected = AsJaegerCarries.of(request);
    assertThat(spans).containsExactlyInAnyOrderElementsOf(ReferenceOtlp.decode(expected).spans());
  }

  @Test
  void attributesDoNotPassForWhatTagsMean() {
    ReadSpan read =
        only(
            span(1, 1, "a", 0, 1)
                .addAttributes(attribute("error", text("true")))
                .addAttributes(attribute("otel.status_code", text("ERROR")))
                .addAttributes(attribute("span.kind", text("consumer"))));

    assertThat(read.kind()).isEqualTo(SpanKind.UNSPECIFIED);
    assertThat(read.error()).isFalse();
  }

  @Test
  void everySpanIsARecordWithItsProcess() {
    assertThat(
            encode(
                request(
                    resource(
                        attributes("service.name", "cart"),
                        span(1, 1, "a", 0, 1),
                        span(1, 2, "b", 0, 1)))))
        .hasSize(2)
        .extracting(record -> Decoding.of(decoder, record).spans().get(0).service())
        .containsExactly("cart", "cart");
  }

  @Test
  void timesAreCutSoThatASpanStaysWithinItsParent() {
    Span.Builder span =
        span(1, 1, "a", 0, 0).setStartTimeUnixNano(T0 + 1999).setEndTimeUnixNano(T0 + 3001);

    assertThat(only(span).startNanos()).isEqualTo(T0 + 1000);
    assertThat(only(span).durationNanos()).isEqualTo(2000);
  }

  @Test
  void aZeroParentLeavesTheLinkToStandForOne() {
    ReadSpan read =
        only(
            span(1, 1, "a", 0, 1)
                .setParentSpanId(spanId(0))
                .addLinks(link(1, 1))
                .addLinks(link(1, 0))
                .addLinks(link(1, 6)));

    assertThat(read.parentId()).isEqualTo(6);
    assertThat(read.async()).isTrue();
  }

  private ReadSpan only(Span.Builder span) {
    byte[] record = encode(request(resource(attributes(), span))).get(0);
    return Decoding.of(decoder, record).spans().get(0);
  }

  @Property(tries = 300)
  void aRequestOfOtlpIsMalformed(@ForAll long seed) {
    ExportTraceServiceRequest request = RandomRequests.request(new Random(seed));

    assertThat(Decoding.of(decoder, request.toByteArray()).decoded()).isFalse();
  }

  @Test
  void anEmptyRecordIsMalformed() {
    assertThat(Decoding.of(decoder, new byte[0]).decoded()).isFalse();
  }
}
