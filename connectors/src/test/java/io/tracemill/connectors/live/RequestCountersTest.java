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
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class RequestCountersTest {
  private static final long SLIDE = 10_000;
  private static final long NOON = 1_700_000_000_000L;
  private static final String OTHER = "(other)";

  private final RequestCounters<String> counters = new RequestCounters<>(OTHER);

  private void add(String name, long endMillis, long requests) {
    add(name, new Period(endMillis - SLIDE, endMillis), requests);
  }

  private void add(String name, Period period, long requests) {
    DurationCounts durations =
        new DurationCounts(requests * 1_000, Collections.nCopies(16, requests));
    counters.add(name, period, requests, requests / 2, durations, List.of());
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

  @Property
  void aPeriodCountsOnceInAnyOrderHoweverOftenItIsRead(@ForAll Random random) {
    List<Long> ends =
        new ArrayList<>(LongStream.range(0, 60).flatMap(i -> LongStream.of(i, i)).boxed().toList());
    Collections.shuffle(ends, random);
    counters.start();

    ends.forEach(i -> add("a", NOON + i * SLIDE, i + 1));

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

    assertThat(counters.totals()).hasSize(RequestCounters.MAX_NAMES + 1).containsKey(OTHER);
    assertThat(counters.totals().values().stream().mapToLong(Total::requests).sum()).isEqualTo(all);
    add(OTHER, NOON, 3);
    assertThat(counters.totals()).hasSize(RequestCounters.MAX_NAMES + 1);
    assertThat(counters.totals().values().stream().mapToLong(Total::requests).sum())
        .isEqualTo(all + 3);
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

    assertThat(counters.totals()).containsOnlyKeys(last, OTHER);
    assertThat(requests(last)).isEqualTo(2);
    assertThat(requests(OTHER)).isEqualTo(4);
  }
}
