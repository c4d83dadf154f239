package io.tracemill.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class RankSumTest {
  private static final double ROUNDING = 1e-9;

  @Property
  void scoresOfAllAddUpToNothing(
      @ForAll @Size(min = 1, max = 20) List<@IntRange(max = 5) Integer> one,
      @ForAll @Size(min = 1, max = 20) List<@IntRange(max = 5) Integer> other) {
    RankSum there = RankSum.against(sample(one), sample(other));
    RankSum back = RankSum.against(sample(other), sample(one));

    assertThat(there.sum() + back.sum()).isCloseTo(0, within(ROUNDING));
    assertThat(there.variance()).isCloseTo(back.variance(), within(ROUNDING));
    assertThat(Math.abs(there.sum())).isLessThanOrEqualTo(one.size() / 2.0);
  }

  @Property
  void aPartOfAllIsThatPartAgainstTheRest(
      @ForAll @Size(min = 1, max = 20) List<@IntRange(max = 5) Integer> one,
      @ForAll @Size(min = 1, max = 20) List<@IntRange(max = 5) Integer> other) {
    BinnedSample all = BinnedSample.pooled(List.of(sample(one), sample(other)));

    assertThat(RankSum.within(List.of(sample(one), sample(other)), all))
        .containsExactly(
            RankSum.against(sample(one), sample(other)),
            RankSum.against(sample(other), sample(one)));
  }

  /** Wilcoxon's: of distinct values the variance of the sum of ranks is n m (N + 1) / 12. */
  @Test
  void ofDistinctValuesTheVarianceIsWilcoxons() {
    BinnedSample one = BinnedSample.ofValues(IntStream.range(0, 7).toArray());
    BinnedSample other = BinnedSample.ofValues(IntStream.range(7, 20).toArray());

    double ofRanks = 7 * 13 * 21 / 12.0;
    assertThat(RankSum.against(one, other).variance()).isCloseTo(ofRanks / 400, within(ROUNDING));
  }

  /** The middles of n ties and of m others lie (n + m) / 2 of n + m ranks apart. */
  @Test
  void aHitScoresOneHalfMoreThanAMiss() {
    Tally now = new Tally(8, 20);
    Tally before = new Tally(30, 300);
    double expected = 20 * 38 / 320.0;

    assertThat(RankSum.against(BinnedSample.of(now), BinnedSample.of(before)).sum())
        .isCloseTo((8 - expected) / 2, within(ROUNDING));
  }

  @Test
  void ofASampleAloneNothingIsSaid() {
    BinnedSample none = BinnedSample.ofValues();

    assertThat(RankSum.against(none, none)).isEqualTo(RankSum.NONE);
    assertThat(RankSum.against(BinnedSample.ofValues(1), none)).isEqualTo(RankSum.NONE);
    assertThat(RankSum.within(List.of(none), BinnedSample.ofValues(1, 2)).get(0).sum()).isZero();
  }

  private static BinnedSample sample(List<Integer> values) {
    return BinnedSample.ofValues(values.stream().mapToInt(Integer::intValue).toArray());
  }
}
