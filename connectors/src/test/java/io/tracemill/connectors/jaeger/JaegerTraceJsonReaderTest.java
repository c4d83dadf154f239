package io.tracemill.connectors.jaeger;

import static io.tracemill.connectors.otlp.JsonRequests.utf8;
import static io.tracemill.connectors.otlp.Requests.attribute;
import static io.tracemill.connectors.otlp.Requests.attributes;
import static io.tracemill.connectors.otlp.Requests.integer;
import static io.tracemill.connectors.otlp.Requests.link;
import static io.tracemill.connectors.otlp.Requests.request;
import static io.tracemill.connectors.otlp.Requests.span;
import static io.tracemill.connectors.otlp.Requests.spanId;
import static io.tracemill.connectors.otlp.Requests.text;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.ByteString;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.InstrumentationScope;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.ScopeSpans;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Status;
import io.tracemill.connectors.decoding.Decoding;
import io.tracemill.connectors.decoding.MalformedRecordException;
import io.tracemill.connectors.otlp.ReferenceOtlp;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class JaegerTraceJsonReaderTest {
  private final JaegerTraceJsonReader reader = new JaegerTraceJsonReader();

  @Test
  void whatWasWrittenIsReadWhole() throws Exception {
    Span.Builder span =
        span(1, 2, "a", 0, 5)
            .setParentSpanId(spanId(1))
            .setKind(Span.SpanKind.SPAN_KIND_PRODUCER)
            .setTraceState("a=b")
            .setFlags(1)
            .setStatus(
                Status.newBuilder()
                    .setCode(Status.StatusCode.STATUS_CODE_ERROR)
                    .setMessage("timed out"))
            .addLinks(link(9, 8))
            .addAttributes(attribute("i", integer(5)))
            .addAttributes(attribute("b", AnyValue.newBuilder().setBoolValue(false).build()))
            .addAttributes(attribute("d", AnyValue.newBuilder().setDoubleValue(2).build()))
            .addAttributes(
                attribute(
                    "bytes",
                    AnyValue.newBuilder().setBytesValue(ByteString.copyFromUtf8("x")).build()))
            .addEvents(
                Span.Event.newBuilder()
                    .setTimeUnixNano(span(1, 1, "", 3, 3).getStartTimeUnixNano())
                    .setName("retry")
                    .addAttributes(attribute("n", integer(2))));
    ExportTraceServiceRequest request =
        request(
            ResourceSpans.newBuilder()
                .setResource(attributes("host.name", "h", "service.name", "cart"))
                .addScopeSpans(
                    ScopeSpans.newBuilder()
                        .setScope(InstrumentationScope.newBuilder().setName("http").setVersion("2"))
                        .addSpans(span))
                .build());

    assertThat(reader.read(element(request))).isEqualTo(request);
  }

  private static byte[] element(ExportTraceServiceRequest request) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JaegerDocumentWriter writer = new JaegerDocumentWriter(bytes)) {
      writer.write(request);
    }
    return utf8(new ObjectMapper().readTree(bytes.toString(UTF_8)).get("data").get(0).toString());
  }

  @Test
  void theUnitIsDecodedLikeTheRequestThatItBecomes() throws Exception {
    byte[] unit =
        utf8(
            """
            {"traceID":"abc","spans":[
               {"spanID":"1","startTime":1000,"duration":5,"processID":"p1","tags":[
                  {"key":"error","type":"string","value":"true"},
                  {"key":"version","type":"int64","value":"1"},
                  {"key":"version","type":"float64","value":2},
                  {"key":"http.status","type":"int64","value":12345678901234567890}],
                "references":[{"refType":"CHILD_OF","traceID":"fff","spanID":"3"},
                              {"refType":"FOLLOWS_FROM","spanID":"7"}]},
               {"traceID":"abc","spanID":"2","startTime":2000,"duration":5,"processID":"p9",
                "references":[{"refType":"CHILD_OF","traceID":"abc","spanID":"zz"}]},
               {"spanID":"123","startTime":9223372036854775807,"duration":5},
               {"spanID":"4","startTime":-5,"duration":10},
               {"spanID":"7","startTime":1,"duration":2,"processID":"p2","tags":[
                  {"key":"span.kind","value":"consumer"},
                  {"key":"otel.status_code","value":"OK"},
                  {"key":"version","type":"binary","value":"AAA="},{"key":"x","value":{}}]}],
             "processes":{"p1":{"serviceName":"cart","tags":[{"key":"ip","value":"10.0.0.1"},
                                                             {"key":"service.name","value":"x"}]},
                          "p2":{"serviceName":"","tags":[{"key":"hostname","value":"here"},
                                                         {"key":"http.status","value":3}]}}}
            """);

    assertThat(ReferenceOtlp.decode(reader.read(unit)).spans())
        .hasSize(2)
        .containsExactlyInAnyOrderElementsOf(
            Decoding.of(new JaegerTraceJsonDecoder(Decoding.RULES), unit).spans());
    assertThat(
            Decoding.rejected(
                io.tracemill.connectors.formats.Encoding.OTLP_PROTO.decoder(Decoding.RULES),
                reader.read(unit).toByteArray()))
        .isEqualTo(Decoding.rejected(new JaegerTraceJsonDecoder(Decoding.RULES), unit))
        .hasSize(3);
  }

  @Test
  void referencesToOtherTracesStayAsLinks() throws Exception {
    Span span =
        reader
            .read(
                utf8(
                    """
                    {"traceID":"1","spans":[{"spanID":"2","references":[
                       {"refType":"CHILD_OF","traceID":"1","spanID":"3"},
                       {"refType":"CHILD_OF","traceID":"9","spanID":"4"}]}]}"""))
            .getResourceSpans(0)
            .getScopeSpans(0)
            .getSpans(0);

    assertThat(span.getParentSpanId()).isEqualTo(spanId(3));
    assertThat(span.getLinksList())
        .containsExactly(
            link(9, 4).toBuilder()
                .addAttributes(attribute("opentracing.ref_type", text("child_of")))
                .build());
  }

  @Test
  void whatIsNoTraceIsMalformed() {
    assertThatThrownBy(() -> reader.read(utf8("[]")))
        .isInstanceOf(MalformedRecordException.class)
        .hasMessageStartingWith("an object expected");
  }
}
