package io.tracemill.analysis.cohort;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

final class SharedTimeTest {
  private static final long SLICE = 10;

  /** So many requests in each slice from {@code from} on and before {@code to}. */
  private static NavigableMap<Long, Long> slices(long each, long from, long to) {
    NavigableMap<Long, Long> slices = new TreeMap<>();
    for (long start = from; start < to; start += SLICE) {
      slices.put(start, each);
    }
    return slices;
  }

  private static Optional<Period> period(
      NavigableMap<Long, Long> baseline, NavigableMap<Long, Long> problem) {
    return SharedTime.of(baseline, problem, SLICE).map(SharedTime::period);
  }

  @Test
  void itIsWhenThereAreRequestsOfBoth() {
    assertThat(period(slices(9, 0, 960), slices(1, 800, 960))).contains(new Period(800, 960));
    assertThat(period(slices(9, 0, 900), slices(1, 800, 960))).contains(new Period(800, 900));
    assertThat(period(slices(9, 200, 900), slices(1, 0, 960))).contains(new Period(200, 900));
  }

  @Test
  void withoutSuchATimeThereIsNone() {
    assertThat(period(slices(9, 0, 800), slices(1, 800, 960))).isEmpty();
    assertThat(period(slices(9, 0, 800), new TreeMap<>())).isEmpty();
  }

  @Test
  void oneRequestInAHundredThatWasEarlyDoesNotMakeItLonger() {
    NavigableMap<Long, Long> canary = slices(99, 800, 840);
    canary.put(0L, 3L);
    canary.put(950L, 1L);

    assertThat(period(slices(9, 0, 960), canary)).contains(new Period(800, 840));

    canary.put(0L, 5L);
    assertThat(period(slices(9, 0, 960), canary)).contains(new Period(0, 840));
  }

  @Test
  void aCanaryBeforeAFullRolloutIsNoHandfulOfStrays() {
    NavigableMap<Long, Long> rollout = slices(1, 0, 320);
    rollout.putAll(slices(100, 320, 960));

    assertThat(period(slices(99, 0, 320), rollout)).contains(new Period(0, 320));
    assertThat(period(rollout, slices(99, 0, 320))).contains(new Period(0, 320));
  }

  @Test
  void itHasSixBlocksThatAreAlikeButForASlice() {
    assertThat(blocks(16)).containsExactly(0L, 30L, 60L, 80L, 110L, 140L);
    assertThat(blocks(6)).containsExactly(0L, 10L, 20L, 30L, 40L, 50L);
  }

  @Test
  void fewSlicesAreABlockEach() {
    assertThat(blocks(2)).containsExactly(0L, 10L);
    assertThat(blocks(1)).containsExactly(0L);
  }

  private static List<Long> blocks(int slices) {
    SharedTime time = new SharedTime(new Period(0, slices * SLICE), SLICE);
    return LongStream.range(0, slices)
        .map(slice -> time.blockOf(slice * SLICE).orElseThrow())
        .distinct()
        .boxed()
        .toList();
  }

  @Property
  void aBlockBeginsWithOneOfItsOwnSlices(@ForAll @IntRange(min = 1, max = 200) int slices) {
    SharedTime time = new SharedTime(new Period(70, 70 + slices * SLICE), SLICE);
    for (long start = 70; start < 70 + slices * SLICE; start += SLICE) {
      long block = time.blockOf(start).orElseThrow();
      assertThat(block).isLessThanOrEqualTo(start);
      assertThat(time.blockOf(block)).hasValue(block);
    }
    assertThat(time.blockOf(60)).isEmpty();
    assertThat(time.blockOf(70 + slices * SLICE)).isEmpty();
  }
}
