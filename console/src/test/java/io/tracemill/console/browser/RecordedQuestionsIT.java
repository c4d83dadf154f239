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
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The pages with questions of one's own over recorded traces. */
@Tag("slow")
@Timeout(300)
@SuppressWarnings("NullAway.Init")
final class RecordedQuestionsIT {
  private static final String POD = "k8s.pod.name";

  @TempDir private static Path directory;

  private static RecordedConsole recorded;
  private static Browser browser;
  private static ConsoleApi api;
  private static Walk walk;
  private static ShownFigures shown;
  private static JsonNode change;
  private static Map<String, String> endpoint;

  @BeforeAll
  static void start() throws Exception {
    recorded = RecordedConsole.of(Recording.ONLINE_BOUTIQUE, directory);
    browser = recorded.browser();
    api = recorded.api();
    walk = recorded.walk();
    shown = new ShownFigures(recorded);
    change = recorded.explainedChange();
    endpoint = scope(change.path("endpoint"));
  }

  @AfterAll
  static void stop() throws Exception {
    if (recorded != null) {
      recorded.close();
    }
  }

  private static Map<String, String> setsOfTheChange() {
    return with(
        endpoint, "before", range(change.path("baseline")), "after", range(change.path("window")));
  }

  @Test
  void compareShowsTheFiguresOfBothSets() throws Exception {
    Map<String, String> sets = setsOfTheChange();
    JsonNode entry = api.get("store/compare", sets).at("/comparison/endpoints/0");
    String category =
        largestFirst(entry.path("categories"), "/after/requests").get(0).path("category").asText();
    Map<String, String> ofCategory = with(sets, "category", category);
    walk.open("compare", ofCategory);

    String categories = "[data-test=compare-categories]";
    assertThat(walk.numbersIn(categories, "mean-before"))
        .contains(entry.at("/before/meanNanos").asDouble());
    assertThat(walk.numbersIn(categories, "mean-after"))
        .contains(entry.at("/after/meanNanos").asDouble());
    JsonNode nodes = api.get("store/compare", ofCategory).at("/comparison/nodes");
    assertThat(walk.only("call-tree").path("nodes").asInt()).isEqualTo(nodes.size());
    for (String side : List.of("before", "after")) {
      assertThat(walk.numbers("total-" + side))
          .isEqualTo(numbers(nodes, "/" + side + "/meanNanos"));
      assertThat(walk.numbers("own-" + side))
          .isEqualTo(numbers(nodes, "/" + side + "/ownMeanNanos"));
    }
    walk.assertAccountsAddUp();
    JsonNode histograms = api.get("store/histograms", ofCategory);
    JsonNode shownPair = walk.only("histogram-pair");
    assertThat(shownPair.path("before").asLong())
        .isEqualTo(histograms.at("/before/requests").asLong())
        .isEqualTo(entry(entry, category).at("/before/requests").asLong());
    assertThat(shownPair.path("after").asLong())
        .isEqualTo(entry(entry, category).at("/after/requests").asLong());
  }

