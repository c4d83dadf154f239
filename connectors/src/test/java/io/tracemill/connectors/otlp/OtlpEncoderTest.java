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
import io.tracemill.connectors.formats.Encoding;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class OtlpEncoderTest {
  private static final List<Encoding> ENCODINGS = List.of(Encoding.OTLP_PROTO, Encoding.OTLP_JSON);

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

    assertThat(encode(Encoding.OTLP_PROTO, request, Integer.MAX_VALUE)).containsExactly(request);
    assertThat(encode(Encoding.OTLP_JSON, request, Integer.MAX_VALUE))
        .containsExactly(WithoutUnknownFields.of(request));
  }

  @Property(tries = 100)
  void aRequestIsCutBetweenItsSpansInTheirOrder(@ForAll long seed) throws Exception {
    Random random = new Random(seed);
    ExportTraceServiceRequest request = WithoutUnknownFields.of(RandomRequests.request(random));
    int maxBytes = 100 + random.nextInt(1000);

    for (Encoding encoding : ENCODINGS) {
      List<ExportTraceServiceRequest> parts = encode(encoding, request, maxBytes);
      assertThat(Owned.in(parts)).isEqualTo(Owned.in(List.of(request)));
      for (byte[] record : encoding.encoder().encode(request, maxBytes)) {
        int spans = Owned.in(List.of(read(encoding, record))).size();
        assertThat(record.length <= maxBytes || spans <= 1).isTrue();
      }
    }
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

    assertThat(encode(Encoding.OTLP_PROTO, request, 1000)).hasSize(3);
  }

  private static List<ExportTraceServiceRequest> encode(
      Encoding encoding, ExportTraceServiceRequest request, int maxBytes) throws Exception {
    List<ExportTraceServiceRequest> parts = new ArrayList<>();
    for (byte[] record : encoding.encoder().encode(request, maxBytes)) {
      parts.add(read(encoding, record));
    }
    return parts;
  }

  private static ExportTraceServiceRequest read(Encoding encoding, byte[] record) throws Exception {
    return encoding == Encoding.OTLP_JSON
        ? new OtlpJsonReader().read(record)
        : ExportTraceServiceRequest.parseFrom(record);
  }
}
