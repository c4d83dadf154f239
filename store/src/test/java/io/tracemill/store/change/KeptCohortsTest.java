package io.tracemill.store.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tracemill.analysis.cohort.AttributeValue;
import io.tracemill.analysis.cohort.CohortSplit.ByAttribute;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.comparison.Cohorts;
import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.sums.DurationScale;
import io.tracemill.analysis.sums.PaneCounts;
import io.tracemill.analysis.sums.SumRules;
import io.tracemill.store.engine.EngineLimits;
import io.tracemill.store.engine.Filter;
import io.tracemill.store.engine.QueryException;
import io.tracemill.store.engine.Store;
import io.tracemill.store.engine.StoreSession;
import io.tracemill.store.layout.StoredPane;
import io.tracemill.store.question.MadeUpCategory;
import io.tracemill.store.question.MadeUpTraffic;
import io.tracemill.store.question.TestStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two versions of a shop that ran for 40 minutes, in a store with a sample. */
class KeptCohortsTest {
  private static final long START = MadeUpTraffic.START_MILLIS;
  private static final long MINUTE = 60_000;
  private static final int MINUTES = 40;
  private static final double BELOW = 0.25;
  private static final Frame SHOP = Frame.of("shop", "GET /");
  private static final SumRules RULES = new SumRules(100, 100, 10, new DurationScale(1000));
  private static final AttributeValue OLD = new AttributeValue("version", "v0");
  private static final AttributeValue NEW = new AttributeValue("shop.version", "v1");
  private static final MadeUpCategory BUYS =
      MadeUpTraffic.category(
          SHOP, 1, MadeUpTraffic.node(0, "shop", "GET /"), MadeUpTraffic.node(1, "db", "get"));

  @TempDir private Path directory;

  /** It keeps a quarter of the requests of each other minute. */
  private static List<KeptRequest> sampled() {
    Random random = new Random(3);
    List<KeptRequest> kept = new ArrayList<>();
    for (int i = 0; i < 100 * MINUTES; i++) {
      boolean busy = i % 2 == 0;
      long time = START + i % MINUTES * MINUTE + random.nextInt((int) MINUTE);
      KeptRequest request =
          MadeUpTraffic.request(BUYS, time, 9_000_000, false, 1, random, 4_000_000);
      if (!busy) {
        kept.add(request);
      } else if (request.samplePoint() < BELOW) {
        kept.add(request.weighing(4, BELOW));
      }
    }
    return kept;
  }

  private Cohorts compared(List<KeptRequest> requests, Period time, EngineLimits limits) {
    TestStore.write(directory, TestStore.LINE, requests);
    List<StoredPane> panes = new ArrayList<>();
    for (int minute = 0; minute < MINUTES; minute++) {
      panes.addAll(TestPanes.minute(SHOP, START + minute * MINUTE, List.of(), RULES));
    }
    TestPanes.write(directory, panes);
    try (StoreSession session = Store.open(directory, Optional.empty(), limits).session(time)) {
      return PastChange.ask(
              session, session, new ByAttribute(OLD, NEW, time), Optional.of(SHOP), RULES)
          .cohorts();
    }
  }

  private static List<KeptRequest> having(AttributeValue value, List<KeptRequest> requests) {
    return requests.stream().filter(each -> each.complete() && isIn(value, each)).toList();
  }

  private static int uniform(List<KeptRequest> requests) {
    return (int) requests.stream().filter(each -> each.samplePoint() < BELOW).count();
  }

  private static double weight(List<KeptRequest> requests) {
    return requests.stream().mapToDouble(KeptRequest::weight).sum();
  }

  private static void assertCounts(Cohorts.Side side, int counted, double standFor) {
    assertThat(side.requestCount()).isEqualTo(counted).isPositive();
    assertThat(
            side.panes().stream().flatMap(Collection::stream).mapToLong(PaneCounts::requests).sum())
        .isEqualTo(counted);
    assertThat(side.rows().get(SHOP)).hasSize(counted).allMatch(row -> row.weight() == 1);
    assertThat(side.basis().orElseThrow().kept()).isEqualTo(counted);
    assertThat(side.basis().orElseThrow().requests()).isCloseTo(standFor, within(1e-6));
  }

  @Test
  void valuesOfASampleAreCountedInItsUniformPart() {
    List<KeptRequest> requests = sampled();

    Cohorts cohorts = compared(requests, Filter.ALL_TIME, EngineLimits.DEFAULT);

    List<KeptRequest> before = having(OLD, requests);
    List<KeptRequest> after = having(NEW, requests);
    assertCounts(cohorts.before(), uniform(before), weight(before));
    assertCounts(cohorts.after(), uniform(after), weight(after));
    assertThat(cohorts.before().time()).isEqualTo(cohorts.after().time());
    assertThat(cohorts.paneMillis()).isEqualTo(10_000);
  }

  @Test
  void noMoreIsReadThanTheLimitAllows() {
    List<KeptRequest> requests = sampled();
    EngineLimits few = new EngineLimits(500, 0, 1, EngineLimits.DEFAULT.timeout(), 1_000, 100);

    Cohorts cohorts = compared(requests, Filter.ALL_TIME, few);

    assertThat(cohorts.before().requestCount()).isBetween(90L, 100L);
    assertThat(cohorts.before().basis().orElseThrow().requests())
        .isCloseTo(weight(having(OLD, requests)), within(1e-6));
  }

  @Test
  void allRequestsAreCountedIfAllAreKept() {
    List<KeptRequest> requests = sampled().stream().filter(each -> each.weight() == 1).toList();
    Period half = new Period(START, START + MINUTES / 2 * MINUTE);

    Cohorts cohorts = compared(requests, half, EngineLimits.DEFAULT);

    assertThat(cohorts.before().basis()).isEmpty();
    assertThat(cohorts.before().requestCount())
        .isEqualTo(
            having(OLD, requests).stream()
                .filter(each -> half.contains(each.timeMillis()))
                .count());
  }

  @Test
  void versionsAreComparedFromTheTimeAtWhichBothRan() {
    long deployed = START + 20 * MINUTE;
    List<KeptRequest> requests =
        sampled().stream()
            .filter(each -> !isIn(NEW, each) || each.timeMillis() >= deployed)
            .toList();

    Cohorts cohorts = compared(requests, Filter.ALL_TIME, EngineLimits.DEFAULT);

    assertThat(cohorts.before().time().startMillis())
        .isBetween(deployed, deployed + MINUTE)
        .isEqualTo(cohorts.after().time().startMillis());
  }

  @Test
  void aValueThatNoRequestHasIsRefusedInOneLine() {
    List<KeptRequest> requests = sampled().stream().filter(each -> !isIn(NEW, each)).toList();

    assertThatThrownBy(() -> compared(requests, Filter.ALL_TIME, EngineLimits.DEFAULT))
        .isInstanceOf(QueryException.class)
        .hasMessage(
            "no complete request of this time has shop.version=v1; give another value or time");
  }

  private static boolean isIn(AttributeValue value, KeptRequest request) {
    return request.attributes().stream()
        .anyMatch(each -> value.key().endsWith(each.key()) && each.value().equals(value.value()));
  }
}
