package io.tracemill.connectors.otlp;

import static io.tracemill.connectors.otlp.JsonRequests.utf8;
import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.tracemill.analysis.span.ReadSpan;
import io.tracemill.connectors.decoding.DecodeResult;
import io.tracemill.connectors.decoding.Decoding;
import io.tracemill.connectors.decoding.RecordDecoder;
import io.tracemill.connectors.decoding.RequestSplitter;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class RequestSplitterTest {
  @Property(tries = 200)
  void thePartsOfAProtobufRequestHoldTheSpansOfTheWhole(@ForAll long seed) {
    byte[] request = RandomRequests.request(new Random(seed)).toByteArray();

    assertSplit(new OtlpProtoSplitter(), new OtlpProtoDecoder(Decoding.RULES), request);
  }

  @Property(tries = 200)
  void thePartsOfAJsonRequestHoldTheSpansOfTheWhole(@ForAll long seed) {
    byte[] request = utf8(JsonRequests.otlp(RandomRequests.request(new Random(seed))));

    assertSplit(new OtlpJsonSplitter(), new OtlpJsonDecoder(Decoding.RULES), request);
  }

  private static void assertSplit(RequestSplitter splitter, RecordDecoder decoder, byte[] request) {
    List<ReadSpan> spans = new ArrayList<>();
    List<Long> ends = new ArrayList<>();
    DecodeResult result =
        splitter.split(
            request,
            (part, latestEnd) -> {
              Decoding decoding = Decoding.of(decoder, part);
              assertThat(decoding.reason()).isEmpty();
              assertThat(decoding.fragments()).hasSizeLessThanOrEqualTo(1);
              spans.addAll(decoding.spans());
              ends.add(latestEnd.orElseThrow());
            });

    assertThat(result).isEqualTo(DecodeResult.DECODED);
    assertThat(spans).containsExactlyInAnyOrderElementsOf(Decoding.of(decoder, request).spans());
    assertThat(ends).isSorted();
  }

  @Test
  void aMalformedRequestHasNoParts() {
    assertNoParts(new OtlpProtoSplitter(), new byte[] {0x0A, 5});
    assertNoParts(new OtlpJsonSplitter(), utf8("{\"resourceSpans\":[{]}"));
    assertNoParts(new OtlpJsonSplitter(), "{}".getBytes(java.nio.charset.StandardCharsets.UTF_16));
  }

  private static void assertNoParts(RequestSplitter splitter, byte[] request) {
    List<byte[]> parts = new ArrayList<>();

    splitter.split(request, (part, latestEnd) -> parts.add(part));

    assertThat(parts).isEmpty();
  }

  @Property(tries = 200)
  void theLatestEndIsFoundWithoutDecoding(@ForAll long seed) {
    ExportTraceServiceRequest request = RandomRequests.request(new Random(seed));
    long latest =
        request.getResourceSpansList().stream()
            .flatMap(resource -> resource.getScopeSpansList().stream())
            .flatMap(scope -> scope.getSpansList().stream())
            .mapToLong(span -> span.getEndTimeUnixNano())
            .max()
            .orElse(-1);
    byte[] json = utf8(JsonRequests.otlp(request));

    assertThat(SpanEnds.inOtlpProto(request.toByteArray()).orElse(-1)).isEqualTo(latest);
    assertThat(SpanEnds.inOtlpJson(json, 0, json.length).orElse(-1)).isEqualTo(latest);
  }

  @Test
  void anEndThatIsNoNumberIsNone() {
    assertThat(latestOf("{\"endTimeUnixNano\" : \"17\",\"endTimeUnixNano\":\"x\"}")).isEqualTo(17);
    assertThat(latestOf("{\"key\":\"endTimeUnixNano\",\"x\":99}")).isEqualTo(-1);
    assertThat(latestOf("{\"endTimeUnixNano\":99999999999999999999}")).isEqualTo(-1);
    assertThat(latestOf("{\"endTimeUnixNano\":18446744073709551615}")).isEqualTo(-1);
    assertThat(latestOf("\"endTimeUnixNano\"")).isEqualTo(-1);
    assertThat(latestOf("\"endTimeUnixNano\":")).isEqualTo(-1);
  }

  private static long latestOf(String json) {
    return SpanEnds.inOtlpJson(utf8(json), 0, utf8(json).length).orElse(-1);
  }
}
