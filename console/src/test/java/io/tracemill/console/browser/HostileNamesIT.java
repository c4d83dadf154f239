package io.tracemill.console.browser;

import static io.tracemill.console.browser.Answers.largestFirst;
import static io.tracemill.console.browser.Answers.range;
import static io.tracemill.console.browser.Answers.scope;
import static io.tracemill.console.browser.Answers.with;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tracemill.cli.results.Recording;
import io.tracemill.console.Console;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Names that would be markup stay text on every page. */
@Tag("slow")
@Timeout(300)
@SuppressWarnings("NullAway.Init")
final class HostileNamesIT {
  /** Elements that only markup of a name can have made: the pages have none, or one script. */
  private static final String INJECTED =
      """
      return [...document.querySelectorAll("*")].filter((each) =>
        ["IMG", "IFRAME", "OBJECT", "EMBED"].includes(each.tagName)
          || (each.tagName === "SCRIPT" && each.textContent !== "")
          || [...each.attributes].some((attribute) => attribute.name.startsWith("on")))
        .map((each) => each.outerHTML.slice(0, 200));
      """;

  @TempDir private static Path directory;

  private static Browser browser;
  private static Console console;
  private static ConsoleApi api;
  private static Walk walk;
  private static Map<String, String> endpoint;

  @BeforeAll
  static void start() throws Exception {
    browser = Browser.open();
    Path traces =
        HostileNames.write(Recording.ONLINE_BOUTIQUE.file(), directory.resolve("hostile.jsonl"));
    RecordedResults results = RecordedResults.of(traces, directory);
    HostileNames.lengthen(results.out(), "GetCurrencyData");
    console = results.console();
    api = new ConsoleApi(console.address());
    walk = new Walk(browser, console.address(), "hostile");
    endpoint = scope(api.get("endpoints").at("/endpoints/0/endpoint"));
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

  /** An alert that is open would fail every further step. */
  private static void openUnharmed(String page, Map<String, String> parameters, String as)
      throws Exception {
    walk.open(page, parameters, as);
    assertThat(browser.evaluate(INJECTED)).as(page).isEmpty();
    assertThat(browser.text("main")).as(page).contains(HostileNames.MARKUP);
  }

  private static void openUnharmed(String page, Map<String, String> parameters) throws Exception {
    openUnharmed(page, parameters, page);
  }

  @Test
  void namesAreTextOnNowAndOnThePageOfAnIncident() throws Exception {
    openUnharmed("now", Map.of("earlier", "1"));
    for (JsonNode incident : api.get("incidents").path("incidents")) {
      openUnharmed("incident", Map.of("id", incident.at("/incident/id").asText()));
    }
  }

  @Test
  void namesAreTextOnThePagesOfEndpoints() throws Exception {
    openUnharmed("endpoints", Map.of());
    openUnharmed("endpoints", Map.of("q", HostileNames.MARKUP), "endpoints-found");
    openUnharmed("endpoint", endpoint);
  }

  @Test
  void namesAreTextInTheChangeOfAnEndpoint() throws Exception {
    JsonNode change = api.get("endpoint/changes", endpoint).at("/records/0");
    openUnharmed(
        "endpoint",
        with(
            endpoint,
            "from",
            change.at("/baseline/startMillis").asText(),
            "to",
            change.at("/baseline/endMillis").asText(),
            "second",
            range(change.path("window"))),
        "endpoint-change");
  }

  @Test
  void namesAreTextOnThePagesOfACategoryAndOfATrace() throws Exception {
    JsonNode categories = api.get("store/overview", endpoint).path("categories");
    String category = largestFirst(categories, "/requests").get(0).path("category").asText();
    openUnharmed("category", with(endpoint, "category", category));
    JsonNode exemplar = api.get("endpoint/profile", endpoint).at("/exemplars/0");
    openUnharmed("trace", Map.of("id", exemplar.path("traceId").asText()));
  }

  @Test
  void namesAreTextOnServices() throws Exception {
    openUnharmed("services", Map.of());
    JsonNode edge = largestFirst(api.get("services").path("edges"), "/endpoints").get(0);
    openUnharmed(
        "services",
        Map.of("caller", edge.path("caller").asText(), "callee", edge.path("callee").asText()),
        "services-edge");
  }

  @Test
  void namesAreTextOnHotspots() throws Exception {
    for (String part : List.of("frames", "diagnoses", "heat", "groups")) {
      openUnharmed("hotspots", Map.of("part", part), "hotspots-" + part);
    }
  }

  @Test
  void namesAreTextOnCompareAndQuery() throws Exception {
    JsonNode change = api.get("endpoint/changes", endpoint).at("/records/0");
    openUnharmed(
        "compare",
        with(
            endpoint,
            "before",
            range(change.path("baseline")),
            "after",
            range(change.path("window"))));
    openUnharmed("query", with(endpoint, "q", "traces"));
    String sql = "SELECT DISTINCT service AS \"<b>\", operation FROM requests";
    openUnharmed("query", Map.of("q", "sql", "sql", sql), "query-sql");
  }

  @Test
  void theAddressIsTextToo() throws Exception {
    String markup = "\"'><img src=x onerror=alert(1)>";
    for (String page :
        List.of("now", "trace", "incident", "endpoint", "category", "query", markup)) {
      browser.visit(
          console.address()
              + "#/"
              + page
              + "?"
              + ConsoleApi.query(
                  Map.of(
                      "id", markup, "service", markup, "operation", markup, "category", markup)));
      assertThat(browser.evaluate(INJECTED)).as(page).isEmpty();
    }
  }
}
