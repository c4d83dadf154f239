package io.tracemill.cli.watch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.quality.LateSpan;
import io.tracemill.analysis.record.LateSpanRecord;
import io.tracemill.analysis.span.TraceId;
import io.tracemill.connectors.output.DeadLetter;
import io.tracemill.connectors.output.RecordLimits;
import io.tracemill.connectors.output.ResultStream;
import io.tracemill.connectors.output.ResultWriter;
import io.tracemill.pipeline.results.PublishedRecord;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

final class StreamLinesTest {
  private static final TraceId TRACE = new TraceId(0x0af7651916cd43ddL, 0x8448eb211c80319cL);

  @Test
  void aTraceSaysWhereItsTimeWent() {
    assertThat(lines(Published.trace("GET /cart", "entry", true, false)))
        .isEqualTo(
            "12:00:00   45.7 ms   12 spans  complete    0af7651916cd43dd8448eb211c80319c"
                + "  frontend GET /cart, most time in redis HGET (60 %)\n");
  }

  @Test
  void aTraceSaysWhetherItIsWholeAndWhatPartOfATraceItIs() {
    assertThat(lines(Published.trace("GET /", "async", false, true)))
        .contains("  truncated  ", "frontend GET / (async), most time");
    assertThat(lines(Published.trace("GET /", "entry", false, false))).contains("  incomplete  ");
  }

  @Test
  void aProfileIsItsWindowAndItsPercentiles() {
    assertThat(lines(Published.profile("GET /cart")))
        .isEqualTo(
            "11:59:30-12:00:00  300 requests  p50    20 ms  p95    40 ms  p99    60 ms"
                + "   3.1 % failed  frontend GET /cart, most time in frontend GET /cart (100 %)\n");
  }

  @Test
  void aHotspotIsItsRankItsTimeAndHowOftenRequestsWaitForIt() {
    assertThat(lines(Published.hotspot()))
        .isEqualTo(
            "11:59:30-12:00:00    1.   45.7 ms  on the path of   75 % of 200 requests"
                + "  redis HGET\n");
  }

  @Test
  void aDependencyIsItsCallsAndTheirPercentiles() {
    assertThat(lines(Published.dependency()))
        .isEqualTo(
            "11:59:30-12:00:00     200 calls  p50    20 ms  p95    40 ms  p99    60 ms"
                + "   1.5 % failed  cart -> redis\n");
  }

  @Test
  void aStackExplanationIsItsSentence() {
    assertThat(lines(Published.stacks()))
        .isEqualTo(
            "11:59:30-12:00:00  cart GET /items, 450 spans: on node-7 `gzip` took 18 % of the"
                + " CPU.\n");
  }

  @Test
  void anAnomalyIsItsReasonAndItsMostSurprisingPath() {
    assertThat(lines(Published.anomaly()))
        .isEqualTo(
            "12:00:00     80 ms  score        000000000000000000000000000000ab  cart GET /items,"
                + " db SELECT 60 ms, expected 9 ms\n");
  }

  @Test
  void aDeploymentIsItsVerdictWithTheEvidence() {
    assertThat(lines(Published.deployment()))
        .isEqualTo(
            "12:00:00  worse               20 %  cart v1 -> v2: 12 ms -> 42 ms, 1 % -> 1.2 %"
                + " failed, of 2,100 requests before and 510 after\n");
  }

  @Test
  void aTraceToKeepIsItsReason() {
    assertThat(lines(Published.keep()))
        .isEqualTo("12:00:00  incident  000000000000000000000000000000ab  cart GET /items\n");
  }

