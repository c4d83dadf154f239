package io.tracemill.console.metrics;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.data.Percentage.withPercentage;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.protobuf.ByteString;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Span.SpanKind;
import io.opentelemetry.proto.trace.v1.Status;
import io.opentelemetry.proto.trace.v1.Status.StatusCode;
import io.tracemill.cli.broker.EmbeddedBroker;
import io.tracemill.cli.deploy.RealPrometheus;
import io.tracemill.cli.run.EmbeddedJob;
import io.tracemill.cli.run.Topics;
import io.tracemill.cli.traffic.OtlpSpans;
import io.tracemill.connectors.live.Picture;
import io.tracemill.connectors.live.PictureLimits;
import io.tracemill.console.Console;
import io.tracemill.console.feed.FeedState;
import io.tracemill.console.feed.KafkaFeed;
import io.tracemill.console.server.Access;
import io.tracemill.pipeline.config.ConfigFile;
import io.tracemill.pipeline.config.TracemillConfig;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A real job, a console and a real Prometheus: the queries of Grafana's service graph return the
 * figures of the spans that were sent.
 *
 * <pre>
 *   shop   |--- SERVER -------------------------------|
 *            |--- CLIENT ----------|   |- PRODUCER -|
 *   bank       |--- SERVER -----|
 *   mailer                               |- CONSUMER -|
 * </pre>
 */
@Tag("slow")
@Timeout(300)
class ServiceGraphIT {
  private static final Optional<Path> PROMETHEUS = RealPrometheus.program("prometheus");
  private static final Access OPEN =
      new Access("127.0.0.1", Optional.empty(), Optional.empty(), Optional.empty());
  private static final long MARK = 0x600D_600D_600D_600DL;
  private static final long START_MILLIS = 1_700_000_000_000L;
  private static final long STEP_MILLIS = 100;

  /** Between the first requests and the later ones. */
  private static final long PAUSE_MILLIS = 300_000;

  /** Then a tick ends their slides, but not the window that does not overlap others. */
  private static final long TICK_MILLIS = 28_000;

  private static final long MILLI = 1_000_000;

  /** Every fourth payment takes long and fails, every other one only takes a while. */
  private static final int FAILED_EVERY = 4;

  private static final int FIRST = 700;
  private static final int LATER = 1_400;
  private static final int SAMPLES = 30;
  private static final int SAMPLES_BEFORE = 6;
  private static final String EDGES = "sum by (client, server) (rate(%s[%ds]))";
  private static final String TOTAL = "traces_service_graph_request_total";

  @TempDir private Path directory;

  private static long payMillis(int trace) {
    return trace % FAILED_EVERY == 0 ? 170 : trace % 2 == 0 ? 70 : 30;
  }

  private static List<ProducerRecord<byte[], byte[]>> trace(int number) {
    ByteString id = OtlpSpans.id(MARK, number + 1L);
    long pauseMillis = number < FIRST ? 0 : PAUSE_MILLIS;
    long start = (START_MILLIS + pauseMillis + number * STEP_MILLIS) * MILLI;
    long pay = payMillis(number) * MILLI;
    long end = start + pay + 20 * MILLI;
    Status status =
        Status.newBuilder()
            .setCode(
                number % FAILED_EVERY == 0
                    ? StatusCode.STATUS_CODE_ERROR
                    : StatusCode.STATUS_CODE_UNSET)
            .build();
    Span buy = span(id, 1, 0, SpanKind.SPAN_KIND_SERVER, "buy", start, end, status);
    Span call =
        span(id, 2, 1, SpanKind.SPAN_KIND_CLIENT, "pay", start + MILLI, end - 9 * MILLI, status);
    Span paid =
        span(
            id,
            3,
            2,
            SpanKind.SPAN_KIND_SERVER,
            "pay",
            start + 2 * MILLI,
            start + 2 * MILLI + pay,
            status);
    Status good = Status.getDefaultInstance();
    Span send = span(id, 4, 1, SpanKind.SPAN_KIND_PRODUCER, "send", end - 8 * MILLI, end, good);
    Span mail = span(id, 5, 4, SpanKind.SPAN_KIND_CONSUMER, "mail", end, end + 7 * MILLI, good);
    long sentMillis = end / MILLI + 10;
    return List.of(
        record(sentMillis, "shop", buy, call, send),
        record(sentMillis, "bank", paid),
        record(sentMillis, "mailer", mail));
  }

  private static Span span(
      ByteString trace,
      long id,
      long parent,
      SpanKind kind,
      String name,
      long from,
      long to,
      Status status) {
    return OtlpSpans.span(trace, id, parent, kind, name, from, to).setStatus(status).build();
  }

