package io.tracemill.connectors.files;

import static io.tracemill.connectors.otlp.JsonRequests.utf8;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.tracemill.analysis.span.ReadSpan;
import io.tracemill.connectors.decoding.Decoding;
import io.tracemill.connectors.decoding.MalformedRecordException;
import io.tracemill.connectors.jaeger.JaegerDocumentWriter;
import io.tracemill.connectors.otlp.OtlpEncoder;
import io.tracemill.connectors.otlp.OtlpProtoDecoder;
import io.tracemill.connectors.otlp.RandomRequests;
import io.tracemill.connectors.otlp.Requests;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** What is replayed is what is analysed, whatever a unit is like. */
class UnitsReadWholeTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private static final String OTLP_SPAN =
      "{\"resourceSpans\":[{\"scopeSpans\":[{\"spans\":[{"
          + "\"traceId\":\"000000000000000000000000000000a1\",\"spanId\":\"00000000000000b2\","
          + "\"startTimeUnixNano\":\"1700000000000000000\",\"endTimeUnixNano\":1700000000000001000,"
          + "%s}]}]}]}";
  private static final String JAEGER_SPAN =
      "{\"traceID\":\"a1\",\"spans\":[{\"spanID\":\"b2\",\"startTime\":5,\"duration\":1,%s}]}";
  private static final String ZIPKIN_SPAN =
      "[{\"traceId\":\"a1\",\"id\":\"b2\",\"timestamp\":5,\"duration\":1,%s}]";

  @Property(tries = 1000)
  void mutatedJsonIsReadAsItIsDecoded(@ForAll long seed) throws Exception {
    Random random = new Random(seed);
    ExportTraceServiceRequest request = RandomRequests.request(random);
    assertReadAsDecoded(FileFormat.OTLP_JSON, MutatedJson.of(otlp(request), random));
    assertReadAsDecoded(FileFormat.JAEGER_JSON, MutatedJson.of(jaeger(request), random));
  }

  private static JsonNode otlp(ExportTraceServiceRequest request) throws IOException {
    return JSON.readTree(OtlpEncoder.json().encode(request, Integer.MAX_VALUE).get(0));
  }

  private static JsonNode jaeger(ExportTraceServiceRequest request) throws IOException {
    ByteArrayOutputStream document = new ByteArrayOutputStream();
    try (JaegerDocumentWriter writer = new JaegerDocumentWriter(document)) {
      writer.write(request);
    }
    JsonNode data = JSON.readTree(document.toByteArray()).get("data");
    return data.isEmpty() ? JSON.createObjectNode() : data.get(0);
  }

  @Property(tries = 500)
  void damagedProtobufIsReadAsItIsDecoded(@ForAll long seed) throws Exception {
    Random random = new Random(seed);
    byte[] unit = RandomRequests.request(random).toByteArray();
    for (int flips = random.nextInt(4); flips > 0 && unit.length > 0; flips--) {
      unit[random.nextInt(unit.length)] = (byte) random.nextInt();
    }
    assertReadAsDecoded(FileFormat.OTLP_PROTO, unit);
  }

  @Test
  void whatProtobufsParserRefusesIsMalformed() {
    byte[] request =
        Requests.request(
                Requests.resource(
                    Requests.attributes("service.name", "cart"), Requests.span(1, 1, "gét", 0, 1)))
            .toByteArray();
    byte[] unit =
        new String(request, ISO_8859_1)
            .replace(new String("é".getBytes(UTF_8), ISO_8859_1), "\u00FF\u00C3")
            .getBytes(ISO_8859_1);

    assertThatThrownBy(() -> FileFormat.OTLP_PROTO.reader(Decoding.RULES).read(unit))
        .isInstanceOf(MalformedRecordException.class)
        .hasMessageStartingWith("protobuf's parser: ");
  }

  @Test
  void membersThatNoDecoderLooksIntoAreReadOrLeftOut() throws Exception {
    for (String member :
        List.of(
            "\"droppedEventsCount\":\"x\"",
            "\"attributes\":[{\"key\":\"version\",\"value\":{\"boolValue\":\"true\"}}]",
            "\"attributes\":[{\"key\":\"x\",\"value\":{\"bytesValue\":\"%%\"}}]",
            "\"attributes\":[{\"key\":\"version\",\"value\":{\"stringValue\":null}}]",
            "\"events\":{}",
            "\"events\":[7,{\"name\":{\"a\":[1]},\"timeUnixNano\":[]}]")) {
      assertThat(assertReadAsDecoded(FileFormat.OTLP_JSON, utf8(OTLP_SPAN.replace("%s", member))))
          .as(member)
          .hasSize(1);
    }
    for (String member :
        List.of(
            "\"logs\":{}",
            "\"logs\":[3,{\"timestamp\":\"x\",\"fields\":{}},{\"fields\":[{\"key\":[[]]},5]}]",
            "\"flags\":\"x\"")) {
      assertThat(assertReadAsDecoded(FileFormat.JAEGER_JSON, utf8(JAEGER_SPAN.formatted(member))))
          .as(member)
          .hasSize(1);
    }
    for (String member :
        List.of("\"annotations\":[{\"timestamp\":9,\"value\":\"a\"}]", "\"unheardOf\":[7]")) {
      assertThat(assertReadAsDecoded(FileFormat.ZIPKIN_JSON, utf8(ZIPKIN_SPAN.formatted(member))))
          .as(member)
          .hasSize(1);
    }
  }

  @Test
  void aDocumentMayNameItsMembersAsRecordsDo() throws Exception {
    byte[] unit =
        utf8(
            """
            {"spans":[{"trace_id":"a1","span_id":"b2","operation_name":"get","start_time":5,
                       "duration":1,"process_id":"p"}],
             "processes":{"p":{"service_name":"cart"}}}""");

    assertThat(assertReadAsDecoded(FileFormat.JAEGER_JSON, unit))
        .extracting(span -> span.service() + span.operation() + span.spanId())
        .containsExactly("cartget178");
  }

  /** The spans of the unit, which are the same on both ways. */
  private static List<ReadSpan> assertReadAsDecoded(FileFormat format, byte[] unit)
      throws MalformedRecordException {
    Decoding decoded = Decoding.of(format.decoder(Decoding.RULES), unit);
    if (!decoded.decoded()) {
      assertThatThrownBy(() -> format.reader(Decoding.RULES).read(unit))
          .isInstanceOf(MalformedRecordException.class)
          .hasMessage(decoded.reason());
      return List.of();
    }
    byte[] record;
    try {
      record = format.reader(Decoding.RULES).read(unit).toByteArray();
    } catch (MalformedRecordException e) {
      assertThat(format).isEqualTo(FileFormat.OTLP_PROTO);
      assertThat(e.reason()).startsWith("protobuf's parser: ");
      return List.of();
    }
    List<ReadSpan> spans = new ArrayList<>(decoded.spans());
    assertThat(Decoding.of(new OtlpProtoDecoder(Decoding.RULES), record).spans())
        .as(new String(unit, UTF_8))
        .containsExactlyInAnyOrderElementsOf(spans);
    assertThat(Decoding.rejected(new OtlpProtoDecoder(Decoding.RULES), record))
        .isEqualTo(Decoding.rejected(format.decoder(Decoding.RULES), unit));
    return spans;
  }
}
