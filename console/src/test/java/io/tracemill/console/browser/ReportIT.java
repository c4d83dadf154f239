package io.tracemill.console.browser;

import static io.tracemill.console.browser.Answers.largestFirst;
import static io.tracemill.console.browser.Answers.scope;
import static io.tracemill.console.browser.Answers.with;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tracemill.cli.results.Recording;
import io.tracemill.console.report.ReportMain;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A report that is opened as a file: its pages show what it carries, and ask nobody. */
@Tag("slow")
@Timeout(300)
@SuppressWarnings("NullAway.Init")
final class ReportIT {
  private static final String MISSING = "This report does not carry it";

  @TempDir private static Path directory;

  private static Browser browser;
  private static Walk walk;
  private static Map<String, String> endpoint;
  private static AnomalyRecords anomalies;

  @BeforeAll
  static void start() throws Exception {
    browser = Browser.open();
    RecordedResults results = RecordedResults.of(Recording.ONLINE_BOUTIQUE.file(), directory);
    Files.write(
        results.out().resolve("stack-explanations.jsonl"),
        List.of(StackRecords.read().neighbour(), StackRecords.read().coupons()));
    anomalies = AnomalyRecords.write(results.out());
    Path report = directory.resolve("report.html");
    ReportMain.main(
        new String[] {
          "--data", results.out().toString(),
          "--store", results.store().toString(),
          "--out", report.toString(),
          "--title", "</title><b>boutique",
          "--source", "boutique.jsonl.gz",
        });
    walk = new Walk(browser, report.toUri().toString(), "report");
    browser.visit(report.toUri().toString());
    endpoint =
        scope(
            largestFirst(carried("endpoints").path("endpoints"), "/traces")
                .get(0)
                .path("endpoint"));
  }

  @AfterAll
  static void stop() {
    if (browser != null) {
      browser.close();
    }
  }

  /** The answer that the report carries for an address of the API. */
  private static JsonNode carried(String address) {
    JsonNode answer =
        browser.evaluate("return TRACEMILL_REPORT[%s]".formatted(Browser.quoted(address)));
    assertThat(answer.isObject()).as(address).isTrue();
    return answer;
  }

  private static void open(String page, Map<String, String> parameters) throws Exception {
    walk.open(page, parameters);
    assertThat(browser.text("#app")).doesNotContain(MISSING);
  }

  private static JsonNode firstOf(String beginning) {
    return browser.evaluate(
        "return TRACEMILL_REPORT[Object.keys(TRACEMILL_REPORT).find((key) => key.startsWith(%s))]"
            .formatted(Browser.quoted(beginning)));
  }

  @Test
  void nowShowsTheIncidentsOfTheFiles() throws Exception {
    open("now", Map.of());

    assertThat(browser.count("[data-test=incident-link]"))
        .isEqualTo(carried("incidents").path("incidents").size());
  }

  @Test
  void everyPageSaysWhichFilesAndWhichTimeItIsAbout() throws Exception {
    open("endpoints", Map.of());

    assertThat(browser.text("[data-test=report-title]")).isEqualTo("</title><b>boutique");
    assertThat(browser.text("[data-test=report-source]")).isEqualTo("boutique.jsonl.gz");
    assertThat(browser.text("[data-test=report-time]"))
        .startsWith("2022-08-22 03:")
        .contains(" – 2022-08-22 0");
  }

  @Test
  void itsDiagnosisIsOfAllRequestsOfTheFiles() {
    assertThat(carried("store/diagnosis").at("/findings/0/requests").asLong())
        .isEqualTo(carried("report").path("requests").asLong());
  }

  @Test
  void itCarriesTheComparisonOfEachIncidentBeforeAndAfter() throws Exception {
    open("compare", Map.of());
    assertThat(browser.count("[data-test=incident-comparisons] a"))
        .isEqualTo(carried("incidents").path("incidents").size());

    browser.click("[data-test=incident-comparisons] a");
    browser.settle();
    assertThat(browser.text("#app")).doesNotContain(MISSING);
    assertThat(browser.count("[data-test=verdict]")).isEqualTo(1);
    assertThat(browser.count("[data-test=compare-categories] tbody tr")).isGreaterThan(1);
    assertThat(browser.count("[data-test=histogram-pair]")).isEqualTo(1);
    walk.assertAccountsAddUp();
  }

  @Test
  void endpointsShowsTheFiguresOfEach() throws Exception {
    open("endpoints", Map.of());

    walk.assertShown("p95", carried("endpoints").path("endpoints"), "/latencyNanos/p95");
  }

  @Test
  void anEndpointShowsWhereItsTimeGoes() throws Exception {
    open("endpoint", endpoint);

    JsonNode profile = firstOf("store/profile?");
    assertThat(walk.numbersIn("[data-test=profile]", "requests"))
        .containsExactly(profile.path("traceCount").asDouble());
    assertThat(walk.numbers("exemplar"))
        .isEqualTo(Answers.numbers(profile.path("exemplars"), "/durationNanos"));
  }

  @Test
  void anIncidentShowsItsCulprits() throws Exception {
    JsonNode incident = carried("incidents").at("/incidents/0/incident");
    open("incident", Map.of("id", incident.path("id").asText()));

    walk.assertShown("share", incident.path("culprits"), "/share");
    walk.assertAccountsAddUp();
  }

  @Test
  void stacksShowsTheExplanationsInTheDirectory() throws Exception {
    open("stacks", Map.of());

    assertThat(walk.only("stacks").path("records").asInt()).isEqualTo(2);
    JsonNode newest = carried("stack-explanations").at("/records/0");
    walk.assertShown("slow-share", newest.path("features"), "/slowShare");
    assertThat(browser.count("[data-test=flame-canvas]")).isEqualTo(3);
  }

  @Test
  void anAnomalyLeadsToItsTrace() throws Exception {
    open("endpoint", anomalies.endpoint());
    assertThat(browser.count("[data-test=anomalies] tbody tr")).isEqualTo(3);

    browser.click("[data-test=anomalies] [data-test=trace-link]");
    browser.settle();
    assertThat(browser.text("[data-test=trace-anomaly]")).contains("unusual times");
    assertThat(walk.numbers("seenNanos")).containsExactly(412e6);
    assertThat(browser.text("#app")).doesNotContain(MISSING);
  }

  @Test
  void aTraceShowsALaneForEachOfItsSpans() throws Exception {
    JsonNode request = firstOf("store/trace?").path("requests").path(0);
    open("trace", Map.of("id", request.at("/found/traceId").asText()));

    assertThat(walk.only("swim-lane").path("spans").asInt())
        .isEqualTo(request.path("spans").size());
  }

  @Test
  void aCategoryShowsItsCalls() throws Exception {
    String id = firstOf("store/overview?").at("/categories/0/category").asText();
    Map<String, String> category = with(endpoint, "category", id);
    open("category", category);

    JsonNode calls = carried("store/category?" + ConsoleApi.query(new TreeMap<>(category)));
    assertThat(walk.only("call-tree").path("nodes").asInt()).isEqualTo(calls.path("nodes").size());
  }
}
