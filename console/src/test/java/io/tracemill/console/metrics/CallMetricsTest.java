package io.tracemill.console.metrics;

import static io.tracemill.console.feed.TestRecords.BUY;
import static io.tracemill.console.feed.TestRecords.MINUTE;
import static io.tracemill.console.feed.TestRecords.calls;
import static io.tracemill.console.feed.TestRecords.result;
import static io.tracemill.console.feed.TestRecords.slide;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.prometheus.metrics.expositionformats.OpenMetricsTextFormatWriter;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.tracemill.analysis.span.Frame;
import io.tracemill.connectors.live.Picture;
import io.tracemill.connectors.live.PictureLimits;
import io.tracemill.connectors.output.ResultStream;
import io.tracemill.console.feed.TestRecords;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class CallMetricsTest {
  private static final long NOON = 1_700_000_000_000L;
  private static final String CALLS = "{client=\"shop\",connection_type=\"%s\",server=\"bank\"%s} ";
  private static final String BUYING =
      "{service=\"shop\",span_kind=\"SPAN_KIND_SERVER\",span_name=\"buy\"%s} ";

  private final Picture picture = new Picture(PictureLimits.LIVE);

  /** The samples in OpenMetrics after a later period has begun. */
  private List<String> scrape() throws IOException {
    long later = NOON + 2 * MINUTE;
    TestRecords.accept(picture, slide(BUY, later, 0, 0));
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    new OpenMetricsTextFormatWriter(false, true)
        .write(body, new MetricSnapshots(CallMetrics.of(picture)));
    return body.toString(UTF_8).lines().filter(line -> !line.startsWith("#")).toList();
  }

  private double sum(String name) throws IOException {
    return scrape().stream()
        .filter(line -> line.startsWith(name + "{"))
        .mapToDouble(line -> Double.parseDouble(line.split(" # ")[0].split("} ")[1]))
        .sum();
  }

  @Test
  void callsHaveTheNamesOfTheServicegraphConnector() throws IOException {
    picture.startCounting();
    TestRecords.accept(picture, calls("shop", "bank", NOON, 8));

    String plain = CALLS.formatted("", "");
    String seconds = "traces_service_graph_request_server_seconds";
    assertThat(scrape())
        .hasSize(21)
        .contains(
            "traces_service_graph_request_total" + plain + "8.0",
            "traces_service_graph_request_failed_total" + plain + "2.0",
            seconds + "_count" + plain + "8",
            seconds + "_sum" + plain + "0.24",
            seconds + "_bucket" + CALLS.formatted("", ",le=\"0.01\"") + "0",
            seconds + "_bucket" + CALLS.formatted("", ",le=\"0.05\"") + "8",
            seconds + "_bucket" + CALLS.formatted("", ",le=\"+Inf\"") + "8");
  }

  @Test
  void callsThatMessagesCarryAreOfAMessagingSystem() throws IOException {
    picture.startCounting();
    ObjectNode edge = calls("shop", "bank", NOON, 8).json();
    TestRecords.accept(picture, result(ResultStream.DEPENDENCIES, "", edge.put("messages", 5)));

    assertThat(scrape())
        .contains(
            "traces_service_graph_request_total" + CALLS.formatted("messaging_system", "") + "8.0");
  }

  @Test
  void anEdgeKeepsItsConnectionTypeAndItsPeriodsCountOnceWhateverCarriesMost() throws IOException {
    picture.startCounting();
    for (int messages : new int[] {5, 3, 0}) {
      ObjectNode edge = calls("shop", "bank", NOON, 8).json().put("messages", messages);
      ObjectNode next = calls("shop", "bank", NOON + MINUTE, 8).json().put("messages", messages);
      TestRecords.accept(
          picture,
          result(ResultStream.DEPENDENCIES, "", edge),
          result(ResultStream.DEPENDENCIES, "", next));
    }

    assertThat(scrape())
        .hasSize(21)
        .contains(
            "traces_service_graph_request_total"
                + CALLS.formatted("messaging_system", "")
                + "16.0");
  }

  @Test
  void requestsHaveTheNamesOfSpanMetricsAndAnExemplar() throws IOException {
    picture.startCounting();
    TestRecords.accept(picture, slide(BUY, NOON, 8, 3), slide(BUY, NOON + 10_000, 2, 1));

    String calls =
        "traces_spanmetrics_calls_total{service=\"shop\",span_kind=\"SPAN_KIND_SERVER\","
            + "span_name=\"buy\",status_code=\"STATUS_CODE_%s\"} %s";
    assertThat(scrape())
        .hasSize(21)
        .contains(calls.formatted("UNSET", "6.0"), calls.formatted("ERROR", "4.0"))
        .contains(
            "traces_spanmetrics_latency_sum" + BUYING.formatted("") + "0.3",
            "traces_spanmetrics_latency_bucket"
                + "{service=\"shop\",span_kind=\"SPAN_KIND_SERVER\",span_name=\"buy\",le=\"0.05\"} 10"
                + " # {trace_id=\"0123456789abcdef0123456789abcdef\"} 0.03");
  }

  @Test
  void recordsFromBeforeTheConsoleWasCurrentDoNotCount() throws IOException {
    TestRecords.accept(picture, calls("shop", "bank", NOON, 8), slide(BUY, NOON, 8, 3));
    picture.startCounting();
    assertThat(scrape()).hasSize(42);
    assertThat(sum("traces_service_graph_request_total")).isZero();

    TestRecords.accept(picture, calls("shop", "bank", NOON, 8));
    TestRecords.accept(picture, calls("shop", "bank", NOON + MINUTE, 4));
    assertThat(sum("traces_service_graph_request_total")).isEqualTo(4);
    assertThat(sum("traces_spanmetrics_calls_total")).isZero();
  }

  @Test
  void tenThousandEndpointsAndEdgesAreAtMostTwentyThousandSeriesAndNothingIsLost()
      throws IOException {
    picture.startCounting();
    for (int i = 0; i < 10_000; i++) {
      TestRecords.accept(picture, slide(Frame.of("s" + i, "o"), NOON, 3, 1));
      TestRecords.accept(picture, calls("s" + i, "t" + i, NOON, 8));
    }

    assertThat(scrape().size())
        .isLessThanOrEqualTo(CallMetrics.MAX_SERIES)
        .isGreaterThan(CallMetrics.MAX_SERIES * 99 / 100);
    assertThat(sum("traces_service_graph_request_total")).isEqualTo(80_000);
    assertThat(sum("traces_service_graph_request_failed_total")).isEqualTo(20_000);
    assertThat(sum("traces_service_graph_request_server_seconds_count")).isEqualTo(80_000);
    assertThat(sum("traces_service_graph_request_server_seconds_sum"))
        .isCloseTo(2_400, offset(1e-6));
    assertThat(sum("traces_spanmetrics_calls_total")).isEqualTo(30_000);
    assertThat(sum("traces_spanmetrics_latency_count")).isEqualTo(30_000);
  }
}
