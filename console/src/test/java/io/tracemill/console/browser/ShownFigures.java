package io.tracemill.console.browser;

import static io.tracemill.console.browser.Answers.largestFirst;
import static io.tracemill.console.browser.Answers.list;
import static io.tracemill.console.browser.Answers.numbers;
import static io.tracemill.console.browser.Answers.sum;
import static io.tracemill.console.browser.Answers.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;

/** Asserts that the open page shows the figures of the API. */
record ShownFigures(Browser browser, ConsoleApi api, Walk walk) {
  private static final List<String> LATENCIES = List.of("mean", "p50", "p90", "p95", "p99", "max");

  /** The table beside a flame graph lists so many frames. */
  private static final int LISTED_FRAMES = 100;

  ShownFigures(RecordedConsole recorded) {
    this(recorded.browser(), recorded.api(), recorded.walk());
  }

  /** Page Now with the earlier incidents. */
  void now() throws Exception {
    JsonNode now = api.get("now");
    assertThat(browser.count("[data-test=incident-link]"))
        .isEqualTo(api.get("incidents").path("incidents").size());
    assertThat(walk.numbers("watching")).containsExactly(now.at("/watch/watching").asDouble());
    assertThat(walk.numbers("late"))
        .containsExactly(now.path("quality").at("/spans/late").asDouble());
    assertThat(walk.numbers("incomplete"))
        .containsExactly(now.path("quality").at("/traces/incomplete").asDouble());
    assertThat(walk.numbers("dead-lettered"))
        .containsExactly(now.path("quality").at("/records/deadLettered").asDouble());
    assertThat(walk.numbers("freshness")).containsExactly(now.at("/status/asOfMillis").asDouble());
  }

  /** Page Endpoints. */
  void endpoints() throws Exception {
    JsonNode all = api.get("endpoints").path("endpoints");
    assertThat(walk.numbers("shown")).containsExactly((double) all.size());
    assertThat(
            Answers.table(
                browser.rows("main"), List.of("/traces", "/errors", "/p50", "/p95", "/p99")))
        .containsExactlyInAnyOrderElementsOf(
            Answers.table(
                list(all),
                List.of(
                    "/traces",
                    "/errorRatio",
                    "/latencyNanos/p50",
                    "/latencyNanos/p95",
                    "/latencyNanos/p99")));
    walk.assertShown("hottest", all, "/hottest/share");
    assertThat(walk.numbers("spark"))
        .containsExactlyInAnyOrderElementsOf(
            list(all).stream()
                .map(each -> each.path("spark"))
                .map(spark -> spark.path(spark.size() - 1).path(1).asDouble())
                .toList());
  }

  /** Page Endpoint without a range: figures, flame graph and exemplars of the newest profile. */
  void endpoint(Map<String, String> endpoint) throws Exception {
    String card = "[data-test=profile]";
    browser.click(card + " [data-test=flame-table-toggle]");
    browser.settle();
    JsonNode profile = api.get("endpoint/profile", endpoint);
    assertThat(walk.numbersIn(card, "requests"))
        .containsExactly(profile.path("traceCount").asDouble());
    assertThat(walk.numbersIn(card, "errors"))
        .containsExactly(profile.path("errorRatio").asDouble());
    for (String name : LATENCIES) {
      assertThat(walk.numbersIn(card, name))
          .as(name)
          .containsExactly(profile.path("latencyNanos").path(name).asDouble());
    }
    frames(card, profile.path("tree"));
    assertThat(walk.numbers("exemplar"))
        .isEqualTo(numbers(profile.path("exemplars"), "/durationNanos"));
  }

  /**
   * The frames of a flame graph, as far as they are visible and as the table beside it lists them.
   */
  private void frames(String card, JsonNode tree) {
    assertThat(walk.only("flame-canvas").path("frames").asInt()).isBetween(1, tree.size());
    double total =
        list(tree).stream()
            .filter(node -> node.path("parent").asInt() < 0)
            .mapToDouble(node -> node.path("inclusiveNanos").asDouble())
            .sum();
    List<JsonNode> largest =
        largestFirst(tree, "/exclusiveNanos").stream().limit(LISTED_FRAMES).toList();
    String table = card + " [data-test=flame-table]";
    assertThat(browser.texts(table + " tbody td:first-child"))
        .isEqualTo(largest.stream().map(ShownFigures::name).toList());
    assertThat(Answers.table(browser.rows(table), List.of("/own", "/share", "/total")))
        .isEqualTo(
            largest.stream()
                .map(
                    node -> {
                      double own = node.path("exclusiveNanos").asDouble();
                      return List.of(own, own / total, node.path("inclusiveNanos").asDouble());
                    })
                .toList());
  }

  /** The name of a frame or an edge. */
  private static String name(JsonNode node) {
    String frame = node.path("service").asText() + " " + node.path("operation").asText();
    return node.has("callee") ? frame + " → " + node.path("callee").asText() : frame;
  }

