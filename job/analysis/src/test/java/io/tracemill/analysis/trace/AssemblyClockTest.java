package io.tracemill.analysis.trace;

import static io.tracemill.analysis.trace.TraceSpec.trace;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.span.Fragment;
import io.tracemill.analysis.trace.TraceSpec.SpanSpec;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class AssemblyClockTest {
  private static final long HOUR = 3_600_000;
  private static final AssemblyRules RULES = new AssemblyRules(20_000, 10_000, 600_000, HOUR);
  private static final AssemblyRules SHORT = new AssemblyRules(20_000, 10_000, 30_000, HOUR);
  private static final long END = Long.MAX_VALUE;

  private final AssemblyClock clock = new AssemblyClock(RULES);
  private final List<Fragment> fragments = new ArrayList<>();

  /** Each span of {@code spec} in a record of its own, at these seconds. */
  private static List<Fragment> records(TraceSpec spec, double... seconds) {
    List<Fragment> records = new ArrayList<>();
    for (int i = 0; i < seconds.length; i++) {
      List<SpanSpec> one = List.of(spec.spans().get(i));
      records.addAll(spec.fragmentsOf(one, (long) (seconds[i] * 1000)));
    }
    return records;
  }

  private long deadline() {
    return clock.closing(fragments, END).deadlineMillis();
  }

  private static Fragment claiming(Fragment fragment, long claimedMillis) {
    return new Fragment(
        fragment.traceId(),
        fragment.timeMillis(),
        claimedMillis,
        fragment.spans(),
        fragment.root(),
        fragment.bytes());
  }

  @Test
  void aTraceThatMissesNoParentClosesAGraceAfterItsRoot() {
    fragments.addAll(records(trace().root("r", 0, 9).child("r", "a", 1, 2), 3, 0));

    assertThat(deadline()).isEqualTo(13_000);
  }

  @Test
  void spansDuringTheGraceDoNotMoveTheDeadline() {
    fragments.addAll(records(trace().root("r", 0, 9).child("r", "a", 1, 2), 0, 10));

    AssemblyClock.Closing closing = clock.closing(fragments, END);
    assertThat(closing.deadlineMillis()).isEqualTo(10_000);
    assertThat(closing.included()).hasSize(2);
    assertThat(closing.later()).isEmpty();
  }

  @Test
  void spansAfterTheGraceAreLate() {
    fragments.addAll(records(trace().root("r", 0, 9).child("r", "a", 1, 2), 0, 10.001));

    AssemblyClock.Closing closing = clock.closing(fragments, END);
    assertThat(closing.deadlineMillis()).isEqualTo(10_000);
    assertThat(closing.included()).containsExactly(fragments.get(0));
    assertThat(closing.later()).containsExactly(fragments.get(1));
  }

  @Test
  void aTraceThatMissesAParentWaitsForAQuietPeriod() {
    fragments.addAll(records(trace().root("r", 0, 9).orphan("a", 1, 2), 0, 4));

    assertThat(deadline()).isEqualTo(24_000);
  }

  @Test
  void aParentThatComesDuringTheGraceIsNotMissed() {
    TraceSpec spec = trace().root("r", 0, 9).child("r", "a", 1, 5).child("a", "b", 2, 3);
    Fragment root = records(spec, 0, 8, 1).get(0);
    fragments.addAll(records(spec, 0, 8, 1));
    assertThat(deadline()).isEqualTo(10_000);

    fragments.clear();
    fragments.addAll(records(spec, 0, 10.5, 1));
    assertThat(deadline()).isEqualTo(31_000);
    assertThat(root.root()).isTrue();
  }

  @Test
  void withoutARootTheQuietPeriodCountsFromTheLastRecord() {
    fragments.addAll(records(trace().orphan("a", 0, 9).orphan("b", 1, 2), 0, 19));

    assertThat(deadline()).isEqualTo(39_000);
  }

  @Test
  void whatComesAfterTheQuietPeriodIsLate() {
    fragments.addAll(records(trace().orphan("a", 0, 9).orphan("b", 1, 2), 0, 20.001));

    AssemblyClock.Closing closing = clock.closing(fragments, END);
    assertThat(closing.deadlineMillis()).isEqualTo(20_000);
    assertThat(closing.later()).containsExactly(fragments.get(1));
  }

  @Test
  void noTraceStaysOpenLongerThanTheMaximum() {
    TraceSpec spec = trace();
    double[] seconds = new double[100];
    for (int i = 0; i < 100; i++) {
      spec.orphan("a", i, i + 1);
      seconds[i] = 10.0 * i;
    }
    fragments.addAll(records(spec, seconds));

    AssemblyClock.Closing closing = clock.closing(fragments, END);
    assertThat(closing.deadlineMillis()).isEqualTo(600_000);
    assertThat(closing.included()).hasSize(61);
  }

  @Test
  void deadlinesAreRoundedUpToASecond() {
    fragments.addAll(records(trace().root("r", 0, 9), 0.001));
    assertThat(deadline()).isEqualTo(11_000);

    fragments.set(0, records(trace().root("r", 0, 9), 1).get(0));
    assertThat(deadline()).isEqualTo(11_000);
  }

  @Test
  void theFirstOfSeveralRootsCounts() {
    fragments.addAll(records(trace().root("r", 0, 9).root("s", 1, 2), 5, 2));

    assertThat(deadline()).isEqualTo(12_000);
  }

  @Test
  void aTimestampThatJumpsIsNotBelievedBeforeTheWatermarkIsNear() {
    long claimed = 3 * HOUR;
    fragments.addAll(records(trace().orphan("a", 0, 9).orphan("b", 0, 9), 0, 1));
    fragments.set(1, claiming(fragments.get(1), claimed));

    assertThat(clock.closing(fragments, 21_000).deadlineMillis()).isEqualTo(21_000);
    assertThat(clock.closing(fragments, claimed - HOUR - 1).later()).isEmpty();
  }

  @Test
  void aTimestampThatJumpedIsBelievedOnceTheWatermarkIsNear() {
    long claimed = 3 * HOUR;
    fragments.addAll(records(trace().orphan("a", 0, 9).orphan("b", 0, 9), 0, 1));
    fragments.set(1, claiming(fragments.get(1), claimed));

    AssemblyClock.Closing closing = clock.closing(fragments, claimed - HOUR);
    assertThat(closing.deadlineMillis()).isEqualTo(20_000);
    assertThat(closing.later()).containsExactly(fragments.get(1));
    assertThat(clock.closing(closing.later(), claimed).deadlineMillis())
        .isEqualTo(claimed + 20_000);
  }

  @Test
  void noJumpIsBelievedWhileThereIsNoWatermark() {
    fragments.addAll(records(trace().orphan("a", 0, 9), 1));
    fragments.set(0, claiming(fragments.get(0), 3 * HOUR));

    assertThat(clock.closing(fragments, Long.MIN_VALUE).deadlineMillis()).isEqualTo(21_000);
  }

  @Property
  void theOrderOfArrivalNeverMatters(
      @ForAll Random random, @ForAll @IntRange(min = 1, max = 12) int spans) {
    List<Fragment> arrived = arrivals(random, spans);
    AssemblyClock.Closing closing = clock.closing(arrived, END);
    Collections.shuffle(arrived, random);

    AssemblyClock.Closing other = clock.closing(arrived, END);
    assertThat(other.deadlineMillis()).isEqualTo(closing.deadlineMillis());
    assertThat(other.included()).containsExactlyInAnyOrderElementsOf(closing.included());
    assertThat(other.later()).containsExactlyInAnyOrderElementsOf(closing.later());
  }

  @Property
  void closesWhenAClockThatTicksByTheSecondSaysSo(
      @ForAll Random random, @ForAll @IntRange(min = 1, max = 12) int spans) {
    List<Fragment> arrived = arrivals(random, spans);
    long expected = tickUntilClosed(arrived, SHORT);

    AssemblyClock.Closing closing = new AssemblyClock(SHORT).closing(arrived, END);
    assertThat(closing.deadlineMillis()).isEqualTo(expected);
    assertThat(closing.included()).allMatch(fragment -> fragment.timeMillis() <= expected);
    assertThat(closing.later()).allMatch(fragment -> fragment.timeMillis() > expected);
  }

  @Property
  void whatIsAheadOfTheWatermarkDoesNotDecideWhenATraceCloses(
      @ForAll Random random, @ForAll @IntRange(min = 1, max = 12) int spans) {
    AssemblyClock shortClock = new AssemblyClock(SHORT);
    List<Fragment> all = arrivals(random, spans);
    AssemblyClock.Closing expected = shortClock.closing(all, END);

    for (long watermark = 0; ; watermark += 1000) {
      List<Fragment> there = new ArrayList<>();
      for (Fragment fragment : all) {
        if (fragment.timeMillis() <= watermark || random.nextBoolean()) {
          there.add(fragment);
        }
      }
      if (!there.isEmpty()) {
        AssemblyClock.Closing closing = shortClock.closing(there, watermark);
        if (closing.deadlineMillis() <= watermark) {
          assertThat(closing.deadlineMillis()).isEqualTo(expected.deadlineMillis());
          assertThat(closing.included()).containsExactlyElementsOf(expected.included());
          return;
        }
      }
    }
  }

  @Property
  void noDeadlineIsEarlierThanTheEarliestOfItsFragments(
      @ForAll Random random, @ForAll @IntRange(min = 1, max = 12) int spans) {
    List<Fragment> all = arrivals(random, spans);
    long earliest =
        all.stream()
            .mapToLong(fragment -> clock.earliestDeadline(fragment.timeMillis(), fragment.root()))
            .min()
            .orElseThrow();

    assertThat(clock.closing(all, END).deadlineMillis()).isGreaterThanOrEqualTo(earliest);
  }

  /** Records of one span each within 40 seconds, a few of their parents missing. */
  private static List<Fragment> arrivals(Random random, int spans) {
    TraceSpec spec = RandomTraces.linked(random, spans, 10);
    if (random.nextInt(3) == 0) {
      spec.spans().get(random.nextInt(spans)).parentId = 0xDEAD;
    }
    List<Fragment> records = new ArrayList<>();
    for (SpanSpec span : spec.spans()) {
      records.addAll(spec.fragmentsOf(List.of(span), random.nextInt(80) * 500L + 1));
    }
    return records;
  }

  /** The rule word by word, asked every second with what has come by then. */
  private static long tickUntilClosed(List<Fragment> all, AssemblyRules rules) {
    long first = all.stream().mapToLong(Fragment::timeMillis).min().orElseThrow();
    for (long now = roundUp(first); ; now += 1000) {
      List<Fragment> known = new ArrayList<>();
      for (Fragment fragment : all) {
        if (fragment.timeMillis() <= now) {
          known.add(fragment);
        }
      }
      long root =
          known.stream().filter(Fragment::root).mapToLong(Fragment::timeMillis).min().orElse(END);
      long last = known.stream().mapToLong(Fragment::timeMillis).max().orElseThrow();
      boolean graceOver = root != END && now == roundUp(root + rules.graceMillis());
      boolean complete = !new MissingParents().any(known, known.size());
      if ((graceOver && complete)
          || now == roundUp(last + rules.quietMillis())
          || now == roundUp(first + rules.maxDurationMillis())) {
        return now;
      }
    }
  }

  private static long roundUp(long millis) {
    return (millis + 999) / 1000 * 1000;
  }
}