  @Test
  void aMutationSaysWhatChangedAndSinceWhen() {
    String cart =
        "\"scope\":\"endpoint\",\"endpoint\":{\"service\":\"cart\",\"operation\":\"GET /\"},";
    String system =
        "\"scope\":\"system\",\"endpoints\":[{\"service\":\"a\",\"operation\":\"x\"},"
            + "{\"service\":\"b\",\"operation\":\"y\"}],";
    String redis = "\"service\":\"redis\",\"operation\":\"HGET\"";
    String id = "\"id\":\"0123456789abcdef0123456789abcdef\"";
    assertThat(
            lines(
                Published.mutation(
                    "firing",
                    "\"kind\":\"time\"," + cart + "\"place\":{\"type\":\"frame\"," + redis + "}"),
                Published.mutation(
                    "firing",
                    "\"kind\":\"time\","
                        + system
                        + "\"place\":{\"type\":\"service\",\"service\":\"recommendation\"}"),
                Published.ofShare(
                    "firing",
                    "\"kind\":\"error\","
                        + cart
                        + "\"place\":{\"type\":\"edge\",\"caller\":\"cart\",\"callee\":\"redis\"}"),
                Published.ofShare(
                    "firing", "\"kind\":\"error\"," + cart + "\"place\":{\"type\":\"request\"}"),
                Published.ofShare(
                    "resolved",
                    "\"reason\":\"no-traffic\",\"kind\":\"call\","
                        + cart
                        + ("\"call\":{\"type\":\"call\",\"caller\":{"
                            + redis
                            + "},"
                            + redis
                            + "}")),
                Published.mutation(
                    "firing",
                    "\"kind\":\"category\","
                        + cart
                        + "\"category\":{\"change\":\"response-time\","
                        + id
                        + "}"),
                Published.ofShare(
                    "firing",
                    "\"kind\":\"category\","
                        + cart
                        + ("\"category\":{\"change\":\"structural\"," + id + "}"))))
        .isEqualTo(
            """
            12:00:00  firing    time         20 ms -> 30 ms     since 11:30:00  cart GET /: redis HGET
            12:00:00  firing    time         20 ms -> 30 ms     since 11:30:00  2 endpoints: the whole service recommendation
            12:00:00  firing    error         25 % -> 50 %      since 11:30:00  cart GET /: cart -> redis
            12:00:00  firing    error         25 % -> 50 %      since 11:30:00  cart GET /: the requests
            12:00:00  resolved  call          25 % -> 50 %      since 11:30:00  cart GET /: redis HGET calls redis HGET (no-traffic)
            12:00:00  firing    category     20 ms -> 30 ms     since 11:30:00  cart GET /: requests of category 01234567
            12:00:00  firing    category      25 % -> 50 %      since 11:30:00  cart GET /: requests of category 01234567
            """);
  }

  @Test
  void anIncidentIsItsSummary() {
    assertThat(
            lines(
                Published.incident("firing", ""),
                Published.incident("resolved", "\"reason\":\"recovered\","),
                Published.incident("firing", "\"owner\":\"shop\",\"muted\":\"move\",")))
        .isEqualTo(
            """
            12:00:00  firing    page    It waits on redis.
            12:00:00  resolved  page    It waits on redis.
            12:00:00  firing    page    It waits on redis. Owner: shop. Muted: move.
            """);
  }

  @Test
  void anAccountOfAChangeSaysWhatDidMostOfIt() {
    String frontend = "\"service\":\"frontend\",\"operation\":\"GET\"";
    assertThat(
            lines(
                Published.change(
                    "{\"kind\":\"rate\",\"node\":[{"
                        + frontend
                        + "},{"
                        + frontend
                        + ",\"callee\":\"redis\"}],\"nanos\":12000000}"),
                Published.change(
                    "{\"kind\":\"mix\",\"category\":\"0123456789\",\"nanos\":-9000000},"
                        + "{\"kind\":\"mix\",\"category\":\"0123456789\",\"nanos\":7000000}"),
                Published.change("")))
        .isEqualTo(
            """
            11:59:30-12:00:00     20 ms ->    30 ms  frontend GET /cart, of this +12 ms in frontend GET -> redis
            11:59:30-12:00:00     20 ms ->    30 ms  frontend GET /cart, of this +7 ms by the share of requests of category 01234567
            11:59:30-12:00:00     20 ms ->    30 ms  frontend GET /cart
            """);
  }

  @Test
  void aLateSpanSaysHowLongAfterItsEndItCame() {
    long startNanos = (Published.NOON - 4_203) * 1_000_000;
    LateSpan span =
        new LateSpan(TRACE, 7, 0, "cart", "GET", startNanos, 3_000_000, Published.NOON, 1);

    assertThat(
            lines(
                Published.of(
                    new ResultWriter(RecordLimits.NONE)
                        .write(LateSpanRecord.of(span), span.recordTimeMillis()))))
        .isEqualTo(
            "12:00:00     4.2 s after its end  0af7651916cd43dd8448eb211c80319c"
                + "  cart GET, took 3 ms\n");
  }