  /** Page Category. */
  void category(Map<String, String> endpoint, String id) throws Exception {
    Map<String, String> category = with(endpoint, "category", id);
    JsonNode row =
        list(api.get("store/overview", endpoint).path("categories")).stream()
            .filter(each -> each.path("category").asText().equals(id))
            .findFirst()
            .orElseThrow();
    assertThat(walk.numbers("category-requests")).containsExactly(row.path("requests").asDouble());
    assertThat(walk.numbers("category-share")).containsExactly(row.path("share").asDouble());
    assertThat(walk.numbers("category-mean")).containsExactly(row.path("meanNanos").asDouble());
    assertThat(walk.numbers("category-p50")).containsExactly(row.path("p50Nanos").asDouble());
    assertThat(walk.numbers("category-p99")).containsExactly(row.path("p99Nanos").asDouble());
    JsonNode histogram = api.get("store/histogram", with(category, "scale", "log", "bins", "40"));
    assertThat(walk.only("histogram").path("sum").asDouble())
        .isCloseTo(sum(histogram.path("bins"), "/requests"), within(1e-6));
    assertThat(walk.only("histogram").path("bins").asInt())
        .isEqualTo(histogram.path("bins").size());
    JsonNode calls = api.get("store/category", category).path("nodes");
    assertThat(walk.only("call-tree").path("nodes").asInt()).isEqualTo(calls.size());
    JsonNode slowest = api.get("store/traces", with(category, "order", "slowest", "limit", "12"));
    assertThat(browser.count("main [data-test=trace-link]"))
        .isEqualTo(slowest.path("traces").size());
  }

  /** Page Trace: the figures of each request, and a lane for each span that the store kept. */
  void trace(String id) throws Exception {
    JsonNode requests = api.get("store/trace", Map.of("id", id)).path("requests");
    walk.assertShown("trace-duration", requests, "/found/durationNanos");
    walk.assertShown("trace-spans", requests, "/found/spanCount");
    assertThat(browser.data("[data-test=swim-lane]"))
        .extracting(lane -> lane.path("spans").asInt())
        .containsExactlyElementsOf(
            list(requests).stream()
                .map(each -> each.path("spans").size())
                .filter(spans -> spans > 0)
                .toList());
    assertThat(walk.numbers("total")).as("total time of its operations").isNotEmpty();
    double whole = sum(requests, "/found/durationNanos");
    assertThat(walk.numbers("critical").stream().mapToDouble(each -> each).sum())
        .as("own times on the critical path add up")
        .isCloseTo(whole, within(1e-6 * whole));
  }

  /** Page Hotspots: the frames. */
  void hotspots() throws Exception {
    JsonNode hotspots = api.get("hotspots", Map.of()).path("records");
    assertThat(walk.numbers("hotspot-own"))
        .isNotEmpty()
        .isEqualTo(numbers(hotspots, "/exclusiveNanos"));
  }

  /** Page Services: the graph and the tables below it. */
  void services() throws Exception {
    JsonNode services = api.get("services", Map.of());
    JsonNode graph = walk.only("service-graph");
    assertThat(graph.path("edges").asInt())
        .isEqualTo(
            services.path("edges").size() - walk.only("graph-left-out").path("value").asInt())
        .isPositive();
    assertThat(walk.numbersIn("[data-test=calls]", "calls"))
        .containsExactlyInAnyOrderElementsOf(numbers(services.path("edges"), "/figures/requests"));
    assertThat(walk.numbersIn("[data-test=services]", "mean"))
        .containsExactlyInAnyOrderElementsOf(
            numbers(services.path("services"), "/figures/meanNanos"));
  }

  /** Page Query: the overview of an endpoint. */
  void overview(Map<String, String> endpoint) throws Exception {
    JsonNode categories = api.get("store/overview", endpoint).path("categories");
    assertThat(walk.numbers("rows")).containsExactly((double) categories.size());
    assertThat(cells()).isNotEmpty().containsAll(numbers(categories, "/meanNanos"));
  }

  /** The numbers in the table of an answer to a question. */
  List<Double> cells() {
    return browser.data("[data-test=answer] tbody [data-value]").stream()
        .map(data -> data.path("value").asDouble())
        .toList();
  }

  /** Page Incident. */
  void incident(String id) throws Exception {
    JsonNode answer = api.get("incident", Map.of("id", id));
    JsonNode incident = answer.path("incident");
    walk.assertShown("share", incident.path("culprits"), "/share");
    assertThat(walk.numbers("contribution"))
        .containsExactly(incident.path("contributionNanos").asDouble());
    assertThat(walk.numbers("mean-after"))
        .containsExactly(incident.at("/totals/after/meanNanos").asDouble());
    assertThat(walk.numbers("p95-after"))
        .containsExactly(incident.at("/totals/after/p95Nanos").asDouble());
    assertThat(walk.numbers("mutation-contribution"))
        .containsExactlyInAnyOrderElementsOf(
            numbers(answer.path("mutations"), "/contributionNanos"));
    assertThat(browser.count("[data-test=exemplars] [data-test=trace-link]"))
        .isEqualTo(
            incident.at("/exemplars/before").size() + incident.at("/exemplars/after").size());
    walk.assertAccountsAddUp();
  }
}
