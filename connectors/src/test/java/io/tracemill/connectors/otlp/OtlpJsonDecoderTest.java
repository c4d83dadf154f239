package io.tracemill.connectors.otlp;

import static io.tracemill.connectors.otlp.JsonRequests.utf8;
import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.tracemill.analysis.span.ReadSpan;
import io.tracemill.analysis.span.RejectReason;
import io.tracemill.analysis.span.SpanKind;
import io.tracemill.analysis.span.TraceId;
import io.tracemill.connectors.decoding.DecodeResult;
import io.tracemill.connectors.decoding.Decoding;
import io.tracemill.connectors.decoding.RecordDecoder;
import io.tracemill.connectors.decoding.RecordDecoderContract;
import io.tracemill.connectors.formats.Encoding;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OtlpJsonDecoderTest extends RecordDecoderContract {
  private static final String IDS =
      "\"traceId\":\"000000000000000000000000000000AB\",\"spanId\":\"00000000000000cD\"";
  private static final String TIMES = "\"startTimeUnixNano\":\"5\",\"endTimeUnixNano\":7";

  private final RecordDecoder decoder = newDecoder();

  @Override
  protected RecordDecoder newDecoder() {
    return Encoding.OTLP_JSON.decoder(Decoding.RULES);
  }

  @Override
  protected List<byte[]> encode(ExportTraceServiceRequest request) {
    return List.of(utf8(JsonRequests.otlp(request)));
  }

  @Property
  void decodesWhatTheProtobufDecoderDecodes(@ForAll long seed) {
    ExportTraceServiceRequest request = RandomRequests.request(new Random(seed));

    assertThat(Decoding.of(decoder, utf8(JsonRequests.otlp(request))))
        .isEqualTo(ReferenceOtlp.decode(PaddedIds.of(request)));
  }

  @Test
  void membersMayComeInAnyOrder() {
    String record =
        """
        {"x":[],"resourceSpans":[{"scopeSpans":[{"spans":[
          {"links":[{"spanId":"0000000000000009","traceId":"000000000000000000000000000000ab"}],
           "endTimeUnixNano":"7","startTimeUnixNano":5,"name":"a","kind":"SPAN_KIND_CLIENT",
           "attributes":[{"value":{"stringValue":"v"},"key":"version"}],
           "status":{"message":"m","code":"STATUS_CODE_ERROR"},%s}]}],
          "resource":{"attributes":[{"value":{"stringValue":"s"},"key":"service.name"}]}}]}
        """
            .formatted(IDS);

    ReadSpan span = only(record);

    assertThat(span.traceId()).isEqualTo(new TraceId(0, 0xAB));
    assertThat(span.service()).isEqualTo("s");
    assertThat(span.kind()).isEqualTo(SpanKind.CLIENT);
    assertThat(span.error()).isTrue();
    assertThat(span.parentId()).isEqualTo(9);
    assertThat(span.attributes()).containsEntry(0, "v");
    assertThat(span.durationNanos()).isEqualTo(2);
  }

  @Test
  void nullStandsForAnAbsentMember() {
    String record =
        record(
            IDS
                + ","
                + TIMES
                + ",\"parentSpanId\":null,\"name\":null,\"kind\":null,\"links\":null,"
                + "\"attributes\":null,\"status\":null");

    assertThat(only(record).operation()).isEmpty();
    assertThat(
            only("{\"resourceSpans\":[null,{\"resource\":null,\"scopeSpans\":null}],\"resourceSpans\":"
                    + record.substring("{\"resourceSpans\":".length()))
                .service())
        .isEqualTo("unknown_service");
  }

  @Test
  void loneSurrogatesAndEscapesAreTaken() {
    String record = record(IDS + "," + TIMES + ",\"name\":\"\\ud83d\\ude00 \\ud800 \\u00e9\\n\"");

    assertThat(only(record).operation()).isEqualTo("😀 ? é\n");
  }

  @Test
  void idsThatAreNotHexadecimalRejectTheSpan() {
    String record = record(TIMES + ",\"spanId\":\"00000000000000cd\",\"traceId\":\"not hex\"");

    assertThat(Decoding.rejected(decoder, utf8(record)))
        .containsExactly(RejectReason.INVALID_TRACE_ID);
  }

  @Test
  void aTimeBefore1970RejectsTheSpan() {
    String record = record(IDS + ",\"startTimeUnixNano\":\"-9\",\"endTimeUnixNano\":\"-5\"");

    assertThat(Decoding.rejected(decoder, utf8(record))).containsExactly(RejectReason.BEFORE_EPOCH);
  }

  @Test
  void exponentsOfWholeNumbersAreTaken() {
    String record = record(IDS + ",\"startTimeUnixNano\":1.5e18,\"endTimeUnixNano\":1.50000001e18");

    assertThat(only(record).startNanos()).isEqualTo(1_500_000_000_000_000_000L);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "1",
        "{",
        "{\"other\":[]}",
        "{\"resourceSpans\":",
        "{\"resourceSpans\":[{\"scopeSpans\":[{\"spans\":[{\"traceId\":17}]}]}]}",
        "{\"resourceSpans\":[{\"scopeSpans\":[{\"spans\":[{\"startTimeUnixNano\":\"x\"}]}]}]}",
        "{\"resourceSpans\":[{\"scopeSpans\":[{\"spans\":[{\"startTimeUnixNano\":1.5}]}]}]}",
        "{\"resourceSpans\":[{\"scopeSpans\":[{\"spans\":[{\"startTimeUnixNano\":1e999999999}]}]}]}",
        "{\"resourceSpans\":[{\"scopeSpans\":[{\"spans\":[{\"startTimeUnixNano\":{}}]}]}]}",
        "{\"resourceSpans\":[{\"scopeSpans\":[17]}]}",
        "{\"resourceSpans\":[]}x",
        "\u0000",
      })
  void whatIsNoRequestIsMalformed(String record) {
    assertThat(Decoding.of(decoder, utf8(record)).reason())
        .isNotEmpty()
        .doesNotContain("parser failed");
  }

  @Test
  void depthIsRefusedAndNotFollowed() {
    String record = "{\"x\":" + "[".repeat(100_000) + "]".repeat(100_000) + "}";

    assertThat(Decoding.of(decoder, utf8(record)).reason()).contains("depth");
  }

  @Test
  void aReasonIsOneShortLine() {
    String record = "{\"resourceSpans\":" + "secret".repeat(1000);

    assertThat(Decoding.of(decoder, utf8(record)).reason())
        .isNotEmpty()
        .hasSizeLessThanOrEqualTo(DecodeResult.Malformed.MAX_REASON);
  }

  @Test
  void longTextsOutgrowTheArena() {
    String name = "é".repeat(3_000_000);
    StringBuilder spans = new StringBuilder(IDS + "," + TIMES + ",\"name\":\"first\"");
    spans.append("},{").append(IDS).append(',').append(TIMES);
    spans.append(",\"name\":\"").append(name).append('"');

    assertThat(Decoding.of(decoder, utf8(record(spans.toString()))).spans())
        .extracting(ReadSpan::operation)
        .containsExactly("first", "é".repeat(512));
  }

  private ReadSpan only(String record) {
    Decoding decoding = Decoding.of(decoder, utf8(record));
    assertThat(decoding.reason()).isEmpty();
    assertThat(decoding.spans()).hasSize(1);
    return decoding.spans().get(0);
  }

  private static String record(String members) {
    return "{\"resourceSpans\":[{\"scopeSpans\":[{\"spans\":[{" + members + "}]}]}]}";
  }
}
