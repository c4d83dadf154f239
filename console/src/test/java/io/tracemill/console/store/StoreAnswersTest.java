package io.tracemill.console.store;

import static io.tracemill.console.store.ShopStore.AFTER;
import static io.tracemill.console.store.ShopStore.BEFORE;
import static io.tracemill.console.store.ShopStore.FREE;
import static io.tracemill.console.store.ShopStore.PAYS;
import static io.tracemill.console.store.ShopStore.SHOP;
import static io.tracemill.console.store.ShopStore.TIME;
import static io.tracemill.console.store.ShopStore.json;
import static io.tracemill.console.store.ShopStore.range;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.tracemill.analysis.cohort.AttributeValue;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.sample.ReplayRules;
import io.tracemill.analysis.view.AttributeGroups;
import io.tracemill.analysis.view.ClockCorrections;
import io.tracemill.analysis.view.CostOfErrors;
import io.tracemill.analysis.view.Distributions;
import io.tracemill.analysis.view.HeatMap;
import io.tracemill.analysis.view.LatencyClasses;
import io.tracemill.analysis.view.tprof.Diagnosis;
import io.tracemill.analysis.view.whatif.WhatIfTable;
import io.tracemill.connectors.output.FindingRecord;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.topology.Rules;
import io.tracemill.store.compare.CategoryComparison;
import io.tracemill.store.compare.Compared;
import io.tracemill.store.compare.OverallComparison;
import io.tracemill.store.compare.Requests;
import io.tracemill.store.engine.Filter;
import io.tracemill.store.engine.KeptRequests;
import io.tracemill.store.engine.StoreSession;
import io.tracemill.store.question.CategoryDifference;
import io.tracemill.store.question.CategorySearch;
import io.tracemill.store.question.CategoryShares;
import io.tracemill.store.question.Histogram;
import io.tracemill.store.question.LatencyGrid;
import io.tracemill.store.question.Overview;
import io.tracemill.store.question.PastEndpoints;
import io.tracemill.store.question.StoredTrace;
import io.tracemill.store.question.Tendency;
import io.tracemill.store.question.TestStore;
import io.tracemill.store.question.TraceSearch;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each path answers with the JSON of the question that it wraps. */
class StoreAnswersTest {
  private static final String PAYS_ID = PAYS.category().hex();
  private static final Filter FILTER = Filter.ALL.during(TIME).of(SHOP);

  @TempDir private static Path directory;

  private static ShopStore shop = new ShopStore(Path.of(""), List.of());

  @BeforeAll
  static void write() throws IOException {
    shop = ShopStore.write(directory);
  }

  private interface Asked {
    Object of(StoreSession session);
  }

  private static void assertAnswer(Asked expected, String path, String... parameters)
      throws IOException {
    try (StoreSession session = shop.session()) {
      JsonNode answer = ShopStore.ask(shop.answers(), path, parameters);
      JsonNode wanted = json(expected.of(session));
      assertThat(answer.equals(StoreAnswersTest::compare, wanted))
          .as("%s%nis not%n%s", answer, wanted)
          .isTrue();
    }
  }

  /** The engine adds numbers up in any order, so their last digits may differ. */
  private static int compare(JsonNode a, JsonNode b) {
    if (!a.isNumber() || !b.isNumber()) {
      return a.equals(b) ? 0 : 1;
    }
    double difference = Math.abs(a.asDouble() - b.asDouble());
    return difference <= 1e-9 * Math.abs(a.asDouble()) ? 0 : 1;
  }

  private static String[] ofShop(String... more) {
    List<String> parameters =
        new ArrayList<>(
            List.of(
                "service=" + SHOP.service(),
                "operation=" + SHOP.operation(),
                "from=" + TIME.startMillis(),
                "to=" + TIME.endMillis()));
    parameters.addAll(Arrays.asList(more));
    return parameters.toArray(String[]::new);
  }

  private static CategorySearch.Category pays(StoreSession session) {
    return CategorySearch.one(session, PAYS_ID, Optional.of(SHOP));
  }

  @Test
  void overview() throws IOException {
    assertAnswer(session -> Overview.ask(session, FILTER, 1), "store/overview", ofShop());
    Filter second = FILTER.having(List.of(new AttributeValue("shop.version", "v1")));
    assertAnswer(
        session -> Overview.ask(session, second, 1),
        "store/overview",
        ofShop("where=shop.version=v1"));
  }

