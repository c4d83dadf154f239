package io.tracemill.pipeline.source.kafka;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.pipeline.config.StartPosition;
import io.tracemill.pipeline.source.EncodedRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkGeneratorSupplier;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.api.common.eventtime.WatermarkOutputMultiplexer;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.apache.flink.util.InstantiationUtil;
import org.apache.flink.util.clock.ManualClock;
import org.apache.flink.util.clock.RelativeClock;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** One subtask with its partitions, put together as Flink does it, on a clock set by hand. */
class PartitionWatermarksTest {
  private static final long SECOND = 1000;
  private static final long NOON = 43_200 * SECOND;
  private static final long YEAR = 365 * 86_400 * SECOND;
  private static final long BOUND = 5 * SECOND;
  private static final Duration MAX_JUMP = Duration.ofHours(1);
  private static final PartitionWatermarks PLAIN =
      new PartitionWatermarks(Duration.ofMillis(BOUND), Duration.ofSeconds(10), null);

  private final ManualClock clock = new ManualClock();
  private final List<CompletableFuture<Boolean>> questions = new ArrayList<>();
  private Map<TopicPartition, Long> asked = Map.of();
  private Subtask subtask = new Subtask(PLAIN);

  /** Downstream's view: the highest watermark that came out, and whether the subtask is idle. */
  private final class Subtask implements WatermarkOutput, WatermarkGeneratorSupplier.Context {
    private final WatermarkStrategy<EncodedRecord> strategy;
    private final WatermarkOutputMultiplexer multiplexer = new WatermarkOutputMultiplexer(this);
    private final Map<Integer, WatermarkGenerator<EncodedRecord>> generators = new HashMap<>();
    private final WatermarkGenerator<EncodedRecord> main;
    private final Map<Integer, Long> offsets = new HashMap<>();
    private final Map<Integer, PartitionClock> clocks = new HashMap<>();
    private long watermark = Long.MIN_VALUE;
    private boolean idle;

    Subtask(WatermarkStrategy<EncodedRecord> strategy) {
      this.strategy = strategy;
      this.main = strategy.createWatermarkGenerator(this);
    }

    void assign(int... partitions) {
      for (int partition : partitions) {
        multiplexer.registerNewOutput(Integer.toString(partition));
        generators.put(partition, strategy.createWatermarkGenerator(this));
      }
    }

    /** As Flink does with a split that is read to its end. */
    void finish(int partition) {
      multiplexer.unregisterOutput(Integer.toString(partition));
      generators.remove(partition);
    }

    /** A record of a partition that had one before. */
    void record(int partition, long eventMillis) {
      if (!offsets.containsKey(partition)) {
        first(partition, eventMillis);
      }
      record(partition, eventMillis, eventMillis);
    }

    /** A partition's first record. */
    void first(int partition, long eventMillis) {
      record(partition, eventMillis, eventMillis);
    }

    /** A record at the time that its partition makes of it. */
    void claim(int partition, long claimedMillis) {
      PartitionClock clock =
          clocks.computeIfAbsent(partition, added -> new PartitionClock(MAX_JUMP.toMillis()));
      record(partition, clock.believe(claimedMillis), claimedMillis);
    }

    private void record(int partition, long eventMillis, long claimedMillis) {
      long offset = offsets.merge(partition, 1L, Long::sum) - 1;
      EncodedRecord record =
          new EncodedRecord(
              "spans",
              partition,
              offset,
              eventMillis,
              claimedMillis,
              new byte[0],
              new byte[0],
              "auto");
      generator(partition)
          .onEvent(
              record, eventMillis, multiplexer.getImmediateOutput(Integer.toString(partition)));
    }

    private WatermarkGenerator<EncodedRecord> generator(int partition) {
      return requireNonNull(generators.get(partition), "partition");
    }

    void tick() {
      generators.forEach(
          (partition, generator) ->
              generator.onPeriodicEmit(multiplexer.getDeferredOutput(Integer.toString(partition))));
      multiplexer.onPeriodicEmit();
      main.onPeriodicEmit(IGNORED);
    }

    /** Ticks every 200 ms, as Flink does. */
    void pass(Duration time) {
      for (long millis = 0; millis < time.toMillis(); millis += 200) {
        clock.advanceTime(Duration.ofMillis(200));
        tick();
      }
    }

    @Override
    public void emitWatermark(Watermark next) {
      idle = false;
      watermark = Math.max(watermark, next.getTimestamp());
    }

    @Override
    public void markIdle() {
      idle = true;
    }

    @Override
    public void markActive() {
      idle = false;
    }

    @Override
    public MetricGroup getMetricGroup() {
      return new UnregisteredMetricsGroup();
    }