  @Test
  void aDeadLetterSaysWhereItCameFromAndWhy() {
    byte[] bytes = "{broken".getBytes(UTF_8);
    DeadLetter letter = new DeadLetter("otlp_spans", 3, 1234, 0, "no message", new byte[0], bytes);

    assertThat(lines(Published.of(letter.withBytes(100))))
        .endsWith("  otlp_spans partition 3 offset 1234, 7 bytes: no message\n");
    assertThat(lines(Published.of(letter.headersOnly()))).contains(", 7 bytes: no message");
    assertThat(lines(Published.json(ResultStream.DEAD_LETTERS, "x")))
        .endsWith("  ? partition ? offset ?, 1 bytes: ?\n");
  }

  @Test
  void accountsOfEveryScopeReadLikeThis() {
    assertThat(
            lines(
                Published.accounts(),
                Published.quality(
                    "service",
                    "\"service\":\"cart\",\"spans\":{\"used\":1,\"late\":2,\"withoutHost\":3}"),
                Published.quality(
                    "endpoint",
                    "\"endpoint\":{\"service\":\"cart\",\"operation\":\"GET /\"},"
                        + "\"watch\":{\"state\":\"blind\",\"reason\":\"late\"},"
                        + "\"requests\":{\"total\":4,\"incomplete\":3,\"truncated\":2},"
                        + "\"spans\":{\"used\":12,\"late\":2}"),
                Published.quality("service", "\"service\":\"mail\"")))
        .isEqualTo(
            """
            12:00:00  job        since the start 1,204 records, 24,310 spans, 210 open: No data lost.
            12:00:00  service    service cart, spans.used 1, spans.late 2, spans.withoutHost 3
            12:00:00  endpoint   endpoint cart GET /, watch.state blind, watch.reason late, requests.total 4, requests.incomplete 3, requests.truncated 2, requests.leftOut 0, spans.used 12, spans.late 2
            12:00:00  service    service mail, spans.used 0, spans.late 0, spans.withoutHost 0
            """);
  }

  @Test
  void aRecordThatIsNoJsonObjectIsALineAndNoFailure() {
    StreamLines lines = new StreamLines(ResultStream.TRACES, WatchCommand.about("none"));
    for (String value : new String[] {"", "{", "[]", "\"text\"", "17"}) {
      lines.take(Published.json(ResultStream.TRACES, value));
      assertThat(lines.news(false))
          .contains("no record of traces: tracemill.traces.v1 partition 0 offset 17, ")
          .hasLineCount(1);
    }
    assertThat(lines.foundAny()).isFalse();
  }

  @Test
  void linesArePrintedOnce() {
    StreamLines lines = new StreamLines(ResultStream.TRACES, json -> true);
    lines.take(Published.trace("GET /", "entry", true, false));

    assertThat(lines.news(false)).isNotEmpty();
    assertThat(lines.news(false)).isEmpty();
    assertThat(lines.foundAny()).isTrue();
  }

  @Test
  void onlyWantedEndpointsAreShown() {
    StreamLines lines =
        new StreamLines(ResultStream.TRACES, WatchCommand.about("frontend GET /c*"));
    lines.take(Published.trace("GET /", "entry", true, false));
    lines.take(Published.trace("GET /cart", "entry", true, false));

    assertThat(lines.news(false)).hasLineCount(1).contains("GET /cart");
  }

  @Test
  void namesCannotSteerTheTerminal() {
    DeadLetter letter =
        new DeadLetter("t\u001b[2J", 0, 0, 0, "bad \r\n\u009b1m", new byte[0], new byte[0]);

    assertHarmless(lines(Published.trace("GET \\u001b[31m\\n\\u202e", "entry", true, false)));
    assertHarmless(lines(Published.of(letter.headersOnly())));
  }

  @Property
  void aRecordOfAnyBytesIsOneLine(@ForAll byte[] value, @ForAll ResultStream stream) {
    assertHarmless(lines(Published.json(stream, new String(value, UTF_8))));
  }

  private static void assertHarmless(String line) {
    assertThat(line).endsWith("\n");
    assertThat(line.substring(0, line.length() - 1).codePoints())
        .noneMatch(c -> Character.isISOControl(c) || Character.getType(c) == Character.FORMAT);
  }

  private static String lines(PublishedRecord... records) {
    StreamLines lines = new StreamLines(records[0].stream(), json -> true);
    for (PublishedRecord record : records) {
      lines.take(record);
    }
    return lines.news(false);
  }
}
