package io.tracemill.connectors.zipkin;

import static io.tracemill.connectors.otlp.Requests.attributes;
import static io.tracemill.connectors.otlp.Requests.request;
import static io.tracemill.connectors.otlp.Requests.resource;
import static io.tracemill.connectors.otlp.Requests.spanId;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.ScopeSpans;
import io.tracemill.analysis.span.ReadSpan;
import io.tracemill.analysis.span.SpanKind;
import io.tracemill.analysis.span.TraceId;
import io.tracemill.connectors.decoding.Decoding;
import io.tracemill.connectors.decoding.RecordDecoder;
import io.tracemill.connectors.decoding.RecordDecoderContract;
import io.tracemill.connectors.encoding.RecordEncoder;
import io.tracemill.connectors.encoding.ValidSpan;
import io.tracemill.connectors.otlp.RandomRequests;
import io.tracemill.connectors.otlp.ReferenceOtlp;
import io.tracemill.connectors.otlp.Requests;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import zipkin2.Endpoint;
import zipkin2.Span;
import zipkin2.codec.BytesDecoder;
import zipkin2.codec.BytesEncoder;

/** What both encodings of Zipkin's spans are read as, also when Zipkin's own library wrote them. */
abstract class ZipkinDecoderContract extends RecordDecoderContract {
  private static final long T0_MICROS = 1_700_000_000_000_000L;

  private final RecordDecoder decoder = newDecoder();

  protected abstract RecordEncoder encoder();

  protected abstract BytesEncoder<Span> zipkins();

  protected abstract BytesDecoder<Span> zipkinsDecoder();

  /** A record without any span. */
  protected abstract byte[] emptyList();

  @Override
  protected List<byte[]> encode(ExportTraceServiceRequest request) {
    List<byte[]> records = encoder().encode(request, Integer.MAX_VALUE);
    assertThat(records).hasSizeLessThanOrEqualTo(1);
    return records.isEmpty() ? List.of(emptyList()) : records;
  }

  @Override
  protected boolean carriesLinks() {
    return false;
  }

  @Override
  protected boolean carriesInvalidSpans() {
    return false;
  }

  @Property(tries = 500)
  void whatIsEncodedIsDecodedToTheMicrosecond(@ForAll long seed) {
    ExportTraceServiceRequest request = RandomRequests.request(new Random(seed));

    Decoding decoding = Decoding.of(decoder, encode(request).get(0));

    assertThat(decoding.reason()).isEmpty();
    assertThat(decoding.spans())
        .isEqualTo(
            ReferenceOtlp.decode(carried(request)).spans().stream()
                .map(ZipkinDecoderContract::inSmallLetters)
                .toList());
  }

  /** Zipkin's library writes names of services and operations in small letters. */
  private static ReadSpan inSmallLetters(ReadSpan span) {
    return new ReadSpan(
        span.traceId(),
        span.service().toLowerCase(Locale.ROOT),
        span.host(),
        span.spanId(),
        span.parentId(),
        span.async(),
        span.kind(),
        span.error(),
        span.startNanos(),
        span.durationNanos(),
        span.operation().toLowerCase(Locale.ROOT),
        span.attributes());
  }

  /** Without what Zipkin's format cannot carry. */
  private ExportTraceServiceRequest carried(ExportTraceServiceRequest request) {
    ExportTraceServiceRequest.Builder carried = request.toBuilder();
    for (ResourceSpans.Builder resource : carried.getResourceSpansBuilderList()) {
      for (ScopeSpans.Builder scope : resource.getScopeSpansBuilderList()) {
        List<io.opentelemetry.proto.trace.v1.Span> valid =
            scope.getSpansList().stream().filter(ValidSpan::test).toList();
        scope.clearSpans().addAllSpans(valid);
        for (io.opentelemetry.proto.trace.v1.Span.Builder span : scope.getSpansBuilderList()) {
          span.setStartTimeUnixNano(span.getStartTimeUnixNano() / 1000 * 1000);
          span.setEndTimeUnixNano(span.getEndTimeUnixNano() / 1000 * 1000);
          span.clearLinks();
          if (span.getParentSpanId().equals(span.getSpanId())) {
            span.setParentSpanId(ByteString.EMPTY);
          }
        }
      }
    }
    return carried.build();
  }

  @Test
  void anEmptyListHasNoSpans() {
    assertThat(Decoding.of(decoder, emptyList()).decoded()).isTrue();
  }

  @Test
  void aSpanOfZipkinsLibraryComesOutWhole() {
    Span span =
        span()
            .parentId("2")
            .name("get /cart")
            .kind(Span.Kind.SERVER)
            .timestamp(T0_MICROS)
            .duration(1500)
            .localEndpoint(Endpoint.newBuilder().serviceName("cart").ip("10.1.2.255").build())
            .remoteEndpoint(Endpoint.newBuilder().serviceName("shop").port(8080).build())
            .addAnnotation(T0_MICROS + 3000, "ws")
            .putTag("version", "v2")
            .putTag("error", "timeout")
            .putTag("other", "dropped")
            .debug(true)
            .shared(true)
            .build();

    ReadSpan read =
        new ReadSpan(
            new TraceId(0, 0xA1),
            "cart",
            "10.1.2.255",
            1,
            2,
            false,
            SpanKind.SERVER,
            true,
            T0_MICROS * 1000,
            1_500_000,
            "get /cart",
            Map.of(0, "v2"));
    assertThat(only(span)).isEqualTo(read);
  }