  @Test
  void category() throws IOException {
    assertAnswer(
        session -> pays(session).profile(session, FILTER),
        "store/category",
        ofShop("category=" + PAYS_ID.toUpperCase(Locale.ROOT)));
  }

  @Test
  void histogram() throws IOException {
    assertAnswer(
        session -> Histogram.ask(session, FILTER.ofCategory(PAYS_ID), Histogram.Scale.LINEAR, 10),
        "store/histogram",
        ofShop("category=" + PAYS_ID, "scale=linear", "bins=10"));
    assertAnswer(
        session ->
            Histogram.ask(session, FILTER.lasting(5_000_000, 90_000_000), Histogram.Scale.LOG, 40),
        "store/histogram",
        ofShop("minNanos=5000000", "maxNanos=90000000"));
  }

  @Test
  void tendency() throws IOException {
    long twoMinutes = Duration.ofMinutes(2).toMillis();
    long fiveMinutes = Duration.ofMinutes(5).toMillis();
    assertAnswer(
        session ->
            Tendency.ask(session, FILTER.ofCategory(PAYS_ID), OptionalInt.of(1), fiveMinutes),
        "store/tendency",
        ofShop("category=" + PAYS_ID, "node=1", "buckets=30"));
    assertAnswer(
        session -> Tendency.ask(session, FILTER, OptionalInt.empty(), twoMinutes),
        "store/tendency",
        ofShop("buckets=70"));
  }

  @Test
  void shares() throws IOException {
    assertAnswer(
        session -> CategoryShares.ask(session, FILTER, Duration.ofMinutes(30).toMillis()),
        "store/shares",
        ofShop("buckets=5"));
  }

  @Test
  void grid() throws IOException {
    assertAnswer(session -> LatencyGrid.ask(session, FILTER, 60), "store/grid", ofShop());
    assertAnswer(
        session -> LatencyGrid.ask(session, FILTER.ofCategory(PAYS_ID), 7),
        "store/grid",
        ofShop("category=" + PAYS_ID, "columns=7"));
  }

  @Test
  void difference() throws IOException {
    assertAnswer(
        session ->
            CategoryDifference.of(
                pays(session),
                CategorySearch.one(session, FREE.category().hex(), Optional.of(SHOP))),
        "store/difference",
        ofShop("category=" + PAYS_ID, "otherCategory=" + FREE.category().hex()));
  }

  @Test
  void traces() throws IOException {
    TraceSearch search =
        new TraceSearch(
            FILTER.lasting(1_000_000, Filter.ANY_DURATION).failing(true),
            false,
            OptionalInt.empty(),
            0,
            TraceSearch.Order.NEWEST,
            3,
            ShopStore.LINK);
    assertAnswer(
        session -> Map.of("traces", search.ask(session)),
        "store/traces",
        ofShop("failed=true", "minNanos=1000000", "order=newest", "limit=3"));
  }

  @Test
  void traceWithItsSpans() throws IOException {
    String id = shop.requests().get(0).traceId().hex();
    assertAnswer(
        session -> StoredTrace.ask(session, id, ShopStore.LINK), "store/trace", "id=" + id);
    JsonNode request = ShopStore.ask(shop.answers(), "store/trace", "id=" + id).at("/requests/0");
    assertThat(request.path("spans")).isNotEmpty();
    assertThat(request.at("/found/link").asText()).endsWith(id);
  }

  @Test
  void compareTwoTimes() throws IOException {
    assertAnswer(
        session ->
            new Compared(
                BEFORE.text(),
                AFTER.text(),
                OverallComparison.ask(
                    new Requests(session, Filter.ALL.during(BEFORE)),
                    new Requests(session, Filter.ALL.during(AFTER)))),
        "store/compare",
        "before=" + range(BEFORE),
        "after=" + range(AFTER));
  }

  @Test
  void theDistributionsOfTwoTimesHaveTheSameBinsAndAllRequests() throws IOException {
    String[] sets = {"before=" + range(BEFORE), "after=" + range(AFTER)};
    JsonNode pair = ShopStore.ask(shop.answers(), "store/histograms", sets);
    JsonNode endpoints =
        ShopStore.ask(shop.answers(), "store/compare", sets).at("/comparison/endpoints");
    for (String side : List.of("before", "after")) {
      assertThat(pair.path(side).path("requests").asLong()).isEqualTo(requestsOf(endpoints, side));
    }
    assertThat(pair.at("/before/bins").findValuesAsText("toNanos"))
        .isEqualTo(pair.at("/after/bins").findValuesAsText("toNanos"));
  }

