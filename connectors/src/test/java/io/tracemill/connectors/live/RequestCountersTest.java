package io.tracemill.connectors.live;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.record.DurationCounts;
import io.tracemill.connectors.live.RequestCounters.Total;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class RequestCountersTest {
  private static final long SLIDE = 10_000;
  private static final long NOON = 1_700_000_000_000L;
  private static final String OTHER = "(other)";

  private final RequestCounters<String> counters = new RequestCounters<>(OTHER);
  private long newestMillis;

  private void add(String name, long endMillis, long requests) {
    add(name, new Period(endMillis - SLIDE, endMillis), requests);
  }

  private void add(String name, Period period, long requests) {
    newestMillis = Math.max(newestMillis, period.endMillis());
    DurationCounts durations =
        new DurationCounts(requests * 1_000, Collections.nCopies(16, requests));
    counters.add(name, period, requests, requests / 2, durations, List.of());
  }

  /** A record without requests ends a little later than all others. */
  private void nextPeriod() {
    newestMillis++;
    add(OTHER, new Period(newestMillis - SLIDE, newestMillis), 0);
  }

  private long sum() {
    return counters.totals().values().stream().mapToLong(Total::requests).sum();
  }

  private long requests(String name) {
    return requireNonNull(counters.totals().get(name), name).requests();
  }

  @Test
  void periodsAddUp() {
    counters.start();
    add("a", NOON, 4);
    add("a", NOON + SLIDE, 6);

    assertThat(counters.totals())
        .isEqualTo(
            Map.of(
                "a",
                new Total(
                    10, 5, new DurationCounts(10_000, Collections.nCopies(16, 10L)), List.of())));
  }

  @Test
  void recordsFromBeforeTheStartGiveTheirNamesACountOfZero() {
    add("a", NOON, 4);
    counters.start();
    assertThat(requests("a")).isZero();

    add("a", NOON, 4);
    add("a", NOON + SLIDE, 6);
    assertThat(requests("a")).isEqualTo(6);
  }

  @Test
  void aNewNameHasACountOfZeroUntilALaterPeriodBegins() {
    counters.start();
    add("a", NOON, 4);
    add("a", NOON - SLIDE, 2);
    assertThat(requests("a")).isZero();

    add("b", NOON + SLIDE, 1);
    assertThat(requests("a")).isEqualTo(6);
    assertThat(requests("b")).isZero();
    nextPeriod();
    assertThat(requests("b")).isEqualTo(1);
  }

  @Test
  void theBusiestNamesOfTheHistoryHaveCountsOfTheirOwn() {
    for (int i = 0; i < 1_000; i++) {
      int requests = 1 + (i * 7 + 3) % 1_000;
      add("n" + requests, NOON, requests);
    }
    counters.start();

    assertThat(counters.totals().keySet())
        .containsExactlyInAnyOrderElementsOf(
            Stream.concat(
                    Stream.of(OTHER),
                    IntStream.rangeClosed(1_001 - RequestCounters.MAX_NAMES, 1_000)
                        .mapToObj(i -> "n" + i))
                .toList());
    assertThat(sum()).isZero();
    add("n1000", NOON + SLIDE, 5);
    add("n1", NOON + SLIDE, 2);
    counters.start();
    assertThat(requests("n1000")).isEqualTo(5);
    assertThat(requests(OTHER)).isEqualTo(2);
  }

  @Test
  void noRequestIsLostWhenThereAreMoreNamesThanAreToldApart() {
    counters.start();
    for (int i = 0; i < RequestCounters.MAX_KNOWN + 100; i++) {
      add("n" + i, NOON, 1);
    }
    nextPeriod();

    assertThat(sum()).isEqualTo(RequestCounters.MAX_KNOWN + 100);
  }

  @Property
  void aPeriodCountsOnceInAnyOrderHoweverOftenItIsRead(@ForAll Random random) {
    List<Long> ends =
        new ArrayList<>(LongStream.range(0, 60).flatMap(i -> LongStream.of(i, i)).boxed().toList());
    Collections.shuffle(ends, random);
    counters.start();

    ends.forEach(i -> add("a", NOON + i * SLIDE, i + 1));
    nextPeriod();

    assertThat(requests("a")).isEqualTo(60 * 61 / 2);
  }

  @Test
  void periodsThatOverlapCountedOnesDoNotCount() {
    counters.start();
    add("a", NOON, 1);
    add("a", new Period(NOON - 1, NOON + 60_000), 10);
    add("a", new Period(NOON, NOON + 60_000), 100);
    add("a", new Period(NOON + 30_000, NOON + 40_000), 1_000);

    assertThat(requests("a")).isEqualTo(101);
  }

  @Test
  void aNameWithoutRequestsForAnHourIsDroppedAndBeginsAtZero() {
    counters.start();
    add("a", NOON, 4);
    add("b", NOON + 3_600_000, 1);
    assertThat(counters.totals()).containsOnlyKeys("b");

    add("a", NOON, 4);
    assertThat(counters.totals()).containsOnlyKeys("b");
    add("a", NOON + 3_600_000, 5);
    assertThat(requests("a")).isZero();
    nextPeriod();
    assertThat(requests("a")).isEqualTo(5);
  }

  @Test
  void beyondTheLimitNamesCountTogetherAndNothingIsLost() {
    counters.start();
    for (int i = 0; i < 10_000; i++) {
      add("n" + i, NOON, 1 + i % 7);
      add("n" + i, NOON, 1 + i % 7);
    }
    long all = LongStream.range(0, 10_000).map(i -> 1 + i % 7).sum();
    assertThat(sum()).isZero();
    nextPeriod();

    assertThat(counters.totals()).hasSize(RequestCounters.MAX_NAMES + 1).containsKey(OTHER);
    assertThat(sum()).isEqualTo(all);
    add(OTHER, NOON, 3);
    assertThat(counters.totals()).hasSize(RequestCounters.MAX_NAMES + 1);
    assertThat(sum()).isEqualTo(all + 3);
  }

  @Test
  void aFreePlaceGoesToANameThatCountedWithTheOthersAndNoCountDecreases() {
    counters.start();
    for (int i = 0; i <= RequestCounters.MAX_NAMES; i++) {
      add("n" + i, NOON, 2);
    }
    String last = "n" + RequestCounters.MAX_NAMES;
    assertThat(counters.totals()).doesNotContainKey(last);
    add(last, NOON + 1_800_000, 2);
    assertThat(requests(OTHER)).isEqualTo(4);

    add(last, NOON + 3_600_000, 2);
    assertThat(requests(last)).isZero();
    nextPeriod();

    assertThat(counters.totals()).containsOnlyKeys(last, OTHER);
    assertThat(requests(last)).isEqualTo(2);
    assertThat(requests(OTHER)).isEqualTo(4);
  }
}
