package io.tracemill.console.browser;

import static io.tracemill.console.browser.Answers.largestFirst;
import static io.tracemill.console.browser.Answers.list;
import static io.tracemill.console.browser.Answers.numbers;
import static io.tracemill.console.browser.Answers.range;
import static io.tracemill.console.browser.Answers.scope;
import static io.tracemill.console.browser.Answers.with;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tracemill.cli.results.Recording;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Every page over recorded traces: what it shows equals the figures of the API. */
@Tag("slow")
@Timeout(300)
@ParameterizedClass
@EnumSource
@SuppressWarnings("NullAway.Init")
final class RecordedPagesIT {
  private static final long WINDOW_MILLIS = 300_000;

  @TempDir private static Path directory;

  private static RecordedConsole recorded;
  private static Browser browser;
  private static ConsoleApi api;
  private static Walk walk;
  private static ShownFigures shown;
  private static JsonNode change;
  private static Map<String, String> endpoint;

  @SuppressWarnings("UnusedVariable")
  RecordedPagesIT(Recording recording) {}

  @BeforeParameterizedClassInvocation
  static void start(Recording recording) throws Exception {
    recorded = RecordedConsole.of(recording, directory);
    browser = recorded.browser();
    api = recorded.api();
    walk = recorded.walk();
    shown = new ShownFigures(recorded);
    change = recorded.explainedChange();
    endpoint = scope(change.path("endpoint"));
  }

  @AfterParameterizedClassInvocation
  static void stop() throws Exception {
    if (recorded != null) {
      recorded.close();
    }
  }

  @Test
  void nowShowsEveryIncidentAndTheQualityOfTheData() throws Exception {
    walk.open("now", Map.of("earlier", "1"));

    shown.now();
  }

  @Test
  void endpointsShowsTheFiguresOfEach() throws Exception {
    walk.open("endpoints", Map.of());

    JsonNode all = api.get("endpoints").path("endpoints");
    long asOfMillis = api.get("status").path("asOfMillis").asLong();
    List<JsonNode> ofNow =
        list(all).stream()
            .filter(each -> each.at("/window/endMillis").asLong() > asOfMillis - WINDOW_MILLIS)
            .toList();
    assertThat(walk.numbers("rate"))
        .containsExactlyInAnyOrderElementsOf(
            ofNow.stream().map(each -> each.path("ratePerSecond").asDouble()).toList());
    shown.endpoints();
  }

  @Test
  void anEndpointShowsWhereItsTimeGoes() throws Exception {
    walk.open("endpoint", endpoint);

    shown.endpoint(endpoint);
    assertThat(walk.numbers("saved"))
        .containsAll(
            numbers(api.get("store/what-if", endpoint).path("changes"), "/saved/meanNanos"));
    JsonNode series = api.get("endpoint/series", endpoint);
    assertThat(walk.only("line-chart").path("points").asInt())
        .as("points of the lines, and of the gaps in them")
        .isGreaterThanOrEqualTo(series.path("points").size());
    for (String chart : List.of("line-chart-rate", "line-chart-errors")) {
      assertThat(walk.only(chart).path("points")).isEqualTo(walk.only("line-chart").path("points"));
    }
    assertThat(walk.numbers("marks")).isSubsetOf((double) series.path("marks").size());
    assertThat(browser.data("[data-test=last-change] [data-test=waterfall]")).hasSize(1);
    walk.assertAccountsAddUp();
  }

  @Test
  void aChangeOfAnEndpointIsShownAsBarsThatAddUp() throws Exception {
    String before = range(change.path("baseline"));
    String after = range(change.path("window"));
    walk.open(
        "endpoint",
        with(
            endpoint,
            "from",
            change.at("/baseline/startMillis").asText(),
            "to",
            change.at("/baseline/endMillis").asText(),
            "second",
            after),
        "endpoint-change");

    JsonNode answer = api.get("store/change", with(endpoint, "before", before, "after", after));
    assertThat(walk.only("verdict").path("value").asText())
        .isEqualTo(answer.path("verdict").asText());
    assertThat(browser.count("[data-test=change] [data-test=waterfall-term]")).isPositive();
    walk.assertAccountsAddUp();
  }

