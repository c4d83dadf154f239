package io.tracemill.analysis.ranktest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tracemill.analysis.ranktest.StratifiedTest.Block;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.commons.math3.distribution.NormalDistribution;
import org.junit.jupiter.api.Test;

class StratifiedTestTest {
  private static long[] figures(SplittableRandom random, int count, double mean) {
    return LongStream.generate(() -> Math.round(mean + 100 * random.nextGaussian()))
        .limit(count)
        .toArray();
  }

  private static StratifiedTest test(List<Block> blocks) {
    StratifiedTest test = StratifiedTest.NONE;
    for (Block each : blocks) {
      test = test.plus(each);
    }
    return test;
  }

  @Test
  void oneStratumHasThePValueOfTheRankTest() {
    SplittableRandom random = new SplittableRandom(1);
    long[] before = figures(random, 300, 1_000);
    long[] after = figures(random, 200, 1_020);
    Block block = new Block();
    block.addFigures(before, after);
    StratifiedTest one = test(List.of(block));

    double distance = Math.abs(one.distance()) / Math.sqrt(one.variance());
    double normal = 2 * (1 - new NormalDistribution().cumulativeProbability(distance));
    assertThat(normal).isCloseTo(RankTest.of(before, after).pValue(), within(0.001));
    assertThat(one.pValue(0)).as("one block says nothing about its own variance").isEqualTo(1);
  }

  @Test
  void strataThatDifferFromEachOtherAreNoDifferenceOfTheSides() {
    SplittableRandom random = new SplittableRandom(12);
    List<Block> blocks =
        IntStream.range(0, 20)
            .mapToObj(
                i -> {
                  Block block = new Block();
                  block.addFigures(figures(random, 90, 1_000), figures(random, 10, 1_000));
                  block.addFigures(figures(random, 10, 9_000), figures(random, 90, 9_000));
                  return block;
                })
            .toList();

    assertThat(test(blocks).pValue(0)).isGreaterThan(0.05);
  }

  @Test
  void aDifferenceInEveryStratumIsFound() {
    SplittableRandom random = new SplittableRandom(3);
    List<Block> blocks =
        IntStream.range(0, 10)
            .mapToObj(
                i -> {
                  Block block = new Block();
                  block.addFigures(
                      figures(random, 30, 1_000 * i), figures(random, 30, 1_000 * i + 60));
                  return block;
                })
            .toList();

    assertThat(test(blocks).distance()).isPositive();
    assertThat(test(blocks).pValue(0)).isLessThan(0.001);
  }

  @Test
  void aDifferenceOfOneTimeOnlyIsNotTrusted() {
    SplittableRandom random = new SplittableRandom(4);
    List<Block> blocks =
        IntStream.range(0, 10)
            .mapToObj(
                i -> {
                  Block block = new Block();
                  block.addFigures(
                      figures(random, 100, 1_000), figures(random, 100, i == 4 ? 3_000 : 1_000));
                  return block;
                })
            .toList();

    assertThat(test(blocks).pValue(0)).isGreaterThan(0.1);
  }

  @Test
  void hitsOfStrataAddUpAsCochranMantelAndHaenszelDo() {
    Block block = new Block();
    block.addHits(10, 100, 20, 100);
    block.addHits(1, 50, 4, 50);
    StratifiedTest test = test(List.of(block));

    assertThat(test.distance()).isCloseTo(5 + 1.5, within(1e-9));
    double first = 30.0 * 170 * 100 * 100 / (200.0 * 200 * 199);
    double second = 5.0 * 95 * 50 * 50 / (100.0 * 100 * 99);
    assertThat(test.variance()).isCloseTo(first + second, within(1e-9));
  }

  @Test
  void withoutHitsThereIsNothingToSay() {
    Block block = new Block();
    block.addHits(0, 100, 0, 100);

    assertThat(test(List.of(block, block)).pValue(0.5)).isEqualTo(1);
  }
}
