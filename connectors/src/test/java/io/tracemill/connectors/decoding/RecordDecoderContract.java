package io.tracemill.connectors.decoding;

import static io.tracemill.connectors.otlp.Requests.T0;
import static io.tracemill.connectors.otlp.Requests.attribute;
import static io.tracemill.connectors.otlp.Requests.attributes;
import static io.tracemill.connectors.otlp.Requests.integer;
import static io.tracemill.connectors.otlp.Requests.link;
import static io.tracemill.connectors.otlp.Requests.request;
import static io.tracemill.connectors.otlp.Requests.resource;
import static io.tracemill.connectors.otlp.Requests.span;
import static io.tracemill.connectors.otlp.Requests.spanId;
import static io.tracemill.connectors.otlp.Requests.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.protobuf.ByteString;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Status;
import io.tracemill.analysis.span.ReadSpan;
import io.tracemill.analysis.span.RejectReason;
import io.tracemill.analysis.span.SpanKind;
import io.tracemill.analysis.span.TraceId;
import io.tracemill.connectors.otlp.RandomRequests;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** What every decoder makes of the same spans, whatever they are encoded in. */
public abstract class RecordDecoderContract {
  private static final String[] CART = {"service.name", "cart", "host.name", "h1"};

  private final RecordDecoder decoder = newDecoder();

  protected abstract RecordDecoder newDecoder();

  /** The records that a sender of this encoding would have written. */
  protected abstract List<byte[]> encode(ExportTraceServiceRequest request);

  /** Whether the encoding has links between spans. */
  protected boolean carriesLinks() {
    return true;
  }

  /** Whether the encoding has a form for spans that break a rule. */
  protected boolean carriesInvalidSpans() {
    return true;
  }

  private List<ReadSpan> decode(ExportTraceServiceRequest request) {
    List<ReadSpan> spans = new ArrayList<>();
    for (byte[] record : encode(request)) {
      Decoding decoding = Decoding.of(decoder, record);
      assertThat(decoding.reason()).isEmpty();
      spans.addAll(decoding.spans());
    }
    return spans;
  }

  private ReadSpan decodeOnly(Span.Builder span) {
    List<ReadSpan> spans = decode(request(resource(attributes(CART), span)));
    assertThat(spans).hasSize(1);
    return spans.get(0);
  }

  @Test
  void aSpanComesOutWhole() {
    Span.Builder span =
        span(7, 1, "get /cart", 0, 1500)
            .setParentSpanId(spanId(2))
            .setKind(Span.SpanKind.SPAN_KIND_SERVER)
            .setStatus(Status.newBuilder().setCode(Status.StatusCode.STATUS_CODE_ERROR))
            .addAttributes(attribute("other", text("dropped")))
            .addAttributes(attribute("version", text("v2")));

    assertThat(decodeOnly(span))
        .isEqualTo(
            new ReadSpan(
                new TraceId(0, 7),
                "cart",
                "h1",
                1,
                2,
                false,
                SpanKind.SERVER,
                true,
                T0,
                1_500_000,
                "get /cart",
                Map.of(0, "v2")));
  }

  @Test
  void aServersHttpStatusFrom500OnIsAnError() {
    for (String key : List.of("http.response.status_code", "http.status_code")) {
      assertThat(answered(SpanKind.SERVER, key, integer(503)).error()).isTrue();
      assertThat(answered(SpanKind.SERVER, key, text("500")).error()).isTrue();
      assertThat(answered(SpanKind.SERVER, key, integer(499)).error()).isFalse();
      assertThat(answered(SpanKind.SERVER, key, text("all of 500")).error()).isFalse();
      assertThat(answered(SpanKind.CLIENT, key, integer(503)).error()).isFalse();
    }
    assertThat(answered(SpanKind.SERVER, "http.status", integer(503)).error()).isFalse();
    assertThat(answered(SpanKind.SERVER, "other", integer(503)).error()).isFalse();
  }