  private static long requestsOf(JsonNode endpoints, String side) {
    long requests = 0;
    for (JsonNode endpoint : endpoints) {
      requests += endpoint.path(side).path("requests").asLong();
    }
    return requests;
  }

  @Test
  void theValuesOfAnAttributeComeWithTheirRequestsTheCommonestFirst() throws IOException {
    JsonNode attributes =
        ShopStore.ask(shop.answers(), "store/attributes", ofShop()).path("attributes");
    assertThat(attributes.findValuesAsText("key")).containsExactly("it's.tenant", "shop.version");
    assertThat(attributes.at("/1/count").asInt()).isEqualTo(3);
    assertThat(attributes.at("/1/values").findValuesAsText("value"))
        .containsExactlyInAnyOrder("v0", "v1", "v2");
    String most = attributes.at("/1/values/0/value").asText();
    JsonNode overview =
        ShopStore.ask(shop.answers(), "store/histogram", ofShop("where=shop.version=" + most));
    assertThat(attributes.at("/1/values/0/requests").asLong())
        .isEqualTo(overview.path("requests").asLong());
  }

  @Test
  void theCostliestFramesOfAPastTimeAreThoseOfItsPanes() throws IOException {
    JsonNode after =
        ShopStore.ask(
            shop.answers(),
            "store/hotspots",
            "from=" + AFTER.startMillis(),
            "to=" + AFTER.endMillis());
    assertThat(after.at("/hotspots/0/service").asText()).isEqualTo("db");
    assertThat(after.at("/hotspots/0/window/startMillis").asLong()).isEqualTo(AFTER.startMillis());
    JsonNode before =
        ShopStore.ask(
            shop.answers(),
            "store/hotspots",
            "from=" + BEFORE.startMillis(),
            "to=" + BEFORE.endMillis());
    assertThat(after.at("/hotspots/0/exclusiveNanos").asLong())
        .as("the database takes 30 ms more a request in the later half")
        .isGreaterThan(3 * before.at("/hotspots/0/exclusiveNanos").asLong());
  }

  @Test
  void compareTwoVersionsByNode() throws IOException {
    Filter first = FILTER.having(List.of(new AttributeValue("version", "v0")));
    Filter second = FILTER.having(List.of(new AttributeValue("version", "v1")));
    assertAnswer(
        session ->
            new Compared(
                "version=v0",
                "version=v1",
                CategoryComparison.ask(
                    new Requests(
                        session, first, Optional.of(Filter.ALL.having(second.attributes()))),
                    new Requests(session, second),
                    pays(session))),
        "store/compare",
        ofShop("where=version=v1", "against=version=v0", "category=" + PAYS_ID));
  }

  @Test
  void changeIsTheDocumentOfTheCommandLine() throws IOException {
    JsonNode change =
        ShopStore.ask(
            shop.answers(), "store/change", "before=" + range(BEFORE), "after=" + range(AFTER));
    assertThat(change.path("verdict").asText()).isEqualTo("changed");
    assertThat(change.at("/before/requests").asLong()).isEqualTo(600);
    assertThat(change.at("/endpoints/0/endpoint/service").asText()).isEqualTo(SHOP.service());
    assertThat(change.at("/endpoints/0/tree")).isNotEmpty();
    assertThat(change.path("incidents")).isNotEmpty();
  }

  @Test
  void changeOfTwoValuesRestsOnKeptRequests() throws IOException {
    JsonNode change =
        ShopStore.ask(
            shop.answers(), "store/change", "where=version=v1", "against=shop.version=v0");
    assertThat(change.path("verdict").asText()).isEqualTo("unchanged");
    assertThat(change.at("/after/cohort").asText()).startsWith("version=v1 from ");
    assertThat(change.at("/after/requests").asInt())
        .isEqualTo(change.at("/after/basis/kept").asInt())
        .isBetween(10, 100);
    assertThat(change.at("/after/basis/requests").asDouble()).isGreaterThan(200);
  }

  @Test
  void pastWindowsEndBeforeTheNewest() throws IOException {
    long window = Duration.ofMinutes(5).toMillis();
    long end = TIME.endMillis() - Duration.ofMinutes(30).toMillis();
    JsonNode answer = ShopStore.ask(shop.answers(), "store/past", "ago=30m,7d");
    try (StoreSession session = shop.session()) {
      PastEndpoints expected = PastEndpoints.ask(session, new Period(end - window, end));
      assertThat(expected.endpoints()).hasSize(2);
      assertThat(answer.path("asOfMillis").asLong()).isEqualTo(TIME.endMillis());
      assertThat(answer.at("/pasts/0/agoMillis").asLong()).isEqualTo(1_800_000);
      assertThat(
              answer
                  .at("/pasts/0/endpoints")
                  .equals(StoreAnswersTest::compare, json(expected).path("endpoints")))
          .isTrue();
      assertThat(answer.at("/pasts/1/endpoints")).isEmpty();
    }
  }

