package io.tracemill.connectors.jaeger;

import static io.tracemill.connectors.otlp.JsonRequests.utf8;
import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.tracemill.analysis.span.ReadSpan;
import io.tracemill.analysis.span.RejectReason;
import io.tracemill.analysis.span.TraceId;
import io.tracemill.connectors.decoding.Decoding;
import io.tracemill.connectors.decoding.RecordDecoder;
import io.tracemill.connectors.decoding.RecordDecoderContract;
import io.tracemill.connectors.json.JsonDecoder;
import io.tracemill.connectors.otlp.JsonRequests;
import java.util.List;
import org.junit.jupiter.api.Test;

class JaegerTraceJsonDecoderTest extends RecordDecoderContract {
  private final RecordDecoder decoder = newDecoder();

  @Override
  protected RecordDecoder newDecoder() {
    return new JsonDecoder(Decoding.RULES);
  }

  @Override
  protected List<byte[]> encode(ExportTraceServiceRequest request) {
    return List.of(utf8(JsonRequests.jaeger(request)));
  }

  @Override
  protected boolean carriesOk() {
    return false;
  }

  @Test
  void shortIdsArePaddedOnTheLeft() {
    ReadSpan span = only("\"traceID\":\"a1\",\"spanID\":\"F\"");

    assertThat(span.traceId()).isEqualTo(new TraceId(0, 0xA1));
    assertThat(span.spanId()).isEqualTo(15);
  }

  @Test
  void aSpanWithoutATraceIdBelongsToItsTrace() {
    assertThat(only("\"spanID\":\"1\"").traceId()).isEqualTo(new TraceId(0, 0xABC));
  }

  @Test
  void aParentSpanIdCountsWithoutAChildOf() {
    assertThat(only("\"spanID\":\"1\",\"parentSpanID\":\"7\"").parentId()).isEqualTo(7);
    assertThat(only("\"spanID\":\"1\",\"parentSpanID\":\"1\"").parentId()).isZero();
    ReadSpan both =
        only(
            """
            "spanID":"1","parentSpanID":"7","references":[
              {"refType":"CHILD_OF","traceID":"abc","spanID":"1"},
              {"refType":"CHILD_OF","traceID":"abc","spanID":"5"}]""");
    assertThat(both.parentId()).isEqualTo(5);
  }

  @Test
  void theFirstChildOfIsTheParentHoweverLateItComes() {
    ReadSpan span =
        only(
            """
            "spanID":"1","references":[
              {"refType":"FOLLOWS_FROM","traceID":"abc","spanID":"2"},
              {"refType":"CHILD_OF","traceID":"fff","spanID":"3"},
              {"refType":"CHILD_OF","traceID":"abc","spanID":"4"},
              {"refType":"CHILD_OF","traceID":"abc","spanID":"5"}]""");

    assertThat(span.parentId()).isEqualTo(4);
    assertThat(span.async()).isFalse();
  }

  @Test
  void withoutAChildOfTheFirstFollowsFromIsAnAsyncParent() {
    ReadSpan span =
        only(
            """
            "spanID":"1","references":[
              {"refType":"FOLLOWS_FROM","spanID":"2"},{"refType":"FOLLOWS_FROM","spanID":"3"}]""");

    assertThat(span.parentId()).isEqualTo(2);
    assertThat(span.async()).isTrue();
  }

  @Test
  void aParentThatIsNoIdRejectsTheSpan() {
    String trace =
        trace("\"spanID\":\"1\",\"references\":[{\"refType\":\"CHILD_OF\",\"spanID\":\"zz\"}]");

    assertThat(Decoding.rejected(decoder, utf8(trace)))
        .containsExactly(RejectReason.INVALID_PARENT_ID);
  }

  @Test
  void idsWithTooManyDigitsRejectTheSpan() {
    assertThat(Decoding.rejected(decoder, utf8(trace("\"spanID\":\"12345678901234567\""))))
        .containsExactly(RejectReason.INVALID_SPAN_ID);
    assertThat(
            Decoding.rejected(
                decoder,
                utf8(trace("\"spanID\":\"1\",\"traceID\":\"%s\"".formatted("1".repeat(33))))))
        .containsExactly(RejectReason.INVALID_TRACE_ID);
  }

  @Test
  void timesBeyond64BitsRejectTheSpan() {
    String trace = trace("\"spanID\":\"1\",\"startTime\":9223372036854775807,\"duration\":1");

    assertThat(Decoding.rejected(decoder, utf8(trace))).hasSize(1);
  }

  @Test
  void errorsAreToldInSeveralWays() {
    for (String tag :
        List.of(
            "{\"key\":\"error\",\"type\":\"bool\",\"value\":true}",
            "{\"key\":\"error\",\"type\":\"string\",\"value\":\"true\"}",
            "{\"key\":\"error\",\"type\":\"string\",\"value\":\"timeout\"}",
            "{\"key\":\"otel.status_code\",\"type\":\"string\",\"value\":\"ERROR\"}")) {
      assertThat(only("\"spanID\":\"1\",\"tags\":[" + tag + "]").error()).isTrue();
    }
    for (String value : List.of("false", "\"false\"")) {
      String tag = "{\"key\":\"error\",\"value\":" + value + "}";
      assertThat(only("\"spanID\":\"1\",\"tags\":[" + tag + "]").error()).isFalse();
    }
  }

  @Test
  void aProcessMayNameItsHostInSeveralWays() {
    assertThat(hostOf("hostname")).isEqualTo("here");
    assertThat(hostOf("ip")).isEqualTo("here");
    assertThat(hostOf("k8s.pod.name")).isEqualTo("here");
    assertThat(hostOf("client-uuid")).isEmpty();
  }

  private String hostOf(String key) {
    String trace =
        trace("\"spanID\":\"1\",\"processID\":\"p1\"")
            .replace(
                "\"tags\":[]", "\"tags\":[{\"key\":\"%s\",\"value\":\"here\"}]".formatted(key));
    return Decoding.of(decoder, utf8(trace)).spans().get(0).host();
  }

  @Test
  void aSpanOfAnUnknownProcessHasAnUnknownService() {
    assertThat(only("\"spanID\":\"1\",\"processID\":\"p9\"").service())
        .isEqualTo("unknown_service");
    assertThat(only("\"spanID\":\"1\",\"processID\":\"p1\"").service()).isEqualTo("cart");
  }

  private ReadSpan only(String members) {
    Decoding decoding = Decoding.of(decoder, utf8(trace(members)));
    assertThat(decoding.reason()).isEmpty();
    assertThat(decoding.spans()).hasSize(1);
    return decoding.spans().get(0);
  }

  private static String trace(String members) {
    return """
        {"traceID":"abc","spans":[{"startTime":1000,"duration":5,%s}],
         "processes":{"p1":{"serviceName":"cart","tags":[]}},"warnings":null}"""
        .formatted(members);
  }
}
