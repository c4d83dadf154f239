package io.tracemill.console.browser;

import static io.tracemill.console.browser.Answers.list;
import static io.tracemill.console.browser.Answers.scope;
import static io.tracemill.console.browser.Answers.with;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tracemill.cli.compare.Payments;
import io.tracemill.console.Console;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The incident of a new version that is slow, on a quarter of the requests. */
@Tag("slow")
@Timeout(300)
@SuppressWarnings("NullAway.Init")
final class CanaryPagesIT {
  private static final int SLOW_SECOND = 640;
  private static final int SLOW_MILLIS = 120;

  @TempDir private static Path directory;

  private static Browser browser;
  private static Console console;
  private static ConsoleApi api;
  private static Walk walk;
  private static JsonNode incident;

  @BeforeAll
  static void start() throws Exception {
    Path traces = directory.resolve("in.jsonl");
    Files.writeString(
        traces,
        Payments.lines(
            (second, version) -> second < SLOW_SECOND || version == 1 ? 0 : SLOW_MILLIS));
    browser = Browser.open();
    console = RecordedResults.of(traces, directory).console();
    api = new ConsoleApi(console.address());
    walk = new Walk(browser, console.address(), "canary");
    incident = api.get("incidents").at("/incidents/0/incident");
    walk.open("incident", Map.of("id", incident.path("id").asText()));
  }

  @AfterAll
  static void stop() throws Exception {
    if (browser != null) {
      browser.close();
    }
    if (console != null) {
      console.close();
    }
  }

  private static Map<String, String> during(String range) {
    return with(
        scope(incident.at("/endpoints/0")),
        "from",
        incident.path(range).path("startMillis").asText(),
        "to",
        incident.path(range).path("endMillis").asText());
  }

  @Test
  void theTwoVersionsAreBesideEachOther() throws Exception {
    JsonNode values =
        api.get(
                "store/values",
                with(during("window"), "rule", incident.at("/differences/0/rule").asText()))
            .at("/attributes/0/values");

    assertThat(list(values)).extracting(each -> each.path("value").asText()).contains("v1", "v2");
    assertThat(walk.numbersIn("[data-test=values]", "value-mean").subList(0, values.size()))
        .isEqualTo(Answers.numbers(values, "/latencyNanos/mean/value"));
    assertThat(walk.numbersIn("[data-test=values]", "value-p95").subList(0, values.size()))
        .isEqualTo(Answers.numbers(values, "/latencyNanos/percentiles/p95/value"));
  }

  @Test
  void aLinkComparesTheTwoVersionsInTheTimeOfTheIncident() throws Exception {
    String address =
        browser
            .evaluate("return document.querySelector('[data-test=compare-values-link]').hash")
            .asText();
    assertThat(address)
        .contains("kind=values", "where=payment.service.version%3Dv2")
        .contains("against=payment.service.version%3Dv1")
        .contains("from=" + incident.at("/window/startMillis").asText());

    browser.visit(console.address() + address);

    walk.assertNoProblem();
    assertThat(walk.only("verdict").path("value").asText()).isNotEmpty();
    walk.visit("incident", Map.of("id", incident.path("id").asText()));
  }

  @Test
  void aClickLooksForWhatElseTellsTheSlowRequestsApart() throws Exception {
    String address =
        browser.evaluate("return document.querySelector('[data-test=exclude]').hash").asText();
    assertThat(address).contains("exclude=payment.service.version");

    browser.visit(console.address() + address);
    walk.assertNoProblem();
    assertThat(browser.text("[data-test=rules]")).doesNotContain("payment v2");

    browser.evaluate("document.querySelector('[data-test=include]').click()");
    browser.settle();
    walk.assertNoProblem();
    assertThat(browser.text("[data-test=rules]")).contains("payment v2 tells slow requests");
    assertThat(browser.evaluate("return location.hash").asText()).doesNotContain("exclude");
    walk.visit("incident", Map.of("id", incident.path("id").asText()));
  }

  @Test
  void theSpansOfATypicalSlowTraceAreBesideTheUsualDurations() throws Exception {
    String id = incident.at("/exemplars/after/0").asText();
    JsonNode request = api.get("store/trace", Map.of("id", id)).at("/requests/0");
    JsonNode usual = api.get("store/durations", during("baseline")).path("operations");

    assertThat(walk.numbersIn("[data-test=spans]", "took"))
        .isEqualTo(Answers.numbers(request.path("spans"), "/durationNanos"));
    assertThat(walk.numbersIn("[data-test=spans]", "usual"))
        .containsExactlyInAnyOrderElementsOf(Answers.numbers(usual, "/meanNanos"));
    assertThat(browser.text("[data-test=attributes]")).contains("payment service.version = v2");
  }

  @Test
  void noUsualTraceIsSlowerThanASlowOne() {
    List<Double> durations = walk.numbersIn("[data-test=exemplars]", "exemplar-duration");
    int slow = incident.at("/exemplars/after").size();

    assertThat(durations).hasSizeGreaterThan(slow);
    assertThat(durations.subList(0, slow))
        .allMatch(
            each -> durations.subList(slow, durations.size()).stream().allMatch(d -> d < each));
  }
}