    @Override
    public RelativeClock getInputActivityClock() {
      return clock;
    }
  }

  private static final WatermarkOutput IGNORED =
      new WatermarkOutput() {
        @Override
        public void emitWatermark(Watermark watermark) {
          throw new AssertionError("the source as a whole has no records: " + watermark);
        }

        @Override
        public void markIdle() {}

        @Override
        public void markActive() {}
      };

  @Test
  void theSlowestPartitionHoldsTheOthersBack() {
    subtask.assign(0, 1);
    subtask.record(0, NOON + 60 * SECOND);
    subtask.record(1, NOON);
    subtask.tick();

    assertThat(subtask.watermark).isEqualTo(NOON - BOUND - 1);
  }

  /** Deadlines are whole seconds: what the watermark is at each must not depend on the clock. */
  @Property(tries = 100)
  void theRecordThatReachesASecondEmitsItAtOnce(
      @ForAll List<@IntRange(min = 0, max = 20_000) Integer> times, @ForAll Random periods) {
    Subtask one = new Subtask(PLAIN);
    one.assign(0);
    long reached = -BOUND - 1;

    for (int time : times) {
      one.record(0, time);
      long second = Math.floorDiv(reached, SECOND);
      reached = Math.max(reached, time - BOUND - 1);
      if (Math.floorDiv(reached, SECOND) > second) {
        assertThat(one.watermark).isEqualTo(reached);
      }
      if (periods.nextBoolean()) {
        one.tick();
      }
    }
  }

  @Property(tries = 100)
  void theWatermarkOfAPartitionIsItsHighestTimeLessTheBound(
      @ForAll List<@IntRange(min = 0) Integer> times) {
    Subtask one = new Subtask(PLAIN);
    one.assign(0);
    long highest = Long.MIN_VALUE;

    for (int time : times) {
      one.record(0, time);
      one.tick();

      highest = Math.max(highest, time - BOUND - 1);
      assertThat(one.watermark).isEqualTo(highest);
    }
  }

  @Test
  void aPartitionWithoutRecordsHoldsBackOnlyForAWhile() {
    subtask.assign(0, 1);
    for (int second = 0; second < 9; second++) {
      subtask.record(0, NOON);
      subtask.pass(Duration.ofSeconds(1));
      assertThat(subtask.watermark).isEqualTo(Long.MIN_VALUE);
    }
    subtask.record(0, NOON);
    subtask.pass(Duration.ofSeconds(1));

    assertThat(subtask.watermark).isEqualTo(NOON - BOUND - 1);
  }

  @Test
  void aSilentPartitionIsIdleUntilItsNextRecord() {
    subtask.assign(0, 1);
    subtask.record(1, NOON);
    for (int second = 0; second < 12; second++) {
      subtask.record(0, NOON + 60 * SECOND);
      subtask.pass(Duration.ofSeconds(1));
    }
    assertThat(subtask.watermark).isEqualTo(NOON + 60 * SECOND - BOUND - 1);

    subtask.record(1, NOON + 61 * SECOND);
    subtask.record(0, NOON + 90 * SECOND);
    subtask.tick();

    assertThat(subtask.watermark).isEqualTo(NOON + 61 * SECOND - BOUND - 1);
  }

  @Test
  void theRecordThatEndsASilenceHoldsTheOthersBackAtOnce() {
    subtask.assign(0, 1);
    subtask.record(0, NOON);
    subtask.record(1, NOON);
    subtask.pass(Duration.ofSeconds(11));

    subtask.record(1, NOON + 1);
    subtask.record(0, NOON + 90 * SECOND);

    assertThat(subtask.watermark).isLessThan(NOON);
  }

  @Test
  void aFirstRecordMakesNoWatermarkAndGivesWayToTheNext() {
    subtask.assign(0);
    subtask.claim(0, NOON + YEAR);
    subtask.tick();
    assertThat(subtask.watermark).isEqualTo(Long.MIN_VALUE);

    subtask.claim(0, NOON);
    subtask.tick();
    assertThat(subtask.watermark).isEqualTo(NOON - BOUND - 1);
  }

  /** Its first record is all that it believes: each other claims a time of its own. */
  @Test
  void aPartitionWhoseTimesMakeNoSenseHoldsBackOnlyForAWhile() {
    subtask.assign(0, 1);
    subtask.claim(1, 0);
    subtask.claim(1, 0);
    for (int second = 1; second <= 11; second++) {
      subtask.claim(0, NOON + second * SECOND);
      subtask.claim(1, second * YEAR);
      subtask.pass(Duration.ofSeconds(1));
    }

    assertThat(subtask.watermark).isEqualTo(NOON + 11 * SECOND - BOUND - 1);
  }