  @Test
  void sqlRunsOverTheStore() throws IOException {
    JsonNode answer =
        ShopStore.ask(
            shop.answers(), "store/sql", "sql=SELECT count(*) AS n FROM requests", "maxRows=1");
    assertThat(answer.toString())
        .isEqualTo("{\"columns\":[\"n\"],\"rows\":[[1000]],\"skippedFiles\":[]}");
  }

  @Test
  void pastProfileIsARecordOfWholePanes() throws IOException {
    JsonNode profile =
        ShopStore.ask(
            shop.answers(),
            "store/profile",
            "service=" + SHOP.service(),
            "operation=" + SHOP.operation(),
            "from=" + (BEFORE.startMillis() + 1),
            "to=" + BEFORE.endMillis());
    assertThat(profile.path("traceCount").asLong()).isEqualTo(570);
    assertThat(profile.at("/window/startMillis").asLong())
        .isEqualTo(BEFORE.startMillis() + Duration.ofMinutes(1).toMillis());
  }

  @Test
  void aProfileWithoutARangeIsOfAllTime() throws IOException {
    JsonNode profile =
        ShopStore.ask(
            shop.answers(),
            "store/profile",
            "service=" + SHOP.service(),
            "operation=" + SHOP.operation());
    assertThat(profile.path("traceCount").asLong()).isEqualTo(1_200);
    assertThat(profile.at("/window/startMillis").asLong()).isEqualTo(BEFORE.startMillis());
    assertThat(profile.at("/window/endMillis").asLong()).isEqualTo(AFTER.endMillis());
  }

  private static Iterable<KeptRequest> kept(StoreSession session, Filter filter) {
    return KeptRequests.ofStatistics(session, filter);
  }

  @Test
  void viewsOfAnEndpoint() throws IOException {
    ReplayRules rules = TestStore.RULES.replay();
    assertAnswer(
        session -> LatencyClasses.of(kept(session, FILTER), rules), "store/classes", ofShop());
    assertAnswer(session -> HeatMap.of(kept(session, FILTER), rules), "store/heat", ofShop());
    assertAnswer(
        session -> WhatIfTable.of(kept(session, FILTER), rules), "store/what-if", ofShop());
    assertAnswer(
        session -> CostOfErrors.of(kept(session, FILTER), rules), "store/errors", ofShop());
    assertAnswer(
        session -> new StoreAnswers.Groups(AttributeGroups.of(kept(session, FILTER), rules, 20)),
        "store/groups",
        ofShop());
  }

  @Test
  void viewsOfAllRequests() throws IOException {
    ReplayRules rules = TestStore.RULES.replay();
    assertAnswer(
        session -> Distributions.of(kept(session, Filter.ALL), rules), "store/distributions");
    assertAnswer(session -> ClockCorrections.of(kept(session, Filter.ALL), rules), "store/clocks");
    assertAnswer(
        session ->
            new StoreAnswers.Findings(
                FindingRecord.of(
                    Diagnosis.of(
                        kept(session, Filter.ALL),
                        Rules.diagnosis(TracemillConfig.defaults(), rules)))),
        "store/diagnosis");
  }

  @Test
  void aViewIsOfTheRequestsThatTheParametersSelect() throws IOException {
    Filter filter =
        FILTER
            .failing(false)
            .lasting(1_000_000, 90_000_000)
            .having(List.of(new AttributeValue("version", "v1")));
    String[] parameters =
        ofShop("failed=false", "minNanos=1000000", "maxNanos=90000000", "where=version=v1");
    assertAnswer(
        session -> Distributions.of(kept(session, filter), TestStore.RULES.replay()),
        "store/distributions",
        parameters);
    assertAnswer(
        session ->
            Distributions.of(kept(session, FILTER.ofCategory(PAYS_ID)), TestStore.RULES.replay()),
        "store/distributions",
        ofShop("category=" + PAYS_ID));
  }

