package io.tracemill.query.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tracemill.analysis.cohort.AttributeValue;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.index.IndexedCategory;
import io.tracemill.analysis.index.WeightedRequest;
import io.tracemill.analysis.ranktest.FalseDiscoveries;
import io.tracemill.analysis.ranktest.RankTest;
import io.tracemill.analysis.span.Frame;
import io.tracemill.query.CategorySearch;
import io.tracemill.query.Filter;
import io.tracemill.query.IndexSession;
import io.tracemill.query.MadeUpTraffic;
import io.tracemill.query.TestIndex;
import io.tracemill.query.files.QueryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ComparisonTest {
  private static final long START = MadeUpTraffic.START_MILLIS;
  private static final Frame SHOP = Frame.of("shop", "POST /checkout");
  private static final Frame MAIL = Frame.of("mail", "ReadMail");
  private static final IndexedCategory PAID =
      MadeUpTraffic.category(
          SHOP,
          1,
          MadeUpTraffic.node(0, "shop", "POST /checkout"),
          MadeUpTraffic.node(1, "pay", "charge"),
          MadeUpTraffic.node(1, "stock", "take"));
  private static final IndexedCategory REFUSED =
      MadeUpTraffic.category(SHOP, 2, MadeUpTraffic.node(0, "shop", "POST /checkout"));
  private static final IndexedCategory READ =
      MadeUpTraffic.category(MAIL, 3, MadeUpTraffic.node(0, "mail", "ReadMail"));

  private static final Period BEFORE = new Period(START, START + 1_000_000);
  private static final Period AFTER = new Period(START + 1_000_000, START + 2_000_000);

  @TempDir private Path directory;

  private IndexSession index(List<WeightedRequest> requests) {
    TestIndex.write(directory, TestIndex.LINE, requests, List.of(PAID, REFUSED, READ));
    return TestIndex.open(directory).session(new Period(BEFORE.startMillis(), AFTER.endMillis()));
  }

  private static CategorySearch.Category named(IndexedCategory category) {
    return new CategorySearch.Category(category.endpoint(), category.flow().hex(), category.form());
  }

  /** Durations are whole milliseconds up to 20, so many are tied; those after are longer. */
  private static List<WeightedRequest> tied(int count, boolean sampled, Random random) {
    return MadeUpTraffic.random(List.of(PAID, REFUSED, READ), count, 1, sampled, random).stream()
        .map(
            each -> {
              long time = START + random.nextInt(2_000_000);
              long slower = AFTER.contains(time) ? 2 : 0;
              IndexedCategory category =
                  List.of(PAID, REFUSED, READ).stream()
                      .filter(one -> one.flow().equals(each.request().flow()))
                      .findFirst()
                      .orElseThrow();
              return MadeUpTraffic.request(
                  category,
                  time,
                  1_000_000L * (1 + slower + random.nextInt(20)),
                  false,
                  each.weight(),
                  random,
                  1_000_000L * (slower + random.nextInt(5)),
                  1_000L * random.nextInt(3));
            })
        .toList();
  }

  private static List<WeightedRequest> selected(List<WeightedRequest> all, Filter filter) {
    return all.stream()
        .filter(each -> each.request().complete() && each.weight() > 0)
        .filter(each -> filter.time().contains(each.request().timeMillis()))
        .filter(each -> filter.endpoint().stream().allMatch(each.request().endpoint()::equals))
        .filter(each -> filter.flow().stream().allMatch(each.request().flow().hex()::equals))
        .filter(
            each ->
                filter.attributes().stream()
                    .allMatch(
                        wanted ->
                            each.request().attributes().stream()
                                .anyMatch(
                                    has ->
                                        has.key().equals(wanted.key())
                                            && has.value().equals(wanted.value()))))
        .toList();
  }

  private static double mean(
      List<WeightedRequest> requests, ToLongFunction<WeightedRequest> nanos) {
    double weight = requests.stream().mapToDouble(WeightedRequest::weight).sum();
    return requests.stream().mapToDouble(each -> each.weight() * nanos.applyAsLong(each)).sum()
        / weight;
  }

  private static long[] uniform(
      List<WeightedRequest> requests, ToLongFunction<WeightedRequest> nanos) {
    double below = requests.stream().mapToDouble(WeightedRequest::uniformBelow).min().orElse(0);
    return requests.stream().filter(each -> each.samplePoint() < below).mapToLong(nanos).toArray();
  }

  private static void assertTested(Significance test, RankTest reference) {
    assertThat(test.rowsBefore()).isEqualTo(reference.before());
    assertThat(test.rowsAfter()).isEqualTo(reference.after());
    assertThat(test.slower()).isEqualTo(reference.slower());
    assertThat(test.pValue()).isEqualTo(reference.pValue());
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void endpointsAndCategoriesEqualTheReference(boolean sampled) {
    List<WeightedRequest> all = tied(3_000, sampled, new Random(5));
    Filter before = Filter.ALL.during(BEFORE);
    Filter after =
        new Filter(
            AFTER,
            List.of(new AttributeValue("version", "v1")),
            0,
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
    OverallComparison comparison;
    try (IndexSession session = index(all)) {
      comparison =
          OverallComparison.ask(new Requests(session, before), new Requests(session, after));
    }

    List<Significance> tests = new ArrayList<>();
    assertThat(comparison.endpoints()).hasSize(2);
    for (OverallComparison.Endpoint endpoint : comparison.endpoints()) {
      List<WeightedRequest> then = selected(all, before.of(endpoint.endpoint()));
      List<WeightedRequest> now = selected(all, after.of(endpoint.endpoint()));
      check(endpoint.before(), endpoint.after(), endpoint.test(), then, now);
      tests.add(endpoint.test());
      for (OverallComparison.Category category : endpoint.categories()) {
        Filter flow = before.of(endpoint.endpoint()).ofFlow(category.flow());
        List<WeightedRequest> ofThen = selected(then, flow);
        List<WeightedRequest> ofNow = selected(now, flow.during(AFTER));
        check(category.before(), category.after(), category.test(), ofThen, ofNow);
        assertThat(category.shareAfter()).isCloseTo(weight(ofNow) / weight(now), within(1e-9));
        assertThat(category.ratio())
            .isCloseTo(
                mean(ofNow, ComparisonTest::nanos) / mean(ofThen, ComparisonTest::nanos),
                within(1e-9));
        tests.add(category.test());
      }
    }
    assertThat(tests).hasSize(5);
    assertThat(tests.stream().mapToDouble(Significance::qValue).toArray())
        .isEqualTo(
            FalseDiscoveries.qValues(tests.stream().mapToDouble(Significance::pValue).toArray()));
  }

  private static long nanos(WeightedRequest request) {
    return request.request().durationNanos();
  }

  private static double weight(List<WeightedRequest> requests) {
    return requests.stream().mapToDouble(WeightedRequest::weight).sum();
  }

  private static void check(
      Latency before,
      Latency after,
      Significance test,
      List<WeightedRequest> then,
      List<WeightedRequest> now) {
    assertThat(before.requests()).isEqualTo(Math.round(weight(then)));
    assertThat(before.rows()).isEqualTo(then.size()).isPositive();
    assertThat(before.meanNanos()).isCloseTo(mean(then, ComparisonTest::nanos), within(1e-3));
    assertThat(after.meanNanos()).isCloseTo(mean(now, ComparisonTest::nanos), within(1e-3));
    assertTested(
        test,
        RankTest.of(uniform(then, ComparisonTest::nanos), uniform(now, ComparisonTest::nanos)));
    assertThat(test.rowsAfter()).isPositive();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void nodesOfACategoryEqualTheReference(boolean sampled) {
    List<WeightedRequest> all = tied(3_000, sampled, new Random(6));
    CategoryComparison comparison;
    try (IndexSession session = index(all)) {
      comparison =
          CategoryComparison.ask(
              new Requests(session, Filter.ALL.during(BEFORE)),
              new Requests(session, Filter.ALL.during(AFTER)),
              named(PAID));
    }

    Filter paid = Filter.ALL.of(SHOP).ofFlow(PAID.flow().hex());
    List<WeightedRequest> then = selected(all, paid.during(BEFORE));
    List<WeightedRequest> now = selected(all, paid.during(AFTER));
    assertThat(comparison.nodes()).hasSize(3);
    for (CategoryComparison.Node node : comparison.nodes()) {
      ToLongFunction<WeightedRequest> inclusive =
          each -> each.request().nodes().inclusiveNanos()[node.position()];
      ToLongFunction<WeightedRequest> own =
          each -> each.request().nodes().exclusiveNanos()[node.position()];
      assertThat(node.before().meanNanos()).isCloseTo(mean(then, inclusive), within(1e-3));
      assertThat(node.after().ownMeanNanos()).isCloseTo(mean(now, own), within(1e-3));
      assertThat(node.after().share())
          .isCloseTo(mean(now, inclusive) / mean(now, ComparisonTest::nanos), within(1e-9));
      assertTested(node.test(), RankTest.of(uniform(then, inclusive), uniform(now, inclusive)));
      assertTested(node.ownTest(), RankTest.of(uniform(then, own), uniform(now, own)));
    }
    assertThat(comparison.nodes())
        .extracting(CategoryComparison.Node::anomalous)
        .containsExactly(true, true, false);
  }

  @Test
  void tooManyRequestsAreSampledByTheirSmallestPoints() {
    List<WeightedRequest> all = tied(2_000, false, new Random(7));
    NodeTable table;
    try (IndexSession session = index(all)) {
      Filter paid = Filter.ALL.during(BEFORE).of(SHOP).ofFlow(PAID.flow().hex());
      table = NodeTable.read(new Requests(session, paid), 3, 50);
    }

    List<WeightedRequest> paid =
        selected(all, Filter.ALL.during(BEFORE).of(SHOP).ofFlow(PAID.flow().hex()));
    List<WeightedRequest> kept =
        paid.stream()
            .sorted(Comparator.comparingDouble(WeightedRequest::samplePoint))
            .limit(50)
            .toList();
    assertThat(table.durations().rows()).isEqualTo(paid.size());
    assertThat(table.inclusive().get(1).sample())
        .containsExactlyInAnyOrder(
            kept.stream().mapToLong(each -> each.request().nodes().inclusiveNanos()[1]).toArray());
    assertThat(table.inclusive().get(1).moments().requests()).isEqualTo(paid.size());
    assertThat(table.inclusive().get(1).moments().meanError()).isPositive();
  }

  /** P-Tracer 6.3: an instance crashes; its requests are tried three times and then given up. */
  @Test
  void theCategoryWhoseShareRoseShowsRetries() {
    IndexedCategory normal =
        MadeUpTraffic.category(
            MAIL, 1, MadeUpTraffic.node(0, "mail", "ReadMail"), MadeUpTraffic.node(1, "kv", "get"));
    IndexedCategory retried =
        MadeUpTraffic.category(
            MAIL,
            2,
            MadeUpTraffic.node(0, "mail", "ReadMail"),
            MadeUpTraffic.node(1, "kv", "get"),
            MadeUpTraffic.node(1, "kv", "get"),
            MadeUpTraffic.node(1, "kv", "get"),
            MadeUpTraffic.node(1, "mail", "abort"));
    Random random = new Random(8);
    List<WeightedRequest> all =
        IntStream.range(0, 2_000)
            .mapToObj(
                i -> {
                  long time = START + 1_000L * i;
                  boolean crashed = AFTER.contains(time) && i % 4 == 0;
                  long get = 5_000_000L + random.nextInt(1_000_000);
                  return crashed
                      ? MadeUpTraffic.request(
                          retried, time, 4 * get, true, 1, random, get, get, get, 100)
                      : MadeUpTraffic.request(normal, time, 2 * get, false, 1, random, get);
                })
            .toList();
    TestIndex.write(directory, TestIndex.LINE, all, List.of(normal, retried));
    OverallComparison overall;
    CategoryComparison detail;
    try (IndexSession session =
        TestIndex.open(directory).session(new Period(START, AFTER.endMillis()))) {
      Requests before = new Requests(session, Filter.ALL.during(BEFORE));
      Requests after = new Requests(session, Filter.ALL.during(AFTER));
      overall = OverallComparison.ask(before, after);
      detail = CategoryComparison.ask(before, after, named(retried));
    }

    OverallComparison.Endpoint mail = overall.endpoints().get(0);
    assertThat(mail.test().anomalous()).isTrue();
    assertThat(mail.categories().get(0).test().anomalous()).isFalse();
    OverallComparison.Category risen = mail.categories().get(1);
    assertThat(risen.shareBefore()).isZero();
    assertThat(risen.shareAfter()).isBetween(0.23, 0.27);
    assertThat(risen.flow()).isEqualTo(retried.flow().hex());
    assertThat(risen.test().qValue()).isEqualTo(1);
    assertThat(detail.nodes())
        .extracting(CategoryComparison.Node::operation)
        .containsExactly("ReadMail", "get", "get", "get", "abort");
    assertThat(detail.nodes().get(1).before().meanNanos()).isZero();
    assertThat(detail.nodes().get(1).after().share()).isBetween(0.24, 0.26);
  }

  @Test
  void setsWithoutRequestsAreRefusedInOneLine() {
    try (IndexSession session = index(tied(20, false, new Random(9)))) {
      Requests none =
          new Requests(
              session, Filter.ALL.during(new Period(AFTER.endMillis() - 1, AFTER.endMillis())));
      assertThatThrownBy(() -> OverallComparison.ask(none, none))
          .isInstanceOf(QueryException.class)
          .hasMessage("neither set has a complete request; give other ranges or values");
    }
  }
}
