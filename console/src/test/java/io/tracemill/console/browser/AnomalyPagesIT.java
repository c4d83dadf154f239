package io.tracemill.console.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tracemill.cli.results.Recording;
import io.tracemill.console.Console;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Anomalies on the page of their endpoint and on those of their traces. */
@Tag("slow")
@Timeout(300)
@SuppressWarnings("NullAway.Init")
final class AnomalyPagesIT {
  private static final String MARK = "[data-test=anomaly-mark]";
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  @TempDir private static Path directory;

  private static Browser browser;
  private static Console console;
  private static Console plain;
  private static Walk walk;
  private static AnomalyRecords records;

  @BeforeAll
  static void start() throws Exception {
    RecordedResults results = RecordedResults.of(Recording.ONLINE_BOUTIQUE.file(), directory);
    plain = results.console();
    records = AnomalyRecords.write(results.out());
    browser = Browser.open();
    console = results.console();
    walk = new Walk(browser, console.address(), "anomalies");
  }

  @AfterAll
  static void stop() throws Exception {
    browser.close();
    for (Console each : List.of(plain, console)) {
      each.close();
    }
  }

  private static String traceId(JsonNode record) {
    return record.path("traceId").asText();
  }

  private static String mark(JsonNode record) {
    return MARK + "[data-trace=\"%s\"]".formatted(traceId(record));
  }

  @Test
  void anEndpointHasThemAsMarksAndInAList() throws Exception {
    walk.open("endpoint", records.endpoint());

    assertThat(browser.count(MARK)).isEqualTo(3);
    assertThat(walk.numbers("anomaly")).hasSize(3).first().isEqualTo(duration(records.newest()));
    assertThat(browser.text("[data-test=anomalies] tbody tr"))
        .contains("unusual times", "seen 412\u00a0ms, expected 12\u00a0ms", "1.0\u00a0×\u00a010⁻⁵");
    assertThat(browser.text("[data-test=anomaly-drift]"))
        .contains("no longer fits", "23 times", "tracemill train");
    assertThat(walk.numbers("anomaly-rate")).singleElement().matches(rate -> rate > 0);
  }

  private static double duration(ObjectNode record) {
    return record.path("durationNanos").asDouble();
  }

  @Test
  void aMarkIsAtItsTimeAndDuration() {
    walk.visit("endpoint", records.endpoint());
    JsonNode grid = answer("store/grid", "bucketMillis");
    JsonNode places =
        browser.evaluate(
            """
            const at = (element) => element.getBoundingClientRect();
            const canvas = at(document.querySelector("[data-test=latency] .heat canvas"));
            const mark = at(document.querySelector('%s'));
            return { x: (mark.left + mark.right) / 2 - canvas.left - 72, wide: canvas.width - 72,
              y: (mark.top + mark.bottom) / 2 - canvas.top, tall: canvas.height - 22 };
            """
                .formatted(mark(records.newest())));
    double start = records.newest().path("startNanos").asLong() / 1e6;
    double columns = grid.path("columns").size();
    double column = (start - grid.at("/columns/0/timeMillis").asLong()) / millis(grid);
    assertThat(share(places, "x", "wide")).isCloseTo(column / columns, within(0.005));
    List<Double> edges = Answers.numbers(grid.path("edgesNanos"), "");
    long below = edges.stream().filter(edge -> edge <= duration(records.newest())).count();
    double fromTop = share(places, "y", "tall") * (edges.size() - 1);
    assertThat(edges.size() - 1 - fromTop).isBetween(below - 1.1, below + 0.1);
  }

  private static double millis(JsonNode grid) {
    return grid.path("bucketMillis").asDouble();
  }

  private static double share(JsonNode places, String place, String size) {
    return places.path(place).asDouble() / places.path(size).asDouble();
  }

  /** The answer that the page got for its shown range. */
  private static JsonNode answer(String path, String field) {
    JsonNode answer =
        browser.evaluateAsync(
            """
            const asked = performance.getEntriesByType("resource").map(({ name }) => name)
              .filter((name) => name.includes("/%s?")).at(-1);
            return (await fetch(asked)).json();
            """
                .formatted(path));
    assertThat(answer.has(field)).isTrue();
    return answer;
  }

  @Test
  void theFocusOfAMarkShowsWhatIsStrangeAndEnterOpensItsTrace() {
    walk.visit("endpoint", records.endpoint());
    assertThat(browser.count(MARK + "[tabindex=\"0\"]")).isOne();
    browser.evaluate("document.querySelector('%s').focus()".formatted(mark(records.newest())));
    browser.settle();
    assertThat(browser.text(".tip"))
        .contains(
            "unusual times, p 1.0\u00a0×\u00a010⁻⁵",
            "bank pay: seen 412\u00a0ms, expected 12\u00a0ms");

    browser.type(mark(records.newest()), "\uE012"); // arrow left
    browser.settle();
    assertThat(browser.text(".tip"))
        .contains("a call path that training never saw", "expected none");

    browser.type(mark(records.alone()), "\uE007"); // Enter
    browser.awaitElement("[data-test=trace-id]", PATIENCE);
    browser.settle();
    assertThat(browser.text("[data-test=trace-id]")).isEqualTo(traceId(records.alone()));
  }

  @Test
  void aMarkLeadsToTheTraceWithExpectedBesideSeen() throws Exception {
    walk.visit("endpoint", records.endpoint());
    browser.click(mark(records.newest()));
    browser.awaitElement("[data-test=trace-id]", PATIENCE);
    browser.settle();

    assertThat(browser.text("[data-test=trace-id]")).isEqualTo(traceId(records.newest()));
    assertThat(browser.text("[data-test=trace-anomaly]")).contains("unusual times", "was trained");
    assertThat(walk.numbers("seenNanos")).containsExactly(412e6);
    assertThat(walk.numbers("expectedNanos")).containsExactly(12e6);
    assertThat(browser.count("[data-test=anomaly-alone]")).isZero();
    assertThat(browser.count("[data-test=trace-request]")).isPositive();
    walk.keepScreenshots("trace");
  }

  @Test
  void aTraceThatTheStoreDoesNotHaveIsExplainedAllTheSame() throws Exception {
    browser.visit(console.address() + "#/trace?id=" + traceId(records.alone()));
    browser.keepScreenshots("anomalies-alone");

    assertThat(browser.text("[data-test=trace-anomaly]"))
        .contains("Unlike the other requests", "a call path that training never saw")
        .contains(HostileNames.MARKUP);
    assertThat(browser.text("[data-test=anomaly-alone]")).contains("keeps a sample");
    assertThat(walk.numbers("surprise")).containsExactly(7.5, 2.5);
    assertThat(browser.count("img")).isZero();
  }

  @Test
  void withoutRecordsThePageIsAsBefore() {
    browser.visit(plain.address() + "#/endpoint?" + ConsoleApi.query(records.endpoint()));
    assertThat(browser.count("[data-test=heat]")).isOne();
    assertThat(browser.count(MARK + ", .heat-key, [data-test=anomalies]")).isZero();
  }
}
