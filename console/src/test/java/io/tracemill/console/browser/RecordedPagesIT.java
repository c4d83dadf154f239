package io.tracemill.console.browser;

import static io.tracemill.console.browser.Answers.largestFirst;
import static io.tracemill.console.browser.Answers.list;
import static io.tracemill.console.browser.Answers.numbers;
import static io.tracemill.console.browser.Answers.range;
import static io.tracemill.console.browser.Answers.scope;
import static io.tracemill.console.browser.Answers.sum;
import static io.tracemill.console.browser.Answers.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

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
  private static final List<String> COLUMNS =
      List.of(
          "/traces", "/errorRatio", "/latencyNanos/p50", "/latencyNanos/p95", "/latencyNanos/p99");
  private static final List<String> LATENCIES = List.of("mean", "p50", "p90", "p95", "p99", "max");

  @TempDir private static Path directory;

  private static RecordedConsole recorded;
  private static Browser browser;
  private static ConsoleApi api;
  private static Walk walk;
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
    change = recorded.explainedChange();
    endpoint = scope(change.path("endpoint"));
  }

  @AfterParameterizedClassInvocation
  static void stop() throws Exception {
    if (recorded != null) {
      recorded.close();
    }
  }

  private static JsonNode records(String stream, Map<String, String> scope) throws Exception {
    return api.get("endpoint/records", with(scope, "stream", stream)).path("records");
  }

  @Test
  void nowShowsEveryIncidentAndTheQualityOfTheData() throws Exception {
    walk.open("now", Map.of("earlier", "1"));

    JsonNode now = api.get("now");
    assertThat(browser.count("[data-test=incident-link]"))
        .isEqualTo(api.get("incidents").path("incidents").size());
    assertThat(walk.numbers("watching")).containsExactly(now.at("/watch/watching").asDouble());
    assertThat(walk.numbers("late")).containsExactly(now.at("/quality/spans/late").asDouble());
    assertThat(walk.numbers("incomplete"))
        .containsExactly(now.at("/quality/traces/incomplete").asDouble());
    assertThat(walk.numbers("dead-lettered"))
        .containsExactly(now.at("/quality/records/deadLettered").asDouble());
    assertThat(walk.numbers("freshness")).containsExactly(now.at("/status/asOfMillis").asDouble());
  }

  @Test
  void endpointsShowsTheFiguresOfEachTheBusiestFirst() throws Exception {
    walk.open("endpoints", Map.of());

    JsonNode all = api.get("endpoints").path("endpoints");
    long asOfMillis = api.get("status").path("asOfMillis").asLong();
    List<JsonNode> ofNow =
        list(all).stream()
            .filter(each -> each.at("/window/endMillis").asLong() == asOfMillis)
            .toList();
    assertThat(walk.numbers("rate"))
        .isSortedAccordingTo(Comparator.reverseOrder())
        .containsExactlyInAnyOrderElementsOf(
            ofNow.stream().map(each -> each.path("ratePerSecond").asDouble()).toList());
    assertThat(walk.numbers("shown")).containsExactly((double) all.size());
    List<String> shown = List.of("/traces", "/errors", "/p50", "/p95", "/p99");
    assertThat(Answers.table(browser.rows(".endpoints-table"), shown))
        .containsExactlyInAnyOrderElementsOf(Answers.table(list(all), COLUMNS));
    walk.assertShown("hottest", all, "/hottest/share");
    assertThat(walk.numbers("spark"))
        .containsExactlyInAnyOrderElementsOf(
            list(all).stream()
                .map(each -> each.path("spark"))
                .map(spark -> spark.path(spark.size() - 1).path(1).asDouble())
                .toList());
  }

  @Test
  void anEndpointShowsWhereItsTimeGoes() throws Exception {
    walk.open("endpoint", endpoint);

    JsonNode profile = api.get("endpoint/profile", endpoint);
    String card = "[data-test=profile]";
    assertThat(walk.numbersIn(card, "requests"))
        .containsExactly(profile.path("traceCount").asDouble());
    assertThat(walk.numbersIn(card, "errors"))
        .containsExactly(profile.path("errorRatio").asDouble());
    for (String name : LATENCIES) {
      assertThat(walk.numbersIn(card, name))
          .as(name)
          .containsExactly(profile.path("latencyNanos").path(name).asDouble());
    }
    assertThat(walk.only("flame-canvas").path("frames").asInt())
        .isBetween(1, profile.path("tree").size());
    assertThat(walk.numbers("exemplar"))
        .isEqualTo(numbers(profile.path("exemplars"), "/durationNanos"));
    assertThat(walk.numbers("saved"))
        .containsAll(
            numbers(records("what-ifs", endpoint).path(0).path("changes"), "/saved/meanNanos"));
    JsonNode series = api.get("endpoint/series", endpoint);
    assertThat(walk.only("line-chart").path("points").asInt())
        .as("points of the lines, and of the gaps in them")
        .isGreaterThanOrEqualTo(series.path("points").size());
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

    JsonNode answer = api.get("index/change", with(endpoint, "before", before, "after", after));
    assertThat(walk.only("verdict").path("value").asText())
        .isEqualTo(answer.path("verdict").asText());
    assertThat(browser.count("[data-test=change] [data-test=waterfall-term]")).isPositive();
    walk.assertAccountsAddUp();
  }

  @Test
  void aCategoryShowsItsFiguresItsLatenciesAndItsCalls() throws Exception {
    JsonNode row =
        largestFirst(api.get("index/overview", endpoint).path("categories"), "/requests").get(0);
    Map<String, String> category = with(endpoint, "flow", row.path("flow").asText());
    walk.open("category", category);

    assertThat(walk.numbers("category-requests")).containsExactly(row.path("requests").asDouble());
    assertThat(walk.numbers("category-share")).containsExactly(row.path("share").asDouble());
    assertThat(walk.numbers("category-mean")).containsExactly(row.path("meanNanos").asDouble());
    assertThat(walk.numbers("category-p50")).containsExactly(row.path("p50Nanos").asDouble());
    assertThat(walk.numbers("category-p99")).containsExactly(row.path("p99Nanos").asDouble());
    JsonNode histogram = api.get("index/histogram", with(category, "scale", "log", "bins", "40"));
    assertThat(walk.only("histogram").path("sum").asDouble())
        .isCloseTo(sum(histogram.path("bins"), "/requests"), within(1e-6));
    assertThat(walk.only("histogram").path("bins").asInt())
        .isEqualTo(histogram.path("bins").size());
    JsonNode calls = api.get("index/category", category).path("nodes");
    assertThat(walk.only("call-tree").path("nodes").asInt()).isEqualTo(calls.size());
    JsonNode slowest = api.get("index/traces", with(category, "order", "slowest", "limit", "12"));
    assertThat(browser.count(".exemplars [data-test=trace-link]"))
        .isEqualTo(slowest.path("traces").size());
  }

  @Test
  void aTraceShowsALaneForEachOfItsSpans() throws Exception {
    JsonNode exemplar = api.get("endpoint/profile", endpoint).path("exemplars").path(0);
    Map<String, String> id = Map.of("id", exemplar.path("traceId").asText());
    walk.open("trace", id);

    JsonNode requests = api.get("index/trace", id).path("requests");
    walk.assertShown("trace-duration", requests, "/found/durationNanos");
    walk.assertShown("trace-spans", requests, "/found/spanCount");
    assertThat(browser.data("[data-test=swim-lane]"))
        .extracting(lane -> lane.path("spans").asInt())
        .containsExactlyElementsOf(
            list(requests).stream().map(each -> each.path("spans").size()).toList());
  }

  @Test
  void hotspotsShowsTheFramesThatCostMost() throws Exception {
    walk.open("hotspots", Map.of());

    JsonNode hotspots = api.get("records", Map.of("stream", "hotspots")).path("records");
    assertThat(walk.numbers("hotspot-own")).isEqualTo(numbers(hotspots, "/exclusiveNanos"));
  }

  @Test
  void hotspotsShowsDiagnosesDistributionsAndHeat() throws Exception {
    walk.open("hotspots", Map.of("part", "diagnoses"), "hotspots-diagnoses");
    JsonNode diagnoses = api.get("records", Map.of("stream", "diagnoses")).path("records");
    assertThat(numbers(diagnoses, "/explained")).containsAll(walk.numbers("diagnosis-explained"));

    walk.open("hotspots", Map.of("part", "system"), "hotspots-system");
    JsonNode system =
        api.get("records", Map.of("stream", "systems")).at("/records/0/distributions");
    for (JsonNode each : system) {
      for (String figure : List.of("mean", "p50", "p90", "p95", "p99", "max")) {
        assertThat(walk.numbers("system-%s-%s".formatted(each.path("name").asText(), figure)))
            .containsExactly(each.path(figure).asDouble());
      }
    }

    walk.open("hotspots", with(endpoint, "part", "heat"), "hotspots-heat");
    JsonNode heat = records("heatmaps", endpoint).path(0);
    assertThat(walk.only("heat").path("cells").asInt())
        .isEqualTo(heat.path("columns").size() * heat.path("rows").size());

    walk.open("hotspots", with(endpoint, "part", "groups"), "hotspots-groups");
  }

  @Test
  void anIncidentShowsItsCulpritsItsAccountAndAllThatChanged() throws Exception {
    JsonNode incident =
        largestFirst(api.get("incidents").path("incidents"), "/incident/contributionNanos")
            .get(0)
            .path("incident");
    String id = incident.path("id").asText();
    walk.open("incident", Map.of("id", id));

    JsonNode answer = api.get("incident", Map.of("id", id));
    assertThat(walk.numbers("share")).isEqualTo(numbers(incident.path("culprits"), "/share"));
    assertThat(walk.numbers("contribution"))
        .containsExactly(incident.path("contributionNanos").asDouble());
    assertThat(walk.numbers("mean-after"))
        .containsExactly(incident.at("/totals/after/meanNanos").asDouble());
    assertThat(walk.numbers("p95-after"))
        .containsExactly(incident.at("/totals/after/p95Nanos").asDouble());
    walk.assertShown("mutation-contribution", answer.path("mutations"), "/contributionNanos");
    assertThat(browser.count("[data-test=exemplars] [data-test=trace-link]"))
        .isEqualTo(
            incident.at("/exemplars/before").size() + incident.at("/exemplars/after").size());
    walk.assertAccountsAddUp();
  }
}