  /** As after a restart. */
  @Test
  void aSlowPartitionThatLagsHoldsTheOthersBackFromItsFirstRecordOn() {
    subtask.assign(0, 1);
    for (int second = 0; second < 300; second++) {
      for (int i = 0; i < 10; i++) {
        subtask.claim(0, NOON + second * SECOND);
      }
      if (second % 5 == 0) {
        long lagging = NOON + (second - 40) * SECOND;
        assertThat(subtask.watermark).isLessThan(lagging);
        subtask.claim(1, lagging);
      }
      subtask.pass(Duration.ofSeconds(1));
    }

    assertThat(subtask.watermark).isEqualTo(NOON + (295 - 40) * SECOND - BOUND - 1);
  }

  /** A fetch that stalls must not make what it brings late. */
  @Test
  void inABoundedRunAPartitionHoldsBackUntilItIsReadToItsEnd() {
    subtask =
        new Subtask(KafkaRecordSourceTest.source(StartPosition.Named.EARLIEST, true).watermarks());
    subtask.assign(0, 1);
    subtask.record(1, NOON);
    for (int minute = 1; minute < 10; minute++) {
      subtask.record(0, NOON + minute * (60 * SECOND));
      subtask.pass(Duration.ofMinutes(1));
      assertThat(subtask.watermark).isEqualTo(NOON - BOUND - 1);
    }

    subtask.finish(1);
    subtask.tick();

    assertThat(subtask.watermark).isEqualTo(NOON + 9 * (60 * SECOND) - BOUND - 1);
  }

  @Test
  void silenceUnderBackpressureIsNoSilence() {
    subtask.assign(0);
    subtask.record(0, NOON);
    for (int i = 0; i < 1000; i++) {
      subtask.tick();
    }

    assertThat(subtask.idle).isFalse();
  }

  @Test
  void withoutIdleFlushTheLastWatermarkStays() {
    subtask.assign(0);
    subtask.record(0, NOON);
    subtask.pass(Duration.ofHours(1));

    assertThat(subtask.idle).isTrue();
    assertThat(subtask.watermark).isEqualTo(NOON - BOUND - 1);
  }

  @Test
  void afterSilenceAtTheEndTimeGoesOn() {
    flushing();
    subtask.assign(0, 1, 2);
    subtask.record(0, NOON - 60 * SECOND);
    subtask.record(1, NOON);
    subtask.record(1, NOON);
    subtask.pass(Duration.ofSeconds(30));
    assertThat(questions).isEmpty();

    subtask.pass(Duration.ofMillis(200));
    assertThat(asked).isEqualTo(Map.of(spans(0), 2L, spans(1), 3L));
    assertThat(subtask.watermark).isLessThan(NOON);

    answer(true);
    subtask.tick();
    assertThat(subtask.watermark).isEqualTo(NOON - BOUND - 1 + 30 * SECOND);
    assertThat(subtask.idle).isFalse();
    subtask.tick();
    assertThat(subtask.idle).isTrue();
  }

  @Test
  void aLoneRecordTakesNoOtherPartitionIntoTheFuture() {
    flushing();
    subtask.assign(0, 1);
    subtask.first(0, NOON + YEAR);
    subtask.record(1, NOON);
    subtask.pass(Duration.ofMillis(30_200));
    answer(true);
    subtask.tick();
    assertThat(subtask.watermark).isEqualTo(NOON - BOUND - 1 + 30 * SECOND);
  }

  @Test
  void timeGoesOnAsLongAsTheSilenceLasts() {
    flushing();
    subtask.assign(0);
    subtask.record(0, NOON);
    subtask.tick();
    for (int i = 0; i < 20 * 60 * 5; i++) {
      subtask.pass(Duration.ofMillis(200));
      questions.forEach(question -> question.complete(true));
    }

    assertThat(subtask.watermark)
        .isBetween(NOON + 20 * 60 * SECOND - BOUND - 1 - 6 * SECOND, NOON + 20 * 60 * SECOND);
    assertThat(subtask.idle).isTrue();
    assertThat(questions).hasSizeBetween(200, 250);
  }

  @Test
  void aPartitionBehindItsEndStopsTheFlushAndItsWaitCountsForNothing() {
    flushing();
    subtask.assign(0);
    subtask.record(0, NOON);
    subtask.tick();
    subtask.pass(Duration.ofSeconds(30));
    answer(false);
    subtask.pass(Duration.ofMillis(29_800));
    assertThat(subtask.watermark).isEqualTo(NOON - BOUND - 1);
    assertThat(questions).hasSize(1);

    subtask.pass(Duration.ofSeconds(1));
    answer(true);
    subtask.tick();

    assertThat(subtask.watermark).isEqualTo(NOON - BOUND - 1 + 30 * SECOND);
  }