  @Test
  void aRuleNamesAnAttributeWhoseValuesAreListedTheNamedOneFirst() throws IOException {
    JsonNode attributes =
        ShopStore.ask(shop.answers(), "store/values", ofShop("rule=a b = c and shop version = v1"))
            .path("attributes");

    assertThat(attributes).hasSize(1);
    assertThat(attributes.at("/0/service").asText()).isEqualTo("shop");
    assertThat(attributes.at("/0/key").asText()).isEqualTo("version");
    JsonNode values = attributes.at("/0/values");
    assertThat(values).hasSize(3);
    assertThat(values.at("/0/value").asText()).isEqualTo("v1");
    assertThat(values.at("/0/named").asBoolean()).isTrue();
    for (JsonNode value : values) {
      try (StoreSession session = shop.session()) {
        Filter ofValue =
            FILTER.having(
                List.of(new AttributeValue("shop.version", value.path("value").asText())));
        assertThat(value.at("/latencyNanos/mean/value").asDouble())
            .isCloseTo(Overview.ask(session, ofValue, 1).meanNanos(), within(1.0));
      }
    }
  }

  @Test
  void aTimeWithoutRequestsHasNoValuesAndNoDurations() throws IOException {
    String[] earlier =
        new String[] {
          "service=shop", "operation=POST /checkout", "from=0", "to=60000", "rule=shop version = v1"
        };
    assertThat(ShopStore.ask(shop.answers(), "store/values", earlier).path("attributes")).isEmpty();
    assertThat(
            ShopStore.ask(shop.answers(), "store/durations", Arrays.copyOf(earlier, 4))
                .path("operations"))
        .isEmpty();
  }

  @Test
  void theUsualDurationOfARootIsThatOfItsRequests() throws IOException {
    JsonNode operations =
        ShopStore.ask(shop.answers(), "store/durations", ofShop()).path("operations");

    JsonNode root =
        list(operations).stream()
            .filter(each -> each.path("operation").asText().equals(SHOP.operation()))
            .findFirst()
            .orElseThrow();
    try (StoreSession session = shop.session()) {
      assertThat(root.path("meanNanos").asDouble())
          .isCloseTo(Overview.ask(session, FILTER, 1).meanNanos(), within(1.0));
    }
  }

  private static List<JsonNode> list(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false).toList();
  }

  @Test
  void ofGivenTracesThoseAreFoundThatTheStoreHas() throws IOException {
    String known = shop.requests().get(0).traceId().hex();
    JsonNode traces =
        ShopStore.ask(
                shop.answers(), "store/found", "ids=" + known + ",00000000000000000000000000000001")
            .path("traces");

    assertThat(list(traces)).extracting(each -> each.path("traceId").asText()).containsOnly(known);
  }

  @Test
  void aTraceHasTheAttributesOfItsSpans() throws IOException {
    KeptRequest kept = shop.requests().get(0);
    JsonNode request =
        ShopStore.ask(shop.answers(), "store/trace", "id=" + kept.traceId().hex())
            .at("/requests/0");
    assertThat(list(request.path("attributes")))
        .extracting(each -> each.path("key").asText() + "=" + each.path("value").asText())
        .containsExactlyElementsOf(
            kept.attributes().stream().map(each -> each.key() + "=" + each.value()).toList());
  }

  @Test
  void aGridCountsTheRequestsThatFailed() throws IOException {
    JsonNode columns = ShopStore.ask(shop.answers(), "store/grid", ofShop()).path("columns");
    try (StoreSession session = shop.session()) {
      long failed = Overview.ask(session, FILTER.failing(true), 1).requests();
      assertThat(failed).isPositive();
      assertThat(list(columns).stream().mapToLong(each -> each.path("failed").asLong()).sum())
          .as(columns.toString())
          .isBetween(failed - columns.size(), failed + columns.size());
    }
  }

  @Test
  void aCategoryIsNamedByACallThatTheOthersDoNotMake() throws IOException {
    JsonNode names = ShopStore.ask(shop.answers(), "store/names", ofShop()).path("names");

    assertThat(list(names)).hasSize(2);
    for (JsonNode name : names) {
      boolean pays = name.path("category").asText().equals(PAYS_ID);
      assertThat(name.at("/marks/0/service").asText()).isEqualTo("bank");
      assertThat(name.at("/marks/0/operation").asText()).isEqualTo("debit");
      assertThat(name.at("/marks/0/count").asInt()).isEqualTo(pays ? 1 : 0);
      assertThat(name.at("/marks/0/otherwise").asBoolean()).isFalse();
      assertThat(name.path("marks")).hasSize(1);
    }
  }
}
