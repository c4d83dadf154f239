package io.tracemill.connectors.jaeger;

import static io.tracemill.connectors.otlp.JsonRequests.utf8;
import static io.tracemill.connectors.otlp.Requests.T0;
import static io.tracemill.connectors.otlp.Requests.span;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.span.ReadSpan;
import io.tracemill.analysis.span.RejectReason;
import io.tracemill.analysis.span.SpanKind;
import io.tracemill.analysis.span.TraceId;
import io.tracemill.connectors.decoding.Decoding;
import io.tracemill.connectors.decoding.RecordDecoder;
import io.tracemill.connectors.encoding.RecordEncoder;
import io.tracemill.connectors.json.JsonDecoder;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JaegerSpanJsonDecoderTest extends JaegerRecordContract {
  private static final String SPAN =
      """
      {"traceId":"AAAAAAAAAAIAAAAAAAAAAQ==","spanId":"AAAAAAAAAAM=","operationName":"get",
       "references":[{"traceId":"AAAAAAAAAAIAAAAAAAAAAQ==","spanId":"AAAAAAAAAAQ="}],
       "flags":1,"startTime":"2023-11-14T22:13:20.000000100Z","duration":"1.000000500s",
       "tags":[{"key":"span.kind","vStr":"server"},
               {"key":"error","vType":"BOOL","vBool":true},
               {"key":"http.status","vType":"INT64","vInt64":"-404"},
               {"key":"version","vType":"BINARY","vBinary":"AAA="}],
       "process":{"serviceName":"cart","tags":[{"key":"ip","vType":"STRING","vStr":"10.0.0.1"}]},
       "warnings":["odd"]}
      """;

  private final RecordDecoder decoder = newDecoder();

  @Override
  protected RecordDecoder newDecoder() {
    return new JsonDecoder(Decoding.RULES);
  }

  @Override
  protected RecordEncoder newEncoder() {
    return new JaegerSpanJsonEncoder();
  }

  @Test
  void aSpanComesOutOfProtobufsJson() {
    assertThat(only(SPAN))
        .isEqualTo(
            new ReadSpan(
                new TraceId(2, 1),
                "cart",
                "10.0.0.1",
                3,
                4,
                false,
                SpanKind.SERVER,
                true,
                T0 + 100,
                1_000_000_500,
                "get",
                Map.of(1, "-404")));
  }

  @Test
  void membersMayHaveTheNamesOfTheSchema() {
    String original =
        SPAN.replace("traceId", "trace_id")
            .replace("spanId", "span_id")
            .replace("operationName", "operation_name")
            .replace("startTime", "start_time")
            .replace("vStr", "v_str")
            .replace("vType", "v_type")
            .replace("vBool", "v_bool")
            .replace("vInt64", "v_int64")
            .replace("vBinary", "v_binary")
            .replace("serviceName", "service_name");

    assertThat(only(original)).isEqualTo(only(SPAN));
  }

  @Test
  void enumerationsAndIntegersMayBeNumbers() {
    String numbers =
        SPAN.replace("\"BOOL\"", "1")
            .replace("\"INT64\"", "2")
            .replace("\"BINARY\"", "4")
            .replace("\"-404\"", "-404");

    assertThat(only(numbers)).isEqualTo(only(SPAN));
  }

  @Test
  void idsMayBeHexadecimal() {
    String hex =
        SPAN.replace("AAAAAAAAAAIAAAAAAAAAAQ==", "00000000000000020000000000000001")
            .replace("AAAAAAAAAAM=", "0000000000000003")
            .replace("AAAAAAAAAAQ=", "0000000000000004");

    assertThat(only(hex)).isEqualTo(only(SPAN));
  }

  @Test
  void anIdOf64BitsHasZerosBeforeIt() {
    String short64 = SPAN.replace("AAAAAAAAAAIAAAAAAAAAAQ==", "AAAAAAAAAAk=");

    assertThat(only(short64).traceId()).isEqualTo(new TraceId(0, 9));
    assertThat(only(short64).parentId()).isEqualTo(4);
  }

  @Test
  void valuesThatAreLeftOutAreTheirTypesDefault() {
    assertThat(statusOf("{\"key\":\"http.status\",\"vType\":\"STRING\"}")).isEmpty();
    assertThat(statusOf("{\"key\":\"http.status\",\"vType\":\"BOOL\"}")).isEqualTo("false");
    assertThat(statusOf("{\"key\":\"http.status\",\"vType\":\"INT64\"}")).isEqualTo("0");
    assertThat(statusOf("{\"key\":\"http.status\",\"vType\":\"FLOAT64\"}")).isEqualTo("0.0");
    assertThat(statusOf("{\"key\":\"http.status\",\"vType\":\"BINARY\"}")).isEqualTo("none");
  }

  private String statusOf(String tag) {
    String span =
        SPAN.replaceAll("(?s)\"tags\":\\[\\{\"key\":\"span.kind.*?\\}\\],", "\"tags\":[%s],")
            .formatted(tag);
    return only(span).attributes().getOrDefault(1, "none");
  }

  @ParameterizedTest
  @CsvSource({"traceId, INVALID_TRACE_ID", "spanId, INVALID_SPAN_ID", "startTime, NO_TIMESTAMP"})
  void whatHasNoIdsOrNoStartIsRejected(String missing, RejectReason reason) {
    String record = SPAN.replaceFirst("\"" + missing + "\"", "\"other\"");

    assertThat(Decoding.rejected(decoder, utf8(record))).containsExactly(reason);
  }

  @ParameterizedTest
  @ValueSource(strings = {"TODAY", "2023-11-14T22:13:20", "2023-13-14T22:13:20Z", "soon"})
  void aTimeThatIsNoneIsMalformed(String time) {
    String record = SPAN.replace("2023-11-14T22:13:20.000000100Z", time);

    assertThat(Decoding.of(decoder, utf8(record)).decoded()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"s", "1.5ms", "1e9s", "1.0000000001s", "--1s"})
  void aDurationThatIsNoneIsMalformed(String duration) {
    String record = SPAN.replace("1.000000500s", duration);

    assertThat(Decoding.of(decoder, utf8(record)).decoded()).isFalse();
  }

  @Test
  void timesBeyond64BitsRejectTheSpan() {
    assertThat(rejected("2023-11-14T22:13:20.000000100Z", "9999-12-31T23:59:59.999999999Z"))
        .containsExactly(RejectReason.IN_FUTURE);
    assertThat(rejected("2023-11-14T22:13:20.000000100Z", "0001-01-01T00:00:00Z"))
        .containsExactly(RejectReason.BEFORE_EPOCH);
    assertThat(rejected("1.000000500s", "315576000000s")).containsExactly(RejectReason.IN_FUTURE);
    assertThat(rejected("1.000000500s", "-1.5s")).containsExactly(RejectReason.NEGATIVE_DURATION);
  }

  private List<RejectReason> rejected(String text, String replacement) {
    return Decoding.rejected(decoder, utf8(SPAN.replace(text, replacement)));
  }

  private ReadSpan only(String record) {
    Decoding decoding = Decoding.of(decoder, utf8(record));
    assertThat(decoding.reason()).isEmpty();
    assertThat(decoding.spans()).hasSize(1);
    return decoding.spans().get(0);
  }
}
