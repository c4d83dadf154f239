package io.tracemill.connectors.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.span.ReadSpan;
import io.tracemill.analysis.span.RejectReason;
import io.tracemill.connectors.decoding.DecodeResult;
import io.tracemill.connectors.decoding.Decoding;
import io.tracemill.connectors.otlp.OtlpRequests;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One request, in what tools put around spans. */
final class CarriersTest {
  private static final String IDS =
      "\"traceId\":\"%s\",\"spanId\":\"%s\"".formatted("0".repeat(31) + "1", "0".repeat(15) + "2");
  private static final String SPAN =
      "{%s,\"name\":\"GET /cart\",\"kind\":2,\"startTimeUnixNano\":\"5000\",\"endTimeUnixNano\":\"7000\"}"
          .formatted(IDS);
  private static final String RESOURCE =
      "\"resource\":{\"attributes\":[{\"key\":\"service.name\",\"value\":{\"stringValue\":\"shop\"}}]}";
  private static final String RESOURCE_SPANS =
      "{%s,\"scopeSpans\":[{\"spans\":[%s]}]}".formatted(RESOURCE, SPAN);
  private static final String JAEGER_SPAN =
      "{\"traceID\":\"1\",\"spanID\":\"2\",\"operationName\":\"GET /cart\",\"startTime\":5,\"duration\":2,"
          + "\"tags\":[{\"key\":\"span.kind\",\"value\":\"server\"}],%s}";
  private static final String PROCESS = "\"process\":{\"serviceName\":\"shop\",\"tags\":[]}";
  private static final String JAEGER_TRACE =
      "{\"traceID\":\"1\",\"spans\":[%s],\"processes\":{\"p1\":{\"serviceName\":\"shop\"}},\"warnings\":null}"
          .formatted(JAEGER_SPAN.formatted("\"processID\":\"p1\""));
  private static final String IN_INDEX = JAEGER_SPAN.formatted(PROCESS);

  private final JsonDecoder decoder = new JsonDecoder(Decoding.RULES);

  @Test
  void aRequestIsReadInWhateverItComes() {
    for (String record :
        List.of(
            "{\"resourceSpans\":[%s]}".formatted(RESOURCE_SPANS),
            "{\"batches\":[%s]}".formatted(RESOURCE_SPANS),
            "{\"trace\":{\"resourceSpans\":[%s]},\"metrics\":{\"a\":{}}}".formatted(RESOURCE_SPANS),
            "{\"trace\":{\"batches\":[%s]}}".formatted(RESOURCE_SPANS),
            "{\"result\":{\"resourceSpans\":[%s]}}".formatted(RESOURCE_SPANS),
            "[{\"resourceSpans\":[%s]}]".formatted(RESOURCE_SPANS),
            RESOURCE_SPANS,
            "{\"id\":7,\"kind\":\"trace\",\"status\":\"ok\",\"timestamp\":1.5,\"resourceSpans\":[%s]}"
                .formatted(RESOURCE_SPANS),
            RESOURCE_SPANS.replace("scopeSpans", "instrumentationLibrarySpans"),
            "{\"resource_spans\":[%s]}"
                .formatted(
                    RESOURCE_SPANS
                        .replace("scopeSpans", "scope_spans")
                        .replace("traceId", "trace_id")
                        .replace("spanId", "span_id")
                        .replace("startTimeUnixNano", "start_time_unix_nano")
                        .replace("endTimeUnixNano", "end_time_unix_nano")
                        .replace("stringValue", "string_value")),
            "{\"resourceSpans\":[%s]}"
                .formatted(
                    RESOURCE_SPANS
                        .replace("0".repeat(31) + "1", "AAAAAAAAAAAAAAAAAAAAAQ==")
                        .replace("0".repeat(15) + "2", "AAAAAAAAAAI=")
                        .replace("\"kind\":2", "\"kind\":\"SPAN_KIND_SERVER\"")),
            "{\"data\":[%s],\"total\":0,\"errors\":null}".formatted(JAEGER_TRACE),
            "[%s]".formatted(JAEGER_TRACE),
            JAEGER_TRACE,
            IN_INDEX,
            "{\"took\":2,\"_shards\":{\"total\":1},\"hits\":{\"total\":{\"value\":1},\"hits\":[{\"_index\":\"i\",\"_source\":%s}]}}"
                .formatted(IN_INDEX),
            "{\"_index\":\"i\",\"_id\":\"x\",\"_source\":%s}".formatted(IN_INDEX),
            "[{\"traceId\":\"1\",\"id\":\"2\",\"name\":\"GET /cart\",\"kind\":\"SERVER\",\"timestamp\":\"5\",\"duration\":2,"
                + "\"localEndpoint\":{\"serviceName\":\"shop\"}}]",
            """
            {"name": "GET /cart", "context": {"trace_id": "0x00000000000000000000000000000001",
             "span_id": "0x0000000000000002", "trace_state": "[]"}, "kind": "SpanKind.SERVER",
             "parent_id": null, "start_time": "1970-01-01T00:00:00.000005Z",
             "end_time": "1970-01-01T00:00:00.000007Z", "status": {"status_code": "UNSET"},
             "attributes": {"version": "v1"}, "events": [], "links": [],
             "resource": {"attributes": {"service.name": "shop"}, "schema_url": ""}}""")) {
      Decoding decoding = Decoding.of(decoder, record.getBytes(UTF_8));
      assertThat(decoding.reason()).as(record).isEmpty();
      assertThat(decoding.spans())
          .as(record)
          .extracting(
              span ->
                  "%s %s %s %s %d+%d"
                      .formatted(
                          span.traceId().low() + "/" + span.spanId(),
                          span.service(),
                          span.operation(),
                          span.kind(),
                          span.startNanos(),
                          span.durationNanos()))
          .containsExactly("1/2 shop GET /cart SERVER 5000+2000");
      assertThat(Decoding.rejected(decoder, record.getBytes(UTF_8))).as(record).isEmpty();
      assertSameWhenReplayed(record, decoding.spans());
    }
  }

