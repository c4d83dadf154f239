package io.tracemill.console.metrics;

import static io.tracemill.console.feed.TestRecords.BUY;
import static io.tracemill.console.feed.TestRecords.MINUTE;
import static io.tracemill.console.feed.TestRecords.incident;
import static io.tracemill.console.feed.TestRecords.jobQuality;
import static io.tracemill.console.feed.TestRecords.profile;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import io.prometheus.metrics.expositionformats.ExpositionFormats;
import io.tracemill.analysis.span.Frame;
import io.tracemill.connectors.live.Picture;
import io.tracemill.connectors.live.PictureLimits;
import io.tracemill.console.feed.FeedState;
import io.tracemill.console.feed.TestRecords;
import io.tracemill.console.feed.TestRecords.Result;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PictureMetricsTest {
  private static final long NOON = 1_700_000_000_000L;

  private final Picture picture = new Picture(PictureLimits.REPORT);
  private final FeedState state = FeedState.of(FeedState.Kind.SILENT, NOON);
  private final PictureMetrics metrics = new PictureMetrics(picture, () -> state);

  @BeforeEach
  void theJobHasObservedAWindow() {
    TestRecords.accept(picture, jobQuality(NOON - MINUTE));
  }

  /** What Prometheus reads, without comments. */
  private List<String> scrape() throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    ExpositionFormats.init().findWriter(null).write(body, metrics.snapshots());
    return body.toString(UTF_8).lines().filter(line -> !line.startsWith("#")).toList();
  }

  private List<String> scrape(String name) throws IOException {
    return scrape().stream()
        .filter(line -> line.startsWith(name + "{") || line.startsWith(name + " "))
        .map(line -> line.substring(name.length()).strip())
        .toList();
  }

  @Test
  void anEndpointHasItsRateErrorsLatencyAndEdges() throws IOException {
    TestRecords.accept(picture, profile(BUY, NOON, 120));
    String labels = "{operation=\"buy\",service=\"shop\"} ";
    String latency = "{operation=\"buy\",quantile=\"%s\",service=\"shop\"} %s";
    assertThat(scrape("tracemill_endpoint_requests_per_second")).containsExactly(labels + "2.0");
    assertThat(scrape("tracemill_endpoint_error_ratio")).containsExactly(labels + "0.1");
    assertThat(scrape("tracemill_endpoint_latency_seconds"))
        .containsExactlyInAnyOrder(
            latency.formatted("0.5", "0.04"),
            latency.formatted("0.95", "0.07"),
            latency.formatted("0.99", "0.08"));
    assertThat(scrape("tracemill_endpoint_edge_time_ratio"))
        .containsExactly(
            "{callee=\"bank\",caller=\"shop\",operation=\"buy\",service=\"shop\"} 0.1");
  }

  @Test
  void itSaysHowTheConsoleIs() throws IOException {
    TestRecords.accept(picture, profile(BUY, NOON, 1));
    TestRecords.accept(picture, incident("a", "page", 1, NOON, NOON));
    TestRecords.accept(picture, incident("b", "page", 2, NOON, NOON));
    TestRecords.accept(picture, incident("c", "info", 0, NOON, NOON));
    assertThat(scrape("tracemill_incidents"))
        .containsExactlyInAnyOrder(
            "{severity=\"page\"} 2.0", "{severity=\"ticket\"} 0.0", "{severity=\"info\"} 0.0");
    assertThat(scrape("tracemill_console_feed_state"))
        .hasSize(FeedState.Kind.values().length)
        .contains("{state=\"silent\"} 1.0", "{state=\"live\"} 0.0", "{state=\"down\"} 0.0");
    assertThat(scrape("tracemill_console_newest_window_timestamp_seconds"))
        .singleElement()
        .satisfies(value -> assertThat(Double.parseDouble(value)).isEqualTo(NOON / 1000.0));
  }

  @Test
  void anEmptyPictureHasNoEndpointsAndNoTime() throws IOException {
    assertThat(scrape())
        .noneMatch(line -> line.startsWith("tracemill_endpoint_"))
        .noneMatch(line -> line.startsWith("tracemill_console_newest_window"));
  }

  @Test
  void anEndpointThatHasNoRequestsNowIsLeftOut() throws IOException {
    TestRecords.accept(picture, profile(BUY, NOON, 60));
    TestRecords.accept(picture, profile(Frame.of("a", "a"), NOON + MINUTE - 1, 60));
    assertThat(scrape("tracemill_endpoint_requests_per_second")).hasSize(2);
    TestRecords.accept(picture, profile(Frame.of("a", "a"), NOON + MINUTE, 60));
    assertThat(scrape("tracemill_endpoint_requests_per_second"))
        .singleElement()
        .asString()
        .contains("service=\"a\"");
    assertThat(scrape("tracemill_endpoints_left_out")).containsExactly("0.0");
  }

  @Test
  void theBusiestEndpointsAreShownAndTheOthersCounted() throws IOException {
    for (int i = 0; i < EndpointMetrics.MAX_ENDPOINTS + 7; i++) {
      TestRecords.accept(picture, profile(Frame.of("s" + i, "o"), NOON, i + 1));
    }
    assertThat(scrape("tracemill_endpoint_requests_per_second"))
        .hasSize(EndpointMetrics.MAX_ENDPOINTS)
        .noneMatch(line -> line.contains("service=\"s6\""))
        .anyMatch(line -> line.contains("service=\"s7\""));
    assertThat(scrape("tracemill_endpoints_left_out")).containsExactly("7.0");
    assertThat(scrape("tracemill_endpoint_edge_time_ratio")).hasSize(EndpointMetrics.MAX_EDGES);
  }

  @Test
  void theEdgesWithMostTimeAreShownOnceEach() throws IOException {
    Result plain = profile(BUY, NOON, 60);
    ArrayNode tree = plain.json().putArray("tree");
    TestRecords.node(tree, -1, BUY, 1_000, 0);
    for (int i = 1; i <= 8; i++) {
      for (String operation : List.of("x", "y")) {
        TestRecords.node(tree, 0, Frame.of("shop", operation), 20L * i, 10L * i)
            .put("callee", "s" + i);
      }
    }
    TestRecords.accept(picture, TestRecords.result(plain.stream(), "", plain.json()));
    assertThat(scrape("tracemill_endpoint_edge_time_ratio"))
        .hasSize(5)
        .anyMatch(line -> line.startsWith("{callee=\"s8\"") && line.endsWith(" 0.16"))
        .noneMatch(line -> line.contains("callee=\"s3\""));
  }

  @Test
  void namesCannotBreakOutOfTheirLabels() throws IOException {
    String hostile = "a\"} 1\ntracemill_fake{x=\"\\";
    TestRecords.accept(picture, profile(Frame.of(hostile, "\\n\u202e\u0000</script>"), NOON, 60));
    assertThat(scrape("tracemill_endpoint_requests_per_second"))
        .singleElement()
        .asString()
        .contains("service=\"a\\\"} 1\\ntracemill_fake{x=\\\"\\\\\"", "operation=\"\\\\n");
    assertThat(scrape()).noneMatch(line -> line.startsWith("tracemill_fake"));
  }
}
