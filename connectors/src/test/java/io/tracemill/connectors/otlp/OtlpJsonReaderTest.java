package io.tracemill.connectors.otlp;

import static io.tracemill.connectors.otlp.Requests.attributes;
import static io.tracemill.connectors.otlp.Requests.request;
import static io.tracemill.connectors.otlp.Requests.resource;
import static io.tracemill.connectors.otlp.Requests.span;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Status;
import io.tracemill.connectors.decoding.Decoding;
import io.tracemill.connectors.decoding.MalformedRecordException;
import io.tracemill.connectors.formats.Encoding;
import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class OtlpJsonReaderTest {
  private final OtlpJsonReader reader = new OtlpJsonReader();

  @Test
  void everyWayToWriteASpanIsRead() throws Exception {
    Span span =
        readOnly(
            """
            {"traceId": "00000000000000000000000000000ABC", "spanId": "00000000000000ff",
             "parentSpanId": null, "name": "a\\ud800b", "kind": "SPAN_KIND_CLIENT", "flags": 4294967295,
             "startTimeUnixNano": 17, "endTimeUnixNano": "18446744073709551615",
             "attributes": [
               {"key": "s", "value": {"stringValue": "x"}}, {"key": "i", "value": {"intValue": "-5"}},
               {"key": "b", "value": {"boolValue": true}}, {"key": "d", "value": {"doubleValue": "NaN"}},
               {"key": "y", "value": {"bytesValue": "AQI="}},
               {"key": "l", "value": {"arrayValue": {"values": [{"intValue": 1}]}}}],
             "status": {"code": 2, "message": "m"}, "unheardOf": [{"a": 1}],
             "events": [{"timeUnixNano": "18", "name": "e"}]}
            """);

    assertThat(span.getTraceId()).isEqualTo(Requests.traceId(0xABC));
    assertThat(span.getSpanId()).isEqualTo(Requests.spanId(255));
    assertThat(span.getParentSpanId()).isEqualTo(ByteString.EMPTY);
    assertThat(span.getName()).isEqualTo("a?b");
    assertThat(span.getKind()).isEqualTo(Span.SpanKind.SPAN_KIND_CLIENT);
    assertThat(span.getFlags()).isEqualTo(-1);
    assertThat(span.getStartTimeUnixNano()).isEqualTo(17);
    assertThat(span.getEndTimeUnixNano()).isEqualTo(-1);
    assertThat(span.getAttributesList())
        .extracting(attribute -> attribute.getValue().getValueCase())
        .containsExactly(
            AnyValue.ValueCase.STRING_VALUE,
            AnyValue.ValueCase.INT_VALUE,
            AnyValue.ValueCase.BOOL_VALUE,
            AnyValue.ValueCase.DOUBLE_VALUE,
            AnyValue.ValueCase.BYTES_VALUE,
            AnyValue.ValueCase.ARRAY_VALUE);
    assertThat(span.getStatus().getCode()).isEqualTo(Status.StatusCode.STATUS_CODE_ERROR);
    assertThat(span.getEvents(0).getName()).isEqualTo("e");
  }

  @Test
  void anIdThatIsNotHexadecimalStaysInvalid() throws Exception {
    Span span = readOnly("{\"traceId\": \"xyz\", \"spanId\": \"1\", \"parentSpanId\": \"?\"}");

    assertThat(span.getTraceId().size()).isEqualTo(1);
    assertThat(span.getSpanId().size()).isEqualTo(1);
    assertThat(span.getParentSpanId().size()).isEqualTo(1);
  }

  private Span readOnly(String span) throws MalformedRecordException {
    String unit = "{\"resourceSpans\": [{\"scopeSpans\": [{\"spans\": [" + span + "]}]}]}";
    return reader.read(unit.getBytes(UTF_8)).getResourceSpans(0).getScopeSpans(0).getSpans(0);
  }

  @Test
  void valuesThatLieTooDeepForProtobufAreLeftOut() throws Exception {
    int depth = 200;
    String value = "{\"arrayValue\": {\"values\": [".repeat(depth) + "]}}".repeat(depth);
    Span span = readOnly("{\"attributes\": [{\"key\": \"k\", \"value\": " + value + "}]}");

    assertThat(Span.parseFrom(span.toByteArray())).isEqualTo(span);
  }

  @Test
  void aUnitThatIsNoRequestIsMalformed() {
    for (String unit : new String[] {"", "[]", "null", "{", "{} {}"}) {
      assertThatThrownBy(() -> reader.read(unit.getBytes(UTF_8)))
          .as(unit)
          .isInstanceOf(MalformedRecordException.class);
    }
  }

  @Property(tries = 300)
  void whatIsReadDecodesLikeTheOriginal(@ForAll long seed) throws Exception {
    byte[] unit = JsonRequests.utf8(JsonRequests.otlp(RandomRequests.request(new Random(seed))));
    byte[] again = reader.read(unit).toByteArray();

    assertThat(decode(Encoding.OTLP_PROTO, again)).isEqualTo(decode(Encoding.OTLP_JSON, unit));
  }

  @Property(tries = 300)
  void damagedUnitsAreReadOrMalformed(@ForAll long seed) {
    Random random = new Random(seed);
    byte[] unit = JsonRequests.utf8(JsonRequests.otlp(RandomRequests.request(random)));
    byte[] damaged = Arrays.copyOf(unit, random.nextInt(unit.length + 1));
    for (int flips = random.nextInt(4); flips > 0 && damaged.length > 0; flips--) {
      damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
    }
    try {
      assertThat(reader.read(damaged)).isNotNull();
    } catch (MalformedRecordException e) {
      assertThat(e.reason()).isNotBlank().doesNotContain("parser failed");
    }
  }

  @Test
  void spansOfARequestStayWithTheirResource() throws Exception {
    var request = request(resource(attributes("service.name", "cart"), span(1, 1, "a", 0, 9)));

    assertThat(reader.read(JsonRequests.utf8(JsonRequests.otlp(request))).getResourceSpans(0))
        .extracting(spans -> spans.getResource())
        .isEqualTo(request.getResourceSpans(0).getResource());
  }

  private static Decoding decode(Encoding encoding, byte[] record) {
    return Decoding.of(encoding.decoder(Decoding.RULES), record);
  }
}