  @Test
  void aGrpcStatusIsAnErrorUnlessAServersCallerIsAtFault() {
    String key = "rpc.grpc.status_code";
    assertThat(answered(SpanKind.CLIENT, key, integer(5)).error()).isTrue();
    assertThat(answered(SpanKind.CLIENT, key, text("13")).error()).isTrue();
    assertThat(answered(SpanKind.CLIENT, key, integer(0)).error()).isFalse();
    assertThat(answered(SpanKind.SERVER, key, integer(5)).error()).isFalse();
    assertThat(answered(SpanKind.SERVER, key, integer(13)).error()).isTrue();
  }

  @Test
  void anExplicitOkIsNoErrorWhateverTheHttpStatus() {
    Span.Builder span =
        span(1, 1, "a", 0, 1)
            .setKind(Span.SpanKind.SPAN_KIND_SERVER)
            .addAttributes(attribute("http.status_code", integer(503)));
    assertThat(decodeOnly(span).error()).isTrue();
    span.setStatus(Status.newBuilder().setCode(Status.StatusCode.STATUS_CODE_OK));
    assertThat(decodeOnly(span).error()).isEqualTo(!carriesOk());
  }

  /** Whether the encoding, as these tests write it, has an explicit status of OK. */
  protected boolean carriesOk() {
    return true;
  }

  private ReadSpan answered(SpanKind kind, String key, AnyValue status) {
    return decodeOnly(
        span(1, 1, "a", 0, 1).setKindValue(kind.ordinal()).addAttributes(attribute(key, status)));
  }

  @Test
  void everyKindIsKnown() {
    for (SpanKind kind : SpanKind.values()) {
      assertThat(decodeOnly(span(1, 1, "a", 0, 1).setKindValue(kind.ordinal())).kind())
          .isEqualTo(kind);
    }
  }

  @Test
  void namesMayBeAnyText() {
    for (String name : List.of("", "\"quoted\\\"", "naïve", "日本", "😀", "a\nb\u0000", "/")) {
      assertThat(decodeOnly(span(1, 1, name, 0, 1)).operation()).isEqualTo(name);
    }
  }

  @Test
  void spansOfSeveralTracesAndResourcesAreToldApart() {
    ExportTraceServiceRequest request =
        request(
            resource(attributes(CART), span(1, 1, "a", 0, 9), span(2, 2, "b", 0, 9)),
            resource(attributes("service.name", "db"), span(1, 3, "c", 1, 2)));

    assertThat(decode(request))
        .extracting(span -> span.traceId().low() + span.service() + span.host() + span.operation())
        .containsExactlyInAnyOrder("1carth1a", "2carth1b", "1dbc");
  }

  @Test
  void aServiceWithoutANameIsUnknown() {
    ExportTraceServiceRequest request =
        request(
            resource(attributes(), span(1, 1, "a", 0, 1)),
            resource(attributes("service.name", ""), span(1, 2, "b", 0, 1)));

    assertThat(decode(request))
        .extracting(ReadSpan::service)
        .containsExactly("unknown_service", "unknown_service");
  }

  @Test
  void theHostIsThePodWhereItHasNoName() {
    ExportTraceServiceRequest request =
        request(
            resource(attributes("k8s.pod.name", "pod", "host.name", "h1"), span(1, 1, "a", 0, 1)),
            resource(attributes("k8s.pod.name", "pod", "host.name", ""), span(1, 2, "b", 0, 1)));

    assertThat(decode(request)).extracting(ReadSpan::host).containsExactly("h1", "pod");
  }

  @Test
  void aSpansAttributeWinsOverItsResources() {
    ExportTraceServiceRequest request =
        request(
            resource(
                attributes("version", "v1", "http.status", "0"),
                span(1, 1, "a", 0, 1).addAttributes(attribute("version", text("v2"))),
                span(1, 2, "b", 0, 1)));

    assertThat(decode(request))
        .extracting(ReadSpan::attributes)
        .containsExactlyInAnyOrder(Map.of(0, "v2", 1, "0"), Map.of(0, "v1", 1, "0"));
  }

  @Test
  void numbersAndBooleansAreAttributesToo() {
    assertThat(statusOf(integer(-404))).isEqualTo("-404");
    assertThat(statusOf(AnyValue.newBuilder().setBoolValue(true).build())).isEqualTo("true");
    assertThat(statusOf(AnyValue.newBuilder().setDoubleValue(0.25).build())).isEqualTo("0.25");
    assertThat(statusOf(text(""))).isEmpty();
  }