  @Test
  void aCategoryShowsItsFiguresItsLatenciesAndItsCalls() throws Exception {
    JsonNode categories = api.get("store/overview", endpoint).path("categories");
    String category = largestFirst(categories, "/requests").get(0).path("category").asText();
    walk.open("category", with(endpoint, "category", category));

    shown.category(endpoint, category);
  }

  @Test
  void aTraceShowsALaneForEachOfItsSpans() throws Exception {
    JsonNode exemplar = api.get("endpoint/profile", endpoint).path("exemplars").path(0);
    String id = exemplar.path("traceId").asText();
    walk.open("trace", Map.of("id", id));

    shown.trace(id);
  }

  @Test
  void hotspotsShowsTheFramesThatCostMost() throws Exception {
    walk.open("hotspots", Map.of());

    shown.hotspots();
  }

  @Test
  void servicesShowsTheGraphAndLeadsFromAnEdgeToTheFlameGraphsThere() throws Exception {
    walk.open("services", Map.of());
    shown.services();
    JsonNode edge = largestFirst(api.get("services", Map.of()).path("edges"), "/endpoints").get(0);
    Map<String, String> ends =
        Map.of("caller", edge.path("caller").asText(), "callee", edge.path("callee").asText());
    walk.open("services", ends, "services-edge");
    JsonNode endpoints = api.get("services/endpoints", ends).path("endpoints");
    assertThat(walk.numbersIn("[data-test=edge]", "share"))
        .isNotEmpty()
        .isEqualTo(numbers(endpoints, "/share"));

    browser.click("[data-test=edge-endpoint]");
    browser.settle();

    walk.assertNoProblem();
    assertThat(browser.count("[data-test=flame-reset]")).as("zoomed").isEqualTo(1);
    assertThat(browser.text("[data-test=profile] .flame-name"))
        .contains(edge.path("callee").asText());
  }

  @Test
  void aServiceHasItsEndpoints() throws Exception {
    String service = endpoint.get("service");
    walk.open("services", Map.of("service", service), "services-service");

    assertThat(browser.texts("[data-test=service] .endpoint-operation"))
        .hasSize(
            (int)
                list(api.get("endpoints").path("endpoints")).stream()
                    .filter(each -> each.at("/endpoint/service").asText().equals(service))
                    .count());
  }

  /** A line of 50 services, shortcuts of a random length, and a circle. */
  @Test
  void callersAreLeftOfTheServicesThatTheyCallButForCircles() throws Exception {
    walk.visit("services", Map.of());
    JsonNode columns =
        browser.evaluateAsync(
            """
            const { columnsOf } = await import("./components/service-layout.js");
            const edges = [];
            for (let i = 0; i < 49; i++) {
              edges.push({ caller: "s" + i, callee: "s" + (i + 1) });
              edges.push({ caller: "s" + i, callee: "s" + Math.min(49, i + 2 + i * 7 % 11) });
            }
            edges.push({ caller: "s30", callee: "s20" }, { caller: "s5", callee: "s5" });
            return columnsOf(edges).map((column) => column.filter((name) => /^s\\d+$/.test(name)));
            """);
    assertThat(columns).hasSize(50);
    for (int i = 0; i < 50; i++) {
      assertThat(columns.path(i)).hasSize(1);
      assertThat(columns.at("/" + i + "/0").asText()).isEqualTo("s" + i);
    }
  }

  @Test
  void hotspotsOfARangeAreThoseOfTheStoreInThatTime() throws Exception {
    Map<String, String> range =
        Map.of(
            "from", change.at("/window/startMillis").asText(),
            "to", change.at("/window/endMillis").asText());
    walk.open("hotspots", range, "hotspots-range");
    assertThat(walk.numbers("hotspot-own"))
        .isNotEmpty()
        .isEqualTo(numbers(api.get("store/hotspots", range).path("hotspots"), "/exclusiveNanos"));

    walk.open("hotspots", with(range, "part", "services"), "services-range");
    assertThat(walk.numbers("calls"))
        .containsExactlyInAnyOrderElementsOf(
            numbers(api.get("store/hotspots", range).path("dependencies"), "/requests"));
  }

