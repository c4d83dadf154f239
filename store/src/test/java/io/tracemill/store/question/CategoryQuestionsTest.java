package io.tracemill.store.question;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.view.CategoryProfile;
import io.tracemill.store.engine.Filter;
import io.tracemill.store.engine.StoreSession;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CategoryQuestionsTest {
  private static final Frame SHOP = Frame.of("shop", "POST /checkout");
  private static final MadeUpCategory PAYS =
      MadeUpTraffic.category(
          SHOP,
          1,
          MadeUpTraffic.node(0, "shop", "POST /checkout"),
          MadeUpTraffic.node(1, "pay", "charge"),
          MadeUpTraffic.node(2, "bank", "debit"),
          MadeUpTraffic.node(1, "pay", "charge"));
  private static final MadeUpCategory OTHER =
      MadeUpTraffic.category(SHOP, 2, MadeUpTraffic.node(0, "shop", "POST /checkout"));
  private static final Filter FILTER = Filter.ALL.of(SHOP).ofCategory(PAYS.category().hex());

  @TempDir private Path directory;

  private List<KeptRequest> all = List.of();
  private List<KeptRequest> members = List.of();

  @BeforeEach
  void write() {
    all =
        MadeUpTraffic.random(List.of(PAYS, OTHER), 3_000, 4, true, new Random(7)).stream().toList();
    TestStore.write(directory, TestStore.LINE, all);
    members =
        all.stream()
            .filter(each -> each.complete() && each.weight() > 0)
            .filter(each -> each.category().equals(PAYS.category()))
            .toList();
  }

  private StoreSession session() {
    return TestStore.open(directory).session(Filter.ALL_TIME);
  }

  @Test
  void findsACategoryByItsFirstDigits() {
    try (StoreSession session = session()) {
      String hex = PAYS.category().hex();
      CategorySearch.Category found = CategorySearch.one(session, hex, Optional.empty());
      assertThat(found.form()).isEqualTo(PAYS.form());
      assertThat(found.endpoint()).isEqualTo(SHOP);
      assertThatThrownBy(() -> CategorySearch.one(session, hex.substring(0, 8), Optional.empty()))
          .hasMessageContaining("2 categories");
      assertThatThrownBy(() -> CategorySearch.one(session, "0".repeat(32), Optional.empty()))
          .hasMessageContaining("no category");
      assertThatThrownBy(() -> CategorySearch.one(session, "x'y", Optional.empty()))
          .hasMessageContaining("digits");
    }
  }

  @Test
  void nodesEqualTheReference() {
    CategoryProfile profile;
    try (StoreSession session = session()) {
      profile =
          CategorySearch.one(session, PAYS.category().hex(), Optional.empty())
              .profile(session, FILTER);
    }
    assertThat(profile.basis().requests()).isCloseTo(Reference.weight(members), within(1e-6));
    assertThat(profile.basis().kept()).isEqualTo(members.size());
    assertThat(profile.nodes()).hasSize(4);
    for (CategoryProfile.Node node : profile.nodes()) {
      int p = node.position();
      ToDoubleFunction<KeptRequest> inclusive = each -> Reference.times(each).inclusiveNanos()[p];
      double mean = Reference.mean(members, inclusive);
      assertThat(node.meanNanos()).isCloseTo(mean, within(1e-6 * mean));
      assertThat(node.meanErrorNanos()).isPositive().isLessThan(mean / 5);
      assertThat((double) node.maxNanos())
          .isEqualTo(members.stream().mapToDouble(inclusive).max().orElseThrow());
      assertThat((double) node.minNanos())
          .isEqualTo(members.stream().mapToDouble(inclusive).min().orElseThrow());
      assertThat(node.ownNanos())
          .isCloseTo(
              Reference.mean(members, each -> Reference.times(each).exclusiveNanos()[p]),
              within(1e-6 * mean));
      assertThat(node.criticalNanos())
          .isCloseTo(
              Reference.mean(members, each -> Reference.times(each).criticalNanos()[p]),
              within(1e-6 * mean));
      assertThat(node.ratio()).isCloseTo(mean / Reference.mean(members), within(1e-6));
      assertThat(node.callsPerRequest()).isCloseTo(1, within(1e-9));
    }
  }

  @Test
  void histogramBinsHoldTheRequestsOfTheirRange() {
    try (StoreSession session = session()) {
      for (Histogram.Scale scale : Histogram.Scale.values()) {
        Histogram histogram = Histogram.ask(session, FILTER, scale, 17);
        assertThat(histogram.requests()).isEqualTo(Math.round(Reference.weight(members)));
        assertThat(histogram.bins()).hasSizeBetween(8, 17);
        for (Histogram.Bin bin : histogram.bins()) {
          List<KeptRequest> inside =
              members.stream()
                  .filter(each -> each.durationNanos() >= bin.fromNanos())
                  .filter(each -> each.durationNanos() < bin.toNanos())
                  .toList();
          assertThat(bin.requests()).isEqualTo(Math.round(Reference.weight(inside)));
          assertThat(bin.rows()).isEqualTo(inside.size());
        }
      }
    }
  }

  @Test
  void aBucketWithoutTheCategoryHasNoMean() {
    Filter rare = Filter.ALL.of(SHOP).ofCategory("f".repeat(32));
    try (StoreSession session = session()) {
      assertThat(Tendency.ask(session, rare, OptionalInt.empty(), 3_600_000).buckets())
          .isNotEmpty()
          .allSatisfy(
              bucket -> {
                assertThat(bucket.requests()).isZero();
                assertThat(bucket.share()).isZero();
                assertThat(bucket.meanNanos()).isZero();
              });
    }
  }

  @Test
  void tendencyEqualsTheReference() {
    long bucket = 600_000;
    try (StoreSession session = session()) {
      assertThat(TimeBuckets.lengthMillis(session, FILTER)).isEqualTo(600_000);
      for (OptionalInt node : List.of(OptionalInt.empty(), OptionalInt.of(2))) {
        Tendency tendency = Tendency.ask(session, FILTER, node, bucket);
        assertThat(tendency.buckets()).hasSizeBetween(24, 25);
        for (Tendency.Bucket each : tendency.buckets()) {
          List<KeptRequest> ofEndpoint = new ArrayList<>(all);
          ofEndpoint.removeIf(
              other ->
                  !other.complete() || other.timeMillis() / bucket * bucket != each.timeMillis());
          List<KeptRequest> inside = ofEndpoint.stream().filter(members::contains).toList();
          double mean =
              Reference.mean(
                  inside,
                  other ->
                      node.isPresent()
                          ? Reference.times(other).inclusiveNanos()[2]
                          : other.durationNanos());
          assertThat(each.requests()).isEqualTo(Math.round(Reference.weight(inside)));
          assertThat(each.share())
              .isCloseTo(Reference.weight(inside) / Reference.weight(ofEndpoint), within(1e-9));
          assertThat(each.meanNanos()).isCloseTo(mean, within(1e-6 * mean));
        }
      }
    }
  }
}
