package io.tracemill.connectors.zipkin;

import static io.tracemill.connectors.otlp.JsonRequests.utf8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.span.ReadSpan;
import io.tracemill.analysis.span.RejectReason;
import io.tracemill.analysis.span.TraceId;
import io.tracemill.connectors.decoding.Decoding;
import io.tracemill.connectors.decoding.RecordDecoder;
import io.tracemill.connectors.encoding.RecordEncoder;
import io.tracemill.connectors.formats.Encoding;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import zipkin2.Span;
import zipkin2.codec.BytesDecoder;
import zipkin2.codec.BytesEncoder;
import zipkin2.codec.SpanBytesDecoder;
import zipkin2.codec.SpanBytesEncoder;

class ZipkinJsonDecoderTest extends ZipkinDecoderContract {
  private static final String IDS = "\"traceId\":\"ab\",\"id\":\"1\",\"timestamp\":5";

  private final RecordDecoder decoder = newDecoder();

  @Override
  protected RecordDecoder newDecoder() {
    return Encoding.ZIPKIN_JSON.decoder(Decoding.RULES);
  }

  @Override
  protected RecordEncoder encoder() {
    return ZipkinEncoder.json();
  }

  @Override
  protected BytesEncoder<Span> zipkins() {
    return SpanBytesEncoder.JSON_V2;
  }

  @Override
  protected BytesDecoder<Span> zipkinsDecoder() {
    return SpanBytesDecoder.JSON_V2;
  }

  @Override
  protected byte[] emptyList() {
    return utf8("[]");
  }

  @Test
  void idsOfAnyLengthArePaddedOnTheLeft() {
    String record =
        "[{\"traceId\":\"AB0000000000000001\",\"id\":\"f\",\"parentId\":\"0e\",\"timestamp\":5}]";

    ReadSpan span = only(record);

    assertThat(span.traceId()).isEqualTo(new TraceId(0xAB, 1));
    assertThat(span.spanId()).isEqualTo(15);
    assertThat(span.parentId()).isEqualTo(14);
  }

  @Test
  void idsThatAreNoneRejectTheSpan() {
    assertRejected(RejectReason.INVALID_TRACE_ID, "\"traceId\":\"xyz\",\"id\":\"1\"");
    assertRejected(RejectReason.INVALID_TRACE_ID, "\"traceId\":\"%s\"".formatted("1".repeat(33)));
    assertRejected(
        RejectReason.INVALID_SPAN_ID, "\"traceId\":\"1\",\"id\":\"%s\"".formatted("1".repeat(17)));
    assertRejected(RejectReason.INVALID_SPAN_ID, "\"traceId\":\"1\"");
    assertRejected(RejectReason.INVALID_PARENT_ID, IDS + ",\"parentId\":\"-1\"");
    assertRejected(
        RejectReason.INVALID_PARENT_ID, IDS + ",\"parentId\":\"%s\"".formatted("1".repeat(17)));
  }

  private void assertRejected(RejectReason reason, String members) {
    assertThat(Decoding.rejected(decoder, utf8("[{" + members + "}]"))).containsExactly(reason);
  }

  @Test
  void timesBeyond64BitsRejectTheSpan() {
    String max = Long.toString(Long.MAX_VALUE);
    assertRejected(RejectReason.IN_FUTURE, IDS + ",\"duration\":" + max);
    assertRejected(
        RejectReason.BEFORE_EPOCH, "\"traceId\":\"1\",\"id\":\"1\",\"timestamp\":-" + max);
  }

  @Test
  void nullStandsForAnAbsentMember() {
    String members =
        ",\"parentId\":null,\"kind\":null,\"name\":null,\"duration\":null,\"localEndpoint\":null,"
            + "\"annotations\":null,\"tags\":null,\"remoteEndpoint\":null";

    assertThat(only("[{" + IDS + members + "}]").service()).isEqualTo("unknown_service");
    assertThat(only("[{" + IDS + ",\"localEndpoint\":{\"ipv6\":\"::1\",\"ipv4\":null}}]").host())
        .isEqualTo("::1");
  }

  @Test
  void tagsOfOtherTypesHaveTheirTexts() {
    ReadSpan span =
        only("[{" + IDS + ",\"tags\":{\"version\":7,\"http.status\":{\"a\":[1]},\"x\":[]}}]");

    assertThat(span.attributes()).isEqualTo(Map.of(0, "7"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "1",
        "[1]",
        "[",
        "[{\"a\":1}]",
        "[{\"traceId\":1,\"id\":\"1\"}]",
        "[{\"traceId\":\"1\",\"id\":\"1\",\"timestamp\":\"x\"}]",
        "[{\"traceId\":\"1\",\"id\":\"1\",\"timestamp\":1.5}]",
        "[{\"traceId\":\"1\",\"id\":\"1\",\"tags\":5}]",
        "[{\"traceId\":\"1\",\"id\":\"1\",\"annotations\":[5]}]",
        "[{\"traceId\":\"1\",\"id\":\"1\",\"binaryAnnotations\":[]}]",
      })
  void whatIsNoListOfSpansIsMalformed(String record) {
    assertThat(Decoding.of(decoder, utf8(record)).reason())
        .isNotEmpty()
        .doesNotContain("parser failed");
  }

  private ReadSpan only(String record) {
    Decoding decoding = Decoding.of(decoder, utf8(record));
    assertThat(decoding.reason()).isEmpty();
    List<ReadSpan> spans = decoding.spans();
    assertThat(spans).hasSize(1);
    return spans.get(0);
  }
}