  @Test
  void aBrokerOutOfReachStopsTheFlush() {
    flushing();
    subtask.assign(0);
    subtask.record(0, NOON);
    for (int i = 0; i < 5 * 60 * 5; i++) {
      subtask.pass(Duration.ofMillis(200));
      questions.forEach(question -> question.completeExceptionally(new RuntimeException("down")));
    }

    assertThat(questions).hasSizeBetween(8, 10);
    assertThat(subtask.watermark).isEqualTo(NOON - BOUND - 1);
    assertThat(subtask.idle).isTrue();
  }

  @Test
  void afterAnOutageTheFirstPartitionToComeBackWaitsForTheOthers() {
    flushing();
    subtask.assign(0, 1);
    subtask.record(0, NOON);
    subtask.record(1, NOON);
    subtask.pass(Duration.ofSeconds(29));
    subtask.record(0, NOON + 25 * SECOND);
    subtask.pass(Duration.ofSeconds(1));
    assertThat(subtask.watermark).isEqualTo(NOON - BOUND - 1);

    subtask.record(1, NOON + 24 * SECOND);
    subtask.tick();

    assertThat(subtask.watermark).isEqualTo(NOON + 24 * SECOND - BOUND - 1);
  }

  @Test
  void aRecordOvertakesTheAnswer() {
    flushing();
    subtask.assign(0, 1);
    subtask.record(0, NOON);
    subtask.tick();
    subtask.pass(Duration.ofSeconds(30));
    assertThat(questions).hasSize(1);
    subtask.record(0, NOON + SECOND);
    answer(true);
    subtask.pass(Duration.ofSeconds(29));

    assertThat(questions).hasSize(1);
    assertThat(subtask.watermark).isEqualTo(NOON + SECOND - BOUND - 1);
  }

  @Test
  void oneBusyPartitionKeepsAllFromFlushing() {
    flushing();
    subtask.assign(0, 1);
    subtask.record(0, NOON);
    for (int second = 0; second < 120; second++) {
      subtask.record(1, NOON + second * SECOND);
      subtask.pass(Duration.ofSeconds(1));
    }

    assertThat(questions).isEmpty();
  }

  /** As after a restart behind the last record. */
  @Test
  void whereNothingWasReadYetTimeGoesOnFromTheLeastThereIs() {
    flushing();
    subtask.assign(0, 1);
    subtask.pass(Duration.ofSeconds(30));
    assertThat(asked).isEmpty();
    answer(true);
    subtask.tick();
    assertThat(subtask.watermark).isEqualTo(Long.MIN_VALUE + 30 * SECOND);

    subtask.record(0, NOON);
    subtask.pass(Duration.ofMillis(30_200));
    answer(true);
    subtask.tick();
    assertThat(subtask.watermark).isEqualTo(NOON - BOUND - 1 + 30 * SECOND);
  }

  @Test
  void afterAFlushNewRecordsGoOnFromThere() {
    flushing();
    subtask.assign(0);
    subtask.record(0, NOON);
    subtask.tick();
    subtask.pass(Duration.ofSeconds(30));
    answer(true);
    subtask.pass(Duration.ofSeconds(1));

    subtask.record(0, NOON + 60 * SECOND);
    subtask.tick();

    assertThat(subtask.idle).isFalse();
    assertThat(subtask.watermark).isEqualTo(NOON + 60 * SECOND - BOUND - 1);
  }

  @Test
  void theStrategyTravelsWithTheJob() throws Exception {
    PartitionWatermarks used = flushing(next -> NEVER);
    used.createWatermarkGenerator(subtask);

    assertThat(InstantiationUtil.clone(used).createWatermarkGenerator(subtask)).isNotNull();
  }

  private static final CompletableFuture<Boolean> NEVER = new CompletableFuture<>();

  private void flushing() {
    subtask = new Subtask(flushing(this::ask));
  }

  private static PartitionWatermarks flushing(IdleFlush.EndOffsets endOffsets) {
    return new PartitionWatermarks(Duration.ofMillis(BOUND), Duration.ofSeconds(30), endOffsets);
  }

  private CompletableFuture<Boolean> ask(Map<TopicPartition, Long> next) {
    CompletableFuture<Boolean> answer = new CompletableFuture<>();
    asked = next;
    questions.add(answer);
    return answer;
  }

  private void answer(boolean reached) {
    questions.get(questions.size() - 1).complete(reached);
  }

  private static TopicPartition spans(int partition) {
    return new TopicPartition("spans", partition);
  }
}
