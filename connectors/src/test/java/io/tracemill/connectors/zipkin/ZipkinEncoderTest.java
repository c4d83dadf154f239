package io.tracemill.connectors.zipkin;

import static io.tracemill.connectors.otlp.Requests.T0;
import static io.tracemill.connectors.otlp.Requests.attribute;
import static io.tracemill.connectors.otlp.Requests.attributes;
import static io.tracemill.connectors.otlp.Requests.link;
import static io.tracemill.connectors.otlp.Requests.request;
import static io.tracemill.connectors.otlp.Requests.resource;
import static io.tracemill.connectors.otlp.Requests.span;
import static io.tracemill.connectors.otlp.Requests.spanId;
import static io.tracemill.connectors.otlp.Requests.text;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.trace.v1.Status;
import io.tracemill.connectors.encoding.RecordEncoder;
import io.tracemill.connectors.encoding.ValidSpan;
import io.tracemill.connectors.otlp.RandomRequests;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import zipkin2.Span;
import zipkin2.codec.BytesDecoder;
import zipkin2.codec.SpanBytesDecoder;

class ZipkinEncoderTest {
  private static final long T0_MICROS = T0 / 1000;

  /** An encoder and what Zipkin's own collectors read with. */
  private record Encoding(RecordEncoder encoder, BytesDecoder<Span> zipkins) {
    List<Span> spans(ExportTraceServiceRequest request) {
      List<Span> spans = new ArrayList<>();
      for (byte[] record : encoder.encode(request, 1 << 20)) {
        zipkins.decodeList(record, spans);
      }
      return spans;
    }
  }

  private static final List<Encoding> ENCODINGS =
      List.of(
          new Encoding(ZipkinEncoder.json(), SpanBytesDecoder.JSON_V2),
          new Encoding(ZipkinEncoder.proto(), SpanBytesDecoder.PROTO3));

  @Test
  void nothingIsLeftBehindAListWhateverTheNames() {
    ExportTraceServiceRequest request =
        request(resource(attributes("service.name", "cart"), span(7, 1, "\u2028\u00e9\\", 0, 9)));

    assertThat(ZipkinEncoder.json().encode(request, 1 << 20))
        .singleElement()
        .satisfies(record -> assertThat(record).endsWith(']'));
  }

  @Test
  void zipkinsLibraryReadsWhatIsWritten() {
    io.opentelemetry.proto.trace.v1.Span.Builder span =
        span(7, 1, "get /cart", 0, 1500)
            .setParentSpanId(spanId(2))
            .setKindValue(3)
            .setStatus(Status.newBuilder().setCodeValue(2).setMessage("no"))
            .addAttributes(attribute("peer.service", text("db")))
            .addEvents(
                io.opentelemetry.proto.trace.v1.Span.Event.newBuilder()
                    .setName("retry")
                    .setTimeUnixNano(T0 + 7999));
    Span read =
        Span.newBuilder()
            .traceId("00000000000000000000000000000007")
            .id("1")
            .parentId("2")
            .kind(Span.Kind.CLIENT)
            .name("get /cart")
            .timestamp(T0_MICROS)
            .duration(1500)
            .localEndpoint(zipkin2.Endpoint.newBuilder().serviceName("cart").build())
            .remoteEndpoint(zipkin2.Endpoint.newBuilder().serviceName("db").build())
            .addAnnotation(T0_MICROS + 7, "retry")
            .putTag("k8s.pod.name", "cart-1")
            .putTag("peer.service", "db")
            .putTag("otel.status_code", "ERROR")
            .putTag("error", "no")
            .build();

    for (Encoding encoding : ENCODINGS) {
      assertThat(
              encoding.spans(
                  request(
                      resource(
                          attributes("service.name", "cart", "k8s.pod.name", "cart-1"), span))))
          .containsExactly(read);
    }
  }

  @Test
  void spansThatTheJobRejectsAreLeftOut() {
    ExportTraceServiceRequest request =
        request(
            resource(
                attributes(),
                span(0, 1, "trace", 0, 1),
                span(1, 0, "span", 0, 1),
                span(1, 1, "parent", 0, 1).setParentSpanId(spanId(1).substring(1)),
                span(1, 1, "backwards", 1, 0),
                span(1, 1, "timeless", 0, 1).setStartTimeUnixNano(0),
                span(1, 1, "good", 0, 0)));

    for (Encoding encoding : ENCODINGS) {
      assertThat(encoding.spans(request)).extracting(Span::name).containsExactly("good");
    }
  }