  private static void assertSameWhenReplayed(String record, List<ReadSpan> spans) {
    try {
      byte[] request = new OtlpRequests().read(record.getBytes(UTF_8)).toByteArray();
      assertThat(
              Decoding.of(
                      new io.tracemill.connectors.otlp.OtlpProtoDecoder(Decoding.RULES), request)
                  .spans())
          .as(record)
          .isEqualTo(spans);
    } catch (io.tracemill.connectors.decoding.MalformedRecordException e) {
      throw new AssertionError(record, e);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"resourceMetrics", "resourceLogs", "resource_metrics"})
  void anotherSignalIsSaidToBeOne(String member) {
    assertThat(result("{\"%s\":[{}]}".formatted(member))).isEqualTo(DecodeResult.OTHER_SIGNAL);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[{\"traceId\":\"1\",\"id\":\"2\",\"binaryAnnotations\":[]}]",
        "[{\"traceId\":\"1\",\"id\":\"2\",\"annotations\":[{\"value\":\"sr\",\"endpoint\":{}}]}]"
      })
  void zipkinsVersion1IsRefusedByName(String record) {
    assertThat(result(record))
        .isInstanceOfSatisfying(
            DecodeResult.Malformed.class,
            malformed -> assertThat(malformed.reason()).contains("Zipkin's version 1"));
  }

  @Test
  void whatFitsNothingSaysWhatWasSeenAndWhatWouldFit() {
    assertThat(result("{\"level\":\"info\",\"spanz\":[{}]}"))
        .isInstanceOfSatisfying(
            DecodeResult.Malformed.class,
            malformed ->
                assertThat(malformed.reason()).contains("level, spanz", "resourceSpans", "data"));
  }

  @Test
  void unknownPartsBesideSpansAreCounted() {
    String record =
        "{\"resourceSpans\":[%s,%s]}"
            .formatted(RESOURCE_SPANS, RESOURCE_SPANS.replace("scopeSpans", "sbopeSpans"));
    assertThat(Decoding.of(decoder, record.getBytes(UTF_8)).spans()).hasSize(1);
    assertThat(Decoding.rejected(decoder, record.getBytes(UTF_8)))
        .containsExactly(RejectReason.UNRECOGNISED);
  }

  private DecodeResult result(String record) {
    return Decoding.of(decoder, record.getBytes(UTF_8)).result();
  }
}