  private static ProducerRecord<byte[], byte[]> record(long millis, String service, Span... spans) {
    byte[] value =
        OtlpSpans.request(List.of(spans), "service.name", service, "host.name", service)
            .toByteArray();
    return new ProducerRecord<>("otlp_spans", 0, millis, null, value);
  }

  private static void send(EmbeddedBroker broker, int from, int to) throws Exception {
    List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
    for (int i = from; i < to; i++) {
      records.addAll(trace(i));
    }
    long tickMillis = records.get(records.size() - 1).timestamp() + TICK_MILLIS;
    ByteString id = OtlpSpans.id(MARK, tickMillis);
    long start = (tickMillis - 20) * MILLI;
    Status good = Status.getDefaultInstance();
    Span tick = span(id, 1, 0, SpanKind.SPAN_KIND_SERVER, "tick", start, start + MILLI, good);
    records.add(record(tickMillis, "clock", tick));
    Topics.send(broker, records);
  }

  private TracemillConfig config(EmbeddedBroker broker) throws Exception {
    Path file =
        Files.writeString(
            directory.resolve("run.yaml"),
            """
            kafka: {bootstrap-servers: "%s", encoding: otlp_proto, start: earliest}
            assembly: {quiet-period: 2s, root-grace: 1s, idle-flush: 3s}
            pane: 10s
            profiles: {window: 5m, slide: 10s}
            store: {path: ""}
            state: {directory: "%s"}
            flink:
              rest.port: "0"
              execution.checkpointing.interval: 1s
              parallelism.default: "2"
            """
                .formatted(broker.bootstrapServers(), directory.resolve("state")));
    return ConfigFile.load(file, Map.of());
  }

  @Test
  void grafanasServiceGraphHasTheFiguresOfTheSpansThatWereSent() throws Exception {
    assumeTrue(PROMETHEUS.isPresent(), "there is no prometheus");
    try (EmbeddedBroker broker = EmbeddedBroker.start()) {
      Topics.create(broker);
      TracemillConfig config = config(broker);
      Picture picture = new Picture(PictureLimits.LIVE);
      Clock clock = Clock.systemUTC();
      try (KafkaFeed feed = new KafkaFeed(config, Duration.ofHours(1), picture, clock);
          Console console = Console.start(config, OPEN, 0, picture, feed, clock);
          RealPrometheus prometheus = prometheus(console)) {
        feed.start();
        while (feed.state().kind() != FeedState.Kind.LIVE) {
          LockSupport.parkNanos(MILLI);
        }
        try (EmbeddedJob job = EmbeddedJob.start(config, false, Optional.empty())) {
          compare(broker, prometheus, job);
        }
      }
    }
  }

  private RealPrometheus prometheus(Console console) throws Exception {
    Path rules = Files.writeString(directory.resolve("none.yml"), "groups: []");
    int port = URI.create(console.address()).getPort();
    return RealPrometheus.start(PROMETHEUS.orElseThrow(), directory, rules, port);
  }

  private static void compare(EmbeddedBroker broker, RealPrometheus prometheus, EmbeddedJob job)
      throws Exception {
    send(broker, 0, FIRST);
    awaitCounted(prometheus, job, FIRST);
    long fromMillis = System.currentTimeMillis();
    // The step must be within the range of each of the following queries.
    awaitSamples(prometheus, fromMillis, SAMPLES_BEFORE);
    send(broker, FIRST, LATER);
    awaitCounted(prometheus, job, LATER);
    long seconds = awaitSamples(prometheus, fromMillis, SAMPLES);
    long more = LATER - FIRST;
    String perSecond = "{client=\"shop\", server=\"bank\"}";

    Map<String, Double> all = byEdge(prometheus, "sum by (client, server) (" + TOTAL + ")");
    assertThat(all).isEqualTo(Map.of("shop bank", (double) LATER, "shop mailer", (double) LATER));
    double rate =
        requireNonNull(byEdge(prometheus, EDGES.formatted(TOTAL, seconds)).get("shop bank"));
    assertThat(rate * (double) seconds).isCloseTo((double) more, withPercentage(15));
    assertThat(
            ratio(
                prometheus,
                "rate(traces_service_graph_request_failed_total%s[%ds])"
                    .formatted(perSecond, seconds),
                "rate(%s%s[%ds])".formatted(TOTAL, perSecond, seconds)))
        .isCloseTo(1.0 / FAILED_EVERY, within(1e-9));
    assertThat(
            ratio(
                prometheus,
                "rate(traces_service_graph_request_server_seconds_sum%s[%ds])"
                    .formatted(perSecond, seconds),
                "rate(%s%s[%ds])".formatted(TOTAL, perSecond, seconds)))
        .isCloseTo((30 * 2 + 70 + 170) / 4e3, within(1e-9));
    String buckets =
        "histogram_quantile(0.9, sum(rate(traces_service_graph_request_server_seconds_bucket%s[%ds]))"
            + " by (le, client, server))";
    assertThat(value(prometheus, buckets.formatted(perSecond, seconds)))
        .as("six tenths of the way from 100 to 200 ms")
        .isCloseTo(0.16, within(1e-9));
    compareEndpoints(prometheus, seconds);
    assertThat(prometheus.query("group by (client, connection_type, server) (" + TOTAL + ")"))
        .extracting(
            each ->
                each.at("/metric/server").asText() + each.at("/metric/connection_type").asText())
        .containsExactlyInAnyOrder("bank", "mailermessaging_system");
    compareExemplars(prometheus, fromMillis);
  }