  @Test
  void anInternalSpanSaysSoInATag() {
    assertThat(tags(span(1, 1, "a", 0, 1).setKindValue(1)))
        .containsExactlyInAnyOrderEntriesOf(Map.of("span.kind", "internal"));
    assertThat(tags(span(1, 1, "a", 0, 1).setKindValue(2))).isEmpty();
  }

  @Test
  void attributesDoNotPassForWhatTagsMean() {
    assertThat(
            tags(
                span(1, 1, "a", 0, 1)
                    .addAttributes(attribute("error", text("false")))
                    .addAttributes(attribute("span.kind", text("client")))
                    .addAttributes(attribute("otel.status_code", text("ERROR")))
                    .addAttributes(attribute("host.name", text("elsewhere")))
                    .addAttributes(attribute("x", text("1")))))
        .isEqualTo(Map.of("x", "1"));
  }

  @Test
  void aStatusThatIsSetIsATag() {
    assertThat(tags(span(1, 1, "a", 0, 1).setStatus(Status.newBuilder().setCodeValue(1))))
        .isEqualTo(Map.of("otel.status_code", "OK"));
    assertThat(tags(span(1, 1, "a", 0, 1).setStatus(Status.newBuilder().setCodeValue(2))))
        .isEqualTo(Map.of("otel.status_code", "ERROR", "error", ""));
  }

  @Test
  void aSpanWithoutLengthHasNoDuration() {
    Span span = only(span(1, 1, "a", 5, 5).addEvents(event(9)));

    assertThat(span.timestampAsLong()).isEqualTo(T0_MICROS + 5);
    assertThat(span.duration()).isNull();
    assertThat(span.annotations()).isEmpty();
  }

  private static io.opentelemetry.proto.trace.v1.Span.Event event(long micros) {
    return io.opentelemetry.proto.trace.v1.Span.Event.newBuilder()
        .setName("e")
        .setTimeUnixNano(T0 + 1000 * micros)
        .build();
  }

  @Test
  void aParentThatOnlyALinkNamesIsNotCarried() {
    assertThat(only(span(1, 1, "a", 0, 1).addLinks(link(1, 2))).parentId()).isNull();
  }

  @Property(tries = 200)
  void recordsKeepToTheirSizeAndTheOrderOfTheSpans(@ForAll long seed) {
    Random random = new Random(seed);
    ExportTraceServiceRequest request = RandomRequests.request(random);
    for (RecordEncoder encoder : List.of(ZipkinEncoder.json(), ZipkinEncoder.proto())) {
      int maxBytes = 1 + random.nextInt(2000);
      List<byte[]> single = encoder.encode(request, 0);
      List<byte[]> records = encoder.encode(request, maxBytes);

      assertThat(single).hasSize(validSpans(request));
      for (byte[] record : records) {
        assertThat(record.length <= maxBytes || contains(single, record)).isTrue();
      }
      assertThat(joined(records)).isEqualTo(joined(single));
    }
  }

  private static int validSpans(ExportTraceServiceRequest request) {
    return (int)
        request.getResourceSpansList().stream()
            .flatMap(resource -> resource.getScopeSpansList().stream())
            .flatMap(scope -> scope.getSpansList().stream())
            .filter(ValidSpan::test)
            .count();
  }

  private static boolean contains(List<byte[]> records, byte[] record) {
    return records.stream().anyMatch(other -> Arrays.equals(other, record));
  }

  private static String joined(List<byte[]> records) {
    StringBuilder all = new StringBuilder();
    records.forEach(record -> all.append(new String(record, ISO_8859_1)));
    return all.toString().replace("][", ",");
  }

  private static Map<String, String> tags(io.opentelemetry.proto.trace.v1.Span.Builder span) {
    return only(span).tags();
  }

  private static Span only(io.opentelemetry.proto.trace.v1.Span.Builder span) {
    ExportTraceServiceRequest request = request(resource(attributes(), span));
    List<Span> json = ENCODINGS.get(0).spans(request);
    assertThat(ENCODINGS.get(1).spans(request)).isEqualTo(json);
    assertThat(json).hasSize(1);
    return json.get(0);
  }
}
