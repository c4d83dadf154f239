package io.tracemill.store.question;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tracemill.analysis.cohort.AttributeValue;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.request.RequestRole;
import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.span.Frame;
import io.tracemill.store.engine.Filter;
import io.tracemill.store.engine.StoreSession;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OverviewTest {
  private static final Frame SHOP = Frame.of("shop", "POST /checkout");
  private static final Frame CART = Frame.of("cart", "GET /cart");
  private static final List<MadeUpCategory> CATEGORIES =
      List.of(
          MadeUpTraffic.category(SHOP, 1, MadeUpTraffic.node(0, "shop", "POST /checkout")),
          MadeUpTraffic.category(
              SHOP,
              2,
              MadeUpTraffic.node(0, "shop", "POST /checkout"),
              MadeUpTraffic.node(1, "pay", "charge")),
          MadeUpTraffic.category(CART, 3, MadeUpTraffic.node(0, "cart", "GET /cart")));

  @TempDir private Path directory;

  @Test
  void equalsTheReferenceOnRandomRequests() {
    for (boolean sampled : new boolean[] {false, true}) {
      Path index = directory.resolve("sampled-" + sampled);
      List<KeptRequest> requests =
          MadeUpTraffic.random(CATEGORIES, 2_000, 3, sampled, new Random(sampled ? 1 : 2));
      TestStore.write(index, TestStore.LINE, requests);
      check(index, requests, Filter.ALL.of(SHOP));
      check(
          index,
          requests,
          new Filter(
              new Period(
                  MadeUpTraffic.START_MILLIS + 1_000_000, MadeUpTraffic.START_MILLIS + 9_000_000),
              List.of(new AttributeValue("shop.version", "v1"), new AttributeValue("tenant", "t0")),
              10_000_000,
              Filter.ANY_DURATION,
              Optional.of(RequestRole.ENTRY),
              Optional.of(SHOP),
              Optional.empty(),
              Optional.empty()));
    }
  }

  private static void check(Path index, List<KeptRequest> all, Filter filter) {
    List<KeptRequest> requests =
        all.stream()
            .filter(each -> each.complete() && each.weight() > 0)
            .filter(each -> Reference.selects(filter, each))
            .toList();
    Overview overview;
    try (StoreSession session = TestStore.open(index).session(filter.time())) {
      overview = Overview.ask(session, filter, 0.9);
    }
    double total = Reference.weight(requests);
    assertThat(overview.requests()).isEqualTo(Math.round(total));
    assertThat(overview.rows()).isEqualTo(requests.size()).isPositive();
    assertThat(overview.categories())
        .hasSize((int) requests.stream().map(each -> each.category()).distinct().count())
        .isSortedAccordingTo(Comparator.comparing(each -> -each.requests()));
    for (Overview.Category category : overview.categories()) {
      List<KeptRequest> members =
          requests.stream()
              .filter(each -> each.category().hex().equals(category.category()))
              .toList();
      double mean = Reference.mean(members);
      assertThat(category.requests()).isEqualTo(Math.round(Reference.weight(members)));
      assertThat(category.share()).isCloseTo(Reference.weight(members) / total, within(1e-9));
      assertThat(category.meanNanos()).isCloseTo(mean, within(1e-6 * mean));
      assertThat(category.meanErrorNanos())
          .isCloseTo(Reference.meanError(members), within(1e-6 * mean));
      assertThat(category.p50Nanos()).isEqualTo(Reference.percentile(members, 0.5));
      assertThat(category.p99Nanos()).isEqualTo(Reference.percentile(members, 0.99));
      assertThat(category.cv()).isCloseTo(Reference.deviation(members) / mean, within(1e-6));
      assertThat(category.failedShare())
          .isCloseTo(Reference.mean(members, each -> each.failed() ? 1 : 0), within(1e-9));
      assertThat(category.anomalous()).isEqualTo(category.cv() > 0.9);
    }
  }

  @Test
  void findsOneEndpointByItsNameOrAPattern() {
    TestStore.write(
        directory, TestStore.LINE, MadeUpTraffic.random(CATEGORIES, 10, 1, false, new Random(3)));
    try (StoreSession session = TestStore.open(directory).session(Filter.ALL_TIME)) {
      assertThat(EndpointSearch.one(session, "shop POST /checkout")).isEqualTo(SHOP);
      assertThat(EndpointSearch.one(session, "shop/POST /checkout")).isEqualTo(SHOP);
      assertThat(EndpointSearch.one(session, "cart*")).isEqualTo(CART);
      assertThatThrownBy(() -> EndpointSearch.one(session, "*"))
          .hasMessageContaining("2 endpoints");
      assertThatThrownBy(() -> EndpointSearch.one(session, "pay"))
          .hasMessageContaining("no endpoint");
    }
  }
}
