package io.tracemill.store.compare;

import static io.tracemill.store.compare.ComparedTraffic.AFTER;
import static io.tracemill.store.compare.ComparedTraffic.BEFORE;
import static io.tracemill.store.compare.ComparedTraffic.MAIL;
import static io.tracemill.store.compare.ComparedTraffic.PAID;
import static io.tracemill.store.compare.ComparedTraffic.SHOP;
import static io.tracemill.store.compare.ComparedTraffic.START;
import static io.tracemill.store.compare.ComparedTraffic.index;
import static io.tracemill.store.compare.ComparedTraffic.mean;
import static io.tracemill.store.compare.ComparedTraffic.named;
import static io.tracemill.store.compare.ComparedTraffic.selected;
import static io.tracemill.store.compare.ComparedTraffic.tied;
import static io.tracemill.store.compare.ComparedTraffic.uniform;
import static io.tracemill.store.compare.ComparedTraffic.weight;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tracemill.analysis.cohort.AttributeValue;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.ranktest.RankTest;
import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.signature.CanonicalForm;
import io.tracemill.analysis.span.Frame;
import io.tracemill.store.engine.Filter;
import io.tracemill.store.engine.QueryException;
import io.tracemill.store.engine.StoreSession;
import io.tracemill.store.question.MadeUpCategory;
import io.tracemill.store.question.MadeUpTraffic;
import io.tracemill.store.question.Reference;
import io.tracemill.store.question.TestStore;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ComparisonTest {
  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void endpointsAndCategoriesEqualTheReference(boolean sampled) {
    List<KeptRequest> all = tied(3_000, sampled, new Random(5));
    Filter before = Filter.ALL.during(BEFORE);
    Filter after = Filter.ALL.during(AFTER).having(List.of(new AttributeValue("version", "v1")));
    OverallComparison comparison;
    try (StoreSession session = index(directory, all)) {
      comparison =
          OverallComparison.ask(new Requests(session, before), new Requests(session, after));
    }

    assertThat(comparison.endpoints()).hasSize(2);
    for (OverallComparison.Endpoint endpoint : comparison.endpoints()) {
      Filter ofThen = before.of(endpoint.endpoint());
      Filter ofNow = after.of(endpoint.endpoint());
      List<KeptRequest> now = selected(all, ofNow);
      check(all, ofThen, ofNow, endpoint.before(), endpoint.after());
      for (OverallComparison.Category category : endpoint.categories()) {
        Filter categoryThen = ofThen.ofCategory(category.category());
        Filter categoryNow = ofNow.ofCategory(category.category());
        check(all, categoryThen, categoryNow, category.before(), category.after());
        List<KeptRequest> inCategory = selected(all, categoryNow);
        assertThat(category.shareAfter()).isCloseTo(weight(inCategory) / weight(now), within(1e-9));
        assertThat(category.ratio())
            .isCloseTo(
                mean(inCategory, ComparedTraffic::nanos)
                    / mean(selected(all, categoryThen), ComparedTraffic::nanos),
                within(1e-9));
      }
    }
  }

  private static void check(
      List<KeptRequest> all, Filter ofThen, Filter ofNow, Latency before, Latency after) {
    List<KeptRequest> then = selected(all, ofThen);
    List<KeptRequest> now = selected(all, ofNow);
    assertThat(before.requests()).isEqualTo(Math.round(weight(then)));
    assertThat(before.rows()).isEqualTo(then.size()).isPositive();
    assertThat(before.meanNanos()).isCloseTo(mean(then, ComparedTraffic::nanos), within(1e-3));
    assertThat(after.meanNanos()).isCloseTo(mean(now, ComparedTraffic::nanos), within(1e-3));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void nodesOfACategoryEqualTheReference(boolean sampled) {
    List<KeptRequest> all = tied(3_000, sampled, new Random(6));
    CategoryComparison comparison;
    try (StoreSession session = index(directory, all)) {
      comparison =
          CategoryComparison.ask(
              new Requests(session, Filter.ALL.during(BEFORE)),
              new Requests(session, Filter.ALL.during(AFTER)),
              named(PAID));
    }

    Filter paid = Filter.ALL.of(SHOP).ofCategory(PAID.category().hex());
    List<KeptRequest> then = selected(all, paid.during(BEFORE));
    List<KeptRequest> now = selected(all, paid.during(AFTER));
    assertThat(comparison.nodes()).hasSize(3);
    for (CategoryComparison.Node node : comparison.nodes()) {
      ToLongFunction<KeptRequest> inclusive =
          each -> Reference.times(each).inclusiveNanos()[node.position()];
      ToLongFunction<KeptRequest> own =
          each -> Reference.times(each).exclusiveNanos()[node.position()];
      assertThat(node.before().meanNanos()).isCloseTo(mean(then, inclusive), within(1e-3));
      assertThat(node.after().ownMeanNanos()).isCloseTo(mean(now, own), within(1e-3));
      assertThat(node.after().share())
          .isCloseTo(mean(now, inclusive) / mean(now, ComparedTraffic::nanos), within(1e-9));
      assertThat(node.pValue())
          .contains(
              RankTest.of(
                      uniform(all, paid.during(BEFORE), own), uniform(all, paid.during(AFTER), own))
                  .pValue());
      ToLongFunction<KeptRequest> critical =
          each -> Reference.times(each).criticalNanos()[node.position()];
      assertThat(node.after().criticalMeanNanos()).isCloseTo(mean(now, critical), within(1e-3));
      assertThat(node.cause())
          .as("surely slower where the request waits")
          .isEqualTo(
              node.pValue().orElse(1.0) < 0.001
                  && node.after().criticalMeanNanos() - node.before().criticalMeanNanos()
                      >= comparison.before().meanNanos() / 100);
    }
  }

  /** P-Tracer 6.3: an instance crashes; its requests are tried three times and then given up. */
  @Test
  void theCategoryWhoseShareRoseShowsRetries() {
    MadeUpCategory normal =
        MadeUpTraffic.category(
            MAIL, 1, MadeUpTraffic.node(0, "mail", "ReadMail"), MadeUpTraffic.node(1, "kv", "get"));
    MadeUpCategory retried =
        MadeUpTraffic.category(
            MAIL,
            2,
            MadeUpTraffic.node(0, "mail", "ReadMail"),
            new CanonicalForm.Node(1, Frame.of("kv", "get"), false, 3),
            MadeUpTraffic.node(1, "mail", "abort"));
    Random random = new Random(8);
    List<KeptRequest> all =
        IntStream.range(0, 2_000)
            .mapToObj(
                i -> {
                  long time = START + 1_000L * i;
                  boolean crashed = AFTER.contains(time) && i % 4 == 0;
                  long get = 5_000_000L + random.nextInt(1_000_000);
                  return crashed
                      ? MadeUpTraffic.request(retried, time, 4 * get, true, 1, random, get, 100)
                      : MadeUpTraffic.request(normal, time, 2 * get, false, 1, random, get);
                })
            .toList();
    TestStore.write(directory, TestStore.LINE, all);
    OverallComparison overall;
    CategoryComparison detail;
    try (StoreSession session =
        TestStore.open(directory).session(new Period(START, AFTER.endMillis()))) {
      Requests before = new Requests(session, Filter.ALL.during(BEFORE));
      Requests after = new Requests(session, Filter.ALL.during(AFTER));
      overall = OverallComparison.ask(before, after);
      detail = CategoryComparison.ask(before, after, named(retried));
    }

    OverallComparison.Endpoint mail = overall.endpoints().get(0);
    assertThat(mail.ratio()).isGreaterThan(1.1);
    assertThat(mail.categories().get(0).ratio()).isBetween(0.95, 1.05);
    OverallComparison.Category risen = mail.categories().get(1);
    assertThat(risen.shareBefore()).isZero();
    assertThat(risen.shareAfter()).isBetween(0.23, 0.27);
    assertThat(risen.category()).isEqualTo(retried.category().hex());
    assertThat(risen.ratio()).isZero();
    assertThat(detail.nodes())
        .extracting(CategoryComparison.Node::operation)
        .containsExactly("ReadMail", "get", "abort");
    assertThat(detail.nodes().get(1).before().meanNanos()).isZero();
    assertThat(detail.nodes().get(1).after().share()).isBetween(0.74, 0.76);
  }

  @Test
  void setsWithoutRequestsAreRefusedInOneLine() {
    try (StoreSession session = index(directory, tied(20, false, new Random(9)))) {
      Requests none =
          new Requests(
              session, Filter.ALL.during(new Period(AFTER.endMillis() - 1, AFTER.endMillis())));
      assertThatThrownBy(() -> OverallComparison.ask(none, none))
          .isInstanceOf(QueryException.class)
          .hasMessage("neither set has a complete request; give other ranges or values");
    }
  }
}
