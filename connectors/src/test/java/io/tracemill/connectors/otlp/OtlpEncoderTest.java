package io.tracemill.connectors.otlp;

import static io.tracemill.connectors.otlp.Requests.attributes;
import static io.tracemill.connectors.otlp.Requests.request;
import static io.tracemill.connectors.otlp.Requests.resource;
import static io.tracemill.connectors.otlp.Requests.span;
import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.ScopeSpans;
import io.opentelemetry.proto.trace.v1.Span;
import io.tracemill.analysis.span.ReadSpan;
import io.tracemill.connectors.decoding.Decoding;
import io.tracemill.connectors.decoding.RecordDecoder;
import io.tracemill.connectors.formats.Encoding;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class OtlpEncoderTest {
  /** What belongs to a span of a request, in its order. */
  private record Owned(ResourceSpans resource, ScopeSpans scope, Span span) {
    static List<Owned> in(List<ExportTraceServiceRequest> requests) {
      List<Owned> spans = new ArrayList<>();
      for (ExportTraceServiceRequest request : requests) {
        for (ResourceSpans resource : request.getResourceSpansList()) {
          for (ScopeSpans scope : resource.getScopeSpansList()) {
            for (Span span : scope.getSpansList()) {
              spans.add(
                  new Owned(
                      resource.toBuilder().clearScopeSpans().build(),
                      scope.toBuilder().clearSpans().build(),
                      span));
            }
          }
        }
      }
      return spans;
    }
  }

  @Property(tries = 300)
  void aRequestThatFitsIsOneRecordAndComesBackWhole(@ForAll long seed) throws Exception {
    ExportTraceServiceRequest request = RandomRequests.request(new Random(seed));

    assertThat(encode(request, Integer.MAX_VALUE)).containsExactly(request);
    List<byte[]> json = OtlpEncoder.json().encode(request, Integer.MAX_VALUE);
    assertThat(json).hasSize(1);
    assertThat(decode(json)).isEqualTo(ReferenceOtlp.decode(PaddedIds.of(request)).spans());
  }

  @Property(tries = 100)
  void aRequestIsCutBetweenItsSpansInTheirOrder(@ForAll long seed) throws Exception {
    Random random = new Random(seed);
    ExportTraceServiceRequest request = RandomRequests.request(random);
    int maxBytes = 100 + random.nextInt(1000);

    List<ExportTraceServiceRequest> parts = encode(request, maxBytes);
    assertThat(Owned.in(parts)).isEqualTo(Owned.in(List.of(request)));
    for (ExportTraceServiceRequest part : parts) {
      assertThat(part.getSerializedSize() <= maxBytes || Owned.in(List.of(part)).size() <= 1)
          .isTrue();
    }
    List<byte[]> json = OtlpEncoder.json().encode(request, maxBytes);
    assertThat(decode(json))
        .containsExactlyInAnyOrderElementsOf(ReferenceOtlp.decode(PaddedIds.of(request)).spans());
  }

  @Test
  void aSpanThatIsTooLargeIsARecordOfItsOwn() throws Exception {
    ExportTraceServiceRequest request =
        request(
            resource(
                attributes("service.name", "cart"),
                span(1, 1, "short", 0, 1),
                span(1, 2, "long".repeat(1000), 0, 1),
                span(1, 3, "short", 0, 1)));

    assertThat(encode(request, 1000)).hasSize(3);
  }

  private static List<ExportTraceServiceRequest> encode(
      ExportTraceServiceRequest request, int maxBytes) throws Exception {
    List<ExportTraceServiceRequest> parts = new ArrayList<>();
    for (byte[] record : OtlpEncoder.proto().encode(request, maxBytes)) {
      parts.add(ExportTraceServiceRequest.parseFrom(record));
    }
    return parts;
  }

  private static List<ReadSpan> decode(List<byte[]> records) {
    RecordDecoder decoder = Encoding.OTLP_JSON.decoder(Decoding.RULES);
    return records.stream()
        .flatMap(record -> Decoding.of(decoder, record).spans().stream())
        .toList();
  }
}