  private static JsonNode entry(JsonNode endpoint, String category) {
    return list(endpoint.path("categories")).stream()
        .filter(each -> each.path("category").asText().equals(category))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void everyCountOfThePageIsOfTheSameRequests() throws Exception {
    Map<String, String> sets = setsOfTheChange();
    walk.open("compare", sets, "compare-counts");

    JsonNode changed = api.get("store/change", sets).at("/endpoints/0");
    String before = String.format(Locale.ROOT, "%,d", changed.path("beforeRequests").asLong());
    String after = String.format(Locale.ROOT, "%,d", changed.path("afterRequests").asLong());
    assertThat(browser.text("[data-test=change]"))
        .contains(before + " requests before, " + after + " after");
    String categories = "[data-test=compare-categories]";
    assertThat(walk.numbersIn(categories, "beforeRequests").get(0))
        .isEqualTo(changed.path("beforeRequests").asDouble());
    assertThat(walk.numbersIn(categories, "afterRequests").get(0))
        .isEqualTo(changed.path("afterRequests").asDouble());
  }

  @Test
  void compareShowsWhereSlowRequestsSpendTheirTime() throws Exception {
    walk.open("compare", with(endpoint, "kind", "classes"), "compare-classes");

    double slower = meanOf("P95-99") - meanOf("P0-50");
    assertThat(walk.only("classes-mean").path("value").asDouble()).isCloseTo(slower, within(1.0));
    walk.assertAccountsAddUp();
  }

  private static double meanOf(String latencyClass) throws Exception {
    JsonNode found =
        list(api.get("store/classes", endpoint).path("classes")).stream()
            .filter(each -> each.path("name").asText().equals(latencyClass))
            .findFirst()
            .orElseThrow();
    return found.at("/tree/0/inclusiveNanos").asDouble() / found.path("traces").asDouble();
  }

  @Test
  void compareShowsTheFiguresOfTwoValuesOfAnAttribute() throws Exception {
    walk.visit("compare", Map.of("kind", "values"));
    browser.type("[data-test=value-key]", POD);
    browser.type("[data-test=value-before]", "shippingservice-7b598fc7d-lmggd");
    browser.type("[data-test=value-after]", "adservice-5f6585d649-fnmft");
    browser.click("[data-test=compare-values]");
    browser.settle();
    walk.keepScreenshots("compare-values");

    Map<String, String> values =
        Map.of(
            "where", POD + "=adservice-5f6585d649-fnmft",
            "against", POD + "=shippingservice-7b598fc7d-lmggd");
    assertThat(walk.only("verdict").path("value").asText())
        .isEqualTo(api.get("store/change", values).path("verdict").asText());
    JsonNode changed = api.get("store/change", values);
    JsonNode compared =
        api.get(
            "store/compare",
            with(
                values,
                "from",
                changed.at("/after/startMillis").asText(),
                "to",
                changed.at("/after/endMillis").asText()));
    JsonNode entries = compared.at("/comparison/endpoints");
    assertTable("compare-endpoints", list(entries));
    List<JsonNode> rows = new ArrayList<>(List.of(entries.path(0)));
    rows.addAll(list(entries.path(0).path("categories")));
    assertTable("compare-categories", rows);
    assertThat(browser.text("[data-test=compare-categories]"))
        .contains(compared.path("before").asText(), compared.path("after").asText());
  }

  /** Asserts that a table shows these means, of each side with requests. */
  private static void assertTable(String card, List<JsonNode> rows) {
    String table = "[data-test=%s]".formatted(card);
    assertThat(Answers.table(browser.rows(table), List.of("/mean-before", "/mean-after")))
        .isNotEmpty()
        .isEqualTo(Answers.table(rows, List.of("/before/meanNanos", "/after/meanNanos")));
  }

  @Test
  void queryShowsTheRowsOfItsAnswers() throws Exception {
    walk.open("query", with(endpoint, "q", "overview"));
    shown.overview(endpoint);

    walk.open("query", with(endpoint, "q", "histogram"), "query-chart");
    assertThat(walk.only("histogram").path("sum").asDouble())
        .isCloseTo(
            sum(api.get("store/histogram", endpoint).path("bins"), "/requests"), within(1e-6));

    walk.open("query", Map.of("q", "traces"), "query-traces");
    assertThat(shown.cells())
        .containsAll(numbers(api.get("store/traces", Map.of()).path("traces"), "/durationNanos"));
  }

  @Test
  void queryShowsTheRowsOfAnSqlStatement() throws Exception {
    String sql =
        "SELECT operation, count(*) AS requests, max(duration_nanos) AS most_nanos FROM requests"
            + " GROUP BY ALL ORDER BY ALL LIMIT 100";
    walk.open("query", Map.of("q", "sql", "sql", sql), "query-sql");

    JsonNode rows = api.post("store/sql", Map.of("sql", sql)).path("rows");
    assertThat(walk.numbers("rows")).containsExactly((double) rows.size());
    assertThat(shown.cells())
        .isEqualTo(
            list(rows).stream()
                .flatMap(row -> List.of(row.path(1).asDouble(), row.path(2).asDouble()).stream())
                .toList());
  }
}