  /** Zipkin's own library cannot write such a span: its builder forgets the parent. */
  @Test
  void aSpanThatNamesItselfAsItsParentIsARoot() {
    byte[] record =
        encode(
                request(
                    resource(
                        attributes(), Requests.span(1, 7, "a", 0, 1).setParentSpanId(spanId(7)))))
            .get(0);

    assertThat(zipkinsDecoder().decodeList(record)).extracting(Span::parentId).containsOnlyNulls();
    assertThat(Decoding.of(decoder, record).spans())
        .extracting(ReadSpan::parentId)
        .containsExactly(0L);
  }

  @Test
  void traceIdsHave64Or128Bits() {
    assertThat(only(span().traceId("a").build()).traceId()).isEqualTo(new TraceId(0, 10));
    assertThat(only(span().traceId("1000000000000000a").build()).traceId())
        .isEqualTo(new TraceId(1, 10));
  }

  @Test
  void namesMayBeAbsent() {
    ReadSpan read = only(span().localEndpoint(null).build());

    assertThat(read.operation()).isEmpty();
    assertThat(read.service()).isEqualTo("unknown_service");
    assertThat(read.host()).isEmpty();
    assertThat(read.kind()).isEqualTo(SpanKind.UNSPECIFIED);
  }

  @Test
  void everyKindOfZipkinsIsKnown() {
    for (Span.Kind kind : Span.Kind.values()) {
      assertThat(only(span().kind(kind).build()).kind().name()).isEqualTo(kind.name());
    }
  }

  @Test
  void aTagTellsTheKindOfASpanThatHasNone() {
    assertThat(only(span().putTag("span.kind", "internal").build()).kind())
        .isEqualTo(SpanKind.INTERNAL);
    assertThat(only(span().kind(Span.Kind.CLIENT).putTag("span.kind", "internal").build()).kind())
        .isEqualTo(SpanKind.CLIENT);
    assertThat(only(span().putTag("span.kind", "strange").build()).kind())
        .isEqualTo(SpanKind.UNSPECIFIED);
  }

  @Test
  void theHostIsATagsElseTheAddress() {
    Span.Builder span = span().localEndpoint(Endpoint.newBuilder().ip("10.0.0.1").build());
    assertThat(only(span.build()).host()).isEqualTo("10.0.0.1");
    for (String key : List.of("hostname", "service.instance.id", "k8s.pod.name", "host.name")) {
      assertThat(only(span.putTag(key, key).build()).host()).isEqualTo(key);
    }
  }

  @Test
  void addressesOfVersion6HaveTheTextThatZipkinGivesThem() {
    for (String address :
        List.of(
            "2001:db8::c001",
            "::1",
            "1::",
            "1:2:0:4:5:6:7:8",
            "1:0:0:4:0:0:7:8",
            "1:0:3:0:0:0:7:8",
            "1:2:3:4:5:6:7:8",
            "fe80::abcd:ef01:0:203",
            "0:2:3:4:5:6:7:0")) {
      Endpoint endpoint = Endpoint.newBuilder().ip(address).build();
      assertThat(only(span().localEndpoint(endpoint).build()).host()).isEqualTo(endpoint.ipv6());
    }
  }

  @Test
  void theErrorTagCountsWhateverItsValueUnlessItIsFalse() {
    assertThat(only(span().putTag("error", "false").build()).error()).isFalse();
    assertThat(only(span().putTag("error", "timeout").build()).error()).isTrue();
    assertThat(only(span().putTag("error", "").build()).error()).isTrue();
    assertThat(only(span().putTag("otel.status_code", "ERROR").build()).error()).isTrue();
    assertThat(only(span().putTag("otel.status_code", "OK").build()).error()).isFalse();
  }

  @Test
  void annotationsTellTimesThatAreMissing() {
    Span.Builder span = Span.newBuilder().traceId("1").id("2").addAnnotation(T0_MICROS + 5, "b");
    assertThat(only(span.build()).startNanos()).isEqualTo((T0_MICROS + 5) * 1000);
    assertThat(only(span.build()).durationNanos()).isZero();

    span.addAnnotation(T0_MICROS, "a");
    assertThat(only(span.build()).startNanos()).isEqualTo(T0_MICROS * 1000);
    assertThat(only(span.build()).durationNanos()).isEqualTo(5000);
  }

  @Test
  void aSpanThatNothingTellsTheStartOfMayBeAPartOfAnother() {
    ReadSpan timeless = only(Span.newBuilder().traceId("1").id("2").duration(7).build());

    assertThat(timeless.startNanos()).isZero();
    assertThat(timeless.durationNanos()).isEqualTo(7000);
  }

  @Test
  void neighboursOfOneServiceShareIt() {
    Span.Builder span = span().localEndpoint(Endpoint.newBuilder().serviceName("cart").build());
    Span other = span().localEndpoint(Endpoint.newBuilder().serviceName("db").build()).build();
    int one = size(span.build());
    int another = size(span.build(), span.build()) - one;

    assertThat(another).isLessThan(one - "cart".length());
    assertThat(spans(span.build(), other, other, span.build()))
        .extracting(ReadSpan::service)
        .containsExactly("cart", "db", "db", "cart");
  }

  private int size(Span... spans) {
    return Decoding.of(decoder, zipkins().encodeList(Arrays.asList(spans)))
        .fragments()
        .get(0)
        .length();
  }

  private static Span.Builder span() {
    return Span.newBuilder().traceId("a1").id("1").timestamp(T0_MICROS).duration(1);
  }

  private ReadSpan only(Span span) {
    List<ReadSpan> spans = spans(span);
    assertThat(spans).hasSize(1);
    return spans.get(0);
  }

  private List<ReadSpan> spans(Span... spans) {
    Decoding decoding = Decoding.of(decoder, zipkins().encodeList(Arrays.asList(spans)));
    assertThat(decoding.reason()).isEmpty();
    return decoding.spans();
  }
}