  /** The table beside Grafana's service graph. */
  private static void compareEndpoints(RealPrometheus prometheus, long seconds) throws Exception {
    String calls = "sum(rate(traces_spanmetrics_calls_total{%s}[%ds])) by (span_name)";
    String server = "span_kind=\"SPAN_KIND_SERVER\", service=\"shop\"";
    double all = value(prometheus, calls.formatted(server, seconds));
    double errors =
        value(prometheus, calls.formatted(server + ", status_code=\"STATUS_CODE_ERROR\"", seconds));
    assertThat(errors / all).isCloseTo(1.0 / FAILED_EVERY, within(1e-9));
    assertThat(
            value(
                prometheus,
                "histogram_quantile(.9, sum(rate(traces_spanmetrics_latency_bucket{%s}[%ds])) by (le))"
                    .formatted(server + ", span_name=~\"buy\"", seconds)))
        .isCloseTo(0.16, within(1e-9));
    assertThat(value(prometheus, "sum(traces_spanmetrics_calls_total{service=\"shop\"})"))
        .isEqualTo(LATER);
  }

  private static void compareExemplars(RealPrometheus prometheus, long fromMillis)
      throws Exception {
    JsonNode exemplars =
        prometheus.json(
            "/api/v1/query_exemplars?query=%s&start=%d&end=%d"
                .formatted(
                    URLEncoder.encode("traces_spanmetrics_latency_bucket", UTF_8),
                    fromMillis / 1_000,
                    System.currentTimeMillis() / 1_000 + 1));
    List<JsonNode> ids = exemplars.findValues("trace_id");
    assertThat(ids)
        .isNotEmpty()
        .allSatisfy(id -> assertThat(id.asText()).startsWith(Long.toHexString(MARK)).hasSize(32));
  }

  private static void awaitCounted(RealPrometheus prometheus, EmbeddedJob job, int traces)
      throws Exception {
    String least =
        "min(sum by (server) (%s)) >= %d and sum(traces_spanmetrics_calls_total{service=\"shop\"}) >= %d"
            .formatted(TOTAL, traces, traces);
    while (prometheus.query(least).isEmpty()
        || byEdge(prometheus, "sum by (client, server) (" + TOTAL + ")").size() < 2) {
      assertThat(job.failed()).isFalse();
      LockSupport.parkNanos(100 * MILLI);
    }
  }

  /** The seconds since a time, when it has so many samples that a rate is extrapolated little. */
  private static long awaitSamples(RealPrometheus prometheus, long fromMillis, int samples)
      throws Exception {
    long seconds = 1;
    while (prometheus
        .query("min(count_over_time(%s[%ds])) >= %d".formatted(TOTAL, seconds, samples))
        .isEmpty()) {
      LockSupport.parkNanos(100 * MILLI);
      seconds = Math.max(1, (System.currentTimeMillis() - fromMillis) / 1_000);
    }
    return seconds;
  }

  private static Map<String, Double> byEdge(RealPrometheus prometheus, String query)
      throws Exception {
    Map<String, Double> values = new TreeMap<>();
    for (JsonNode each : prometheus.query(query)) {
      JsonNode labels = each.path("metric");
      values.put(
          labels.path("client").asText() + " " + labels.path("server").asText(),
          each.at("/value/1").asDouble());
    }
    return values;
  }

  private static double value(RealPrometheus prometheus, String query) throws Exception {
    JsonNode series = prometheus.query(query);
    assertThat(series).as(query).hasSize(1);
    return series.at("/0/value/1").asDouble();
  }

  /** At one time, so that both rates are of the same scrapes. */
  private static double ratio(RealPrometheus prometheus, String above, String below)
      throws Exception {
    return value(prometheus, "sum(%s) / sum(%s)".formatted(above, below));
  }
}
