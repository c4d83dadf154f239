package io.tracemill.analysis.mutation;

import io.tracemill.analysis.statistics.BinnedSample;
import io.tracemill.analysis.statistics.DesignEffect;
import io.tracemill.analysis.statistics.KolmogorovSmirnov;
import io.tracemill.analysis.statistics.RankSum;
import io.tracemill.analysis.statistics.ShareTest;
import io.tracemill.analysis.statistics.Tally;
import io.tracemill.analysis.statistics.TestResult;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.ToLongFunction;

/**
 * What is normal of one subject: its values by block, and from them how much less than an
 * independent one a request is worth (ADR 12). The blocks of a stretch that is compared with it are
 * taken to be about as long; of a shorter one the same correlation is assumed.
 *
 * @param <V> what is known of a block: times or a share
 */
abstract sealed class Baseline<V> {
  private final List<V> blocks;
  private final V all;
  private final DesignEffect effect;

  private Baseline(List<V> blocks, V all, Optional<DesignEffect> effect) {
    this.blocks = blocks;
    this.all = all;
    this.effect = effect.orElse(DesignEffect.UNKNOWN);
  }

  /** How many values there are. */
  abstract long size();

  /** The scores of a stretch among its own values and the baseline's. */
  abstract RankSum score(V stretch);

  /** Of each block, the score among all of them. */
  abstract List<RankSum> blockScores();

  List<V> blocks() {
    return blocks;
  }

  /** All blocks as one. */
  V all() {
    return all;
  }

  DesignEffect effect() {
    return effect;
  }

  /** A design effect at the load of a stretch: the requests of its mean request's block. */
  static <B> DesignEffect at(DesignEffect effect, List<B> stretch, ToLongFunction<B> size) {
    double requests = 0;
    double squares = 0;
    for (B block : stretch) {
      double requestsOfBlock = size.applyAsLong(block);
      requests += requestsOfBlock;
      squares += requestsOfBlock * requestsOfBlock;
    }
    return effect.atLoad(requests == 0 ? 0 : squares / requests);
  }

  /** Times. */
  static final class Times extends Baseline<BinnedSample> {
    private static final int LEAST_WITH_VALUES = 3;

    Times(List<BinnedSample> blocks) {
      this(blocks, BinnedSample.pooled(blocks));
    }

    private Times(List<BinnedSample> blocks, BinnedSample all) {
      super(blocks, all, DesignEffect.ofLatencies(blocks, all, 1));
    }

    /**
     * Whether the blocks of a stretch took longer, or else shorter; both have values. A mean can
     * rise by its tail alone while most of its values fall, so what they do does not count for it.
     */
    TestResult test(List<BinnedSample> stretch, boolean longer) {
      BinnedSample now = BinnedSample.pooled(stretch);
      return surest(
          stretch,
          (effectNow, effectThen) ->
              longer
                  ? KolmogorovSmirnov.larger(now, all(), effectNow, effectThen)
                  : KolmogorovSmirnov.larger(all(), now, effectThen, effectNow));
    }

    /** Of a change that does not matter, whatever its p: what the test could have found. */
    TestResult untested(List<BinnedSample> stretch) {
      BinnedSample now = BinnedSample.pooled(stretch);
      return surest(
          stretch,
          (effectNow, effectThen) ->
              new TestResult(
                  0, 1, KolmogorovSmirnov.attainable(now, all(), effectNow, effectThen)));
    }

    /**
     * By what the baseline's blocks tell, and where both have blocks enough, by what all of them
     * do: a stretch in the middle of which a fault begins varies by the fault.
     *
     * @param test of the effects of a stretch and of the baseline
     */
    private TestResult surest(
        List<BinnedSample> stretch, BiFunction<DesignEffect, DesignEffect, TestResult> test) {
      TestResult byBaseline = test.apply(at(effect(), stretch, BinnedSample::size), effect());
      if (!tells(stretch) || !tells(blocks())) {
        return byBaseline;
      }
      return DesignEffect.ofLatencies(stretch, 1)
          .map(effect()::pooledWith)
          .map(
              both ->
                  test.apply(
                      at(both, stretch, BinnedSample::size),
                      at(both, blocks(), BinnedSample::size)))
          .map(byBoth -> TestResult.surest(List.of(byBaseline, byBoth)))
          .orElse(byBaseline);
    }

    /** A burst that lies in one block or two does not tell how much blocks vary. */
    private static boolean tells(List<BinnedSample> blocks) {
      return blocks.size() >= DesignEffect.MIN_SLIDES
          && blocks.stream().filter(block -> block.size() > 0).count() >= LEAST_WITH_VALUES;
    }

    @Override
    long size() {
      return all().size();
    }

    @Override
    RankSum score(BinnedSample stretch) {
      return stretch.size() == 0 || size() == 0 ? RankSum.NONE : RankSum.against(stretch, all());
    }

    @Override
    List<RankSum> blockScores() {
      return RankSum.within(blocks(), all());
    }
  }

  /** A share. */
  static final class Shares extends Baseline<Tally> {
    Shares(List<Tally> blocks) {
      super(blocks, sum(blocks), DesignEffect.ofShares(blocks, 1));
    }

    static Tally sum(List<Tally> blocks) {
      return blocks.stream().reduce(Tally.NONE, Tally::plus);
    }

    /** Whether the share is larger. */
    TestResult rose(List<Tally> stretch) {
      return ShareTest.rose(sum(stretch), all(), at(effect(), stretch, Tally::trials), effect());
    }

    /** Whether the share is another one, be it larger or smaller. */
    TestResult differs(List<Tally> stretch) {
      DesignEffect effectOf = at(effect(), stretch, Tally::trials);
      TestResult rose = ShareTest.rose(sum(stretch), all(), effectOf, effect());
      TestResult fell = ShareTest.fell(sum(stretch), all(), effectOf, effect());
      return new TestResult(
          rose.statistic(),
          2 * Math.min(rose.p(), fell.p()),
          2 * Math.min(rose.attainable(), fell.attainable()));
    }

    @Override
    long size() {
      return all().trials();
    }

    @Override
    RankSum score(Tally stretch) {
      return stretch.trials() == 0 || size() == 0
          ? RankSum.NONE
          : RankSum.against(BinnedSample.of(stretch), BinnedSample.of(all()));
    }

    @Override
    List<RankSum> blockScores() {
      return RankSum.within(
          blocks().stream().map(BinnedSample::of).toList(), BinnedSample.of(all()));
    }
  }
}