  private String statusOf(AnyValue value) {
    return decodeOnly(span(1, 1, "a", 0, 1).addAttributes(attribute("http.status", value)))
        .attributes()
        .getOrDefault(1, "none");
  }

  @Test
  void aLinkWithinTheTraceStandsForAMissingParent() {
    assumeTrue(carriesLinks());
    ReadSpan read = decodeOnly(span(1, 1, "a", 0, 1).addLinks(link(2, 5)).addLinks(link(1, 6)));

    assertThat(read.parentId()).isEqualTo(6);
    assertThat(read.async()).isTrue();
  }

  @Test
  void aParentWinsOverALink() {
    ReadSpan read =
        decodeOnly(span(1, 1, "a", 0, 1).setParentSpanId(spanId(4)).addLinks(link(1, 6)));

    assertThat(read.parentId()).isEqualTo(4);
    assertThat(read.async()).isFalse();
  }

  @Test
  void aLinkToAnotherTraceIsNoParent() {
    assertThat(decodeOnly(span(1, 1, "a", 0, 1).addLinks(link(2, 6))).parentId()).isZero();
  }

  @Test
  void spansThatBreakARuleAreRejectedAlone() {
    assertRejected(RejectReason.INVALID_TRACE_ID, span(0, 1, "a", 0, 1));
    assertRejected(RejectReason.INVALID_SPAN_ID, span(1, 0, "a", 0, 1));
    assertRejected(RejectReason.INVALID_SPAN_ID, span(1, 1, "a", 0, 1).setSpanId(ByteString.EMPTY));
    assertRejected(RejectReason.NEGATIVE_DURATION, span(1, 1, "a", 1, 0));
  }

  private void assertRejected(RejectReason reason, Span.Builder span) {
    ExportTraceServiceRequest request =
        request(resource(attributes(CART), span, span(9, 9, "b", 0, 1)));

    assertThat(decode(request)).extracting(ReadSpan::operation).containsExactly("b");
    if (carriesInvalidSpans()) {
      assertThat(encode(request))
          .flatExtracting(record -> Decoding.rejected(decoder, record))
          .containsExactly(reason);
    }
  }

  @Test
  void aDecoderForgetsTheRecordBefore() {
    byte[] record = encode(request(resource(attributes(), span(1, 1, "a", 0, 1)))).get(0);
    Decoding first = Decoding.of(decoder, record);
    decode(
        request(
            resource(
                attributes("service.name", "x", "host.name", "y", "version", "z"),
                span(1, 2, "b", 0, 1).setParentSpanId(spanId(3)).addLinks(link(1, 4)))));
    Decoding.of(decoder, Arrays.copyOf(record, record.length / 2));

    assertThat(Decoding.of(decoder, record)).isEqualTo(first);
  }

  @Property(tries = 300)
  void noBytesMakeADecoderThrow(@ForAll byte[] garbage) {
    assertSound(Decoding.of(decoder, garbage));
  }

  @Property(tries = 50)
  void noDamageMakesADecoderThrow(@ForAll long seed) {
    Random random = new Random(seed);
    for (byte[] record : encode(RandomRequests.request(random))) {
      assertThat(Decoding.of(decoder, record).reason()).isEmpty();
      damage(record, random);
    }
  }

  private void damage(byte[] record, Random random) {
    for (int i = 0; i < 20; i++) {
      byte[] damaged = Arrays.copyOf(record, random.nextInt(record.length + 1));
      for (int flips = random.nextInt(4); flips > 0 && damaged.length > 0; flips--) {
        damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
      }
      assertSound(Decoding.of(decoder, damaged));
    }
  }

  private static void assertSound(Decoding decoding) {
    assertThat(decoding.reason())
        .hasSizeLessThanOrEqualTo(DecodeResult.Malformed.MAX_REASON)
        .doesNotContain("\n", "parser failed");
    assertThat(decoding.decoded()).isEqualTo(decoding.reason().isEmpty());
  }
}