  @Test
  void aDiagnosisOfARangeShowsTheAverageTraceWithTheMarkedPart() throws Exception {
    Map<String, String> range =
        with(
            endpoint,
            "from",
            change.at("/window/startMillis").asText(),
            "to",
            change.at("/window/endMillis").asText());
    walk.open("hotspots", with(range, "part", "diagnoses"), "hotspots-diagnoses");

    JsonNode traced =
        list(api.get("store/diagnosis", range).path("findings")).stream()
            .filter(each -> each.has("trace"))
            .findFirst()
            .orElseThrow();
    assertThat(walk.only("average-trace").path("finding").asText())
        .isEqualTo(traced.path("id").asText());
    assertThat(walk.only("swim-lane").path("spans").asInt())
        .isEqualTo(traced.at("/trace/spans").size());
    assertThat(browser.count("[data-test=average-trace] .swim-bar.swim-mark")).isEqualTo(1);
  }

  @Test
  void whatIfListsThePlacesThatSaveMostFirst() throws Exception {
    walk.open("hotspots", with(endpoint, "part", "what-if"), "hotspots-what-if");

    JsonNode changes = api.get("store/what-if", endpoint).path("changes");
    List<Double> saved = numbers(changes, "/outcome/saved/mean/value");
    assertThat(saved).isNotEmpty().isSortedAccordingTo(Comparator.reverseOrder());
    assertThat(
            saved.get(0) / api.get("store/what-if", endpoint).at("/before/mean/value").asDouble())
        .as("10 %% of the place that takes most")
        .isGreaterThan(0.01);
    assertThat(browser.count("[data-test=error-cost]")).isEqualTo(1);
  }

  @Test
  void hotspotsShowsDistributionsAndHeat() throws Exception {
    walk.open("hotspots", Map.of("part", "system"), "hotspots-system");
    JsonNode system = api.get("store/distributions", Map.of()).path("figures");
    for (JsonNode each : system) {
      JsonNode values = each.path("values");
      assertFigure(each, "mean", values.at("/mean/value"));
      assertFigure(each, "max", values.path("max"));
      for (String percentile : List.of("p50", "p90", "p95", "p99")) {
        assertFigure(each, percentile, values.at("/percentiles/" + percentile + "/value"));
      }
    }

    walk.open("hotspots", with(endpoint, "part", "heat"), "hotspots-heat");
    JsonNode heat = api.get("store/heat", endpoint);
    assertThat(walk.only("heat").path("cells").asInt())
        .isEqualTo(heat.path("columns").size() * heat.path("rows").size());
    assertThat(walk.only("call-chains").path("chains").asInt())
        .isEqualTo(heat.at("/rows/0/callPaths").size());

    walk.open("hotspots", with(endpoint, "part", "heat", "order", "p99"), "hotspots-heat-p99");
    JsonNode largest = largestFirst(heat.path("rows"), "/percentiles/p99/value").get(0);
    assertThat(browser.text("[data-test=call-chains] h3"))
        .startsWith(
            largest.at("/frame/service").asText() + " " + largest.at("/frame/operation").asText());

    walk.open("hotspots", with(endpoint, "part", "groups"), "hotspots-groups");
  }

  private static void assertFigure(JsonNode of, String figure, JsonNode expected) {
    assertThat(walk.numbers("system-%s-%s".formatted(of.path("name").asText(), figure)))
        .containsExactly(expected.asDouble());
  }

  @Test
  void anIncidentShowsItsCulpritsItsAccountAndAllThatChanged() throws Exception {
    JsonNode incident =
        largestFirst(api.get("incidents").path("incidents"), "/incident/contributionNanos")
            .get(0)
            .path("incident");
    String id = incident.path("id").asText();
    walk.open("incident", Map.of("id", id));

    shown.incident(id);
  }
}
