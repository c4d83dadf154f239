package io.tracemill.connectors.otlp;

import static io.tracemill.connectors.otlp.Requests.span;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Status;
import io.tracemill.connectors.decoding.MalformedRecordException;
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
}
