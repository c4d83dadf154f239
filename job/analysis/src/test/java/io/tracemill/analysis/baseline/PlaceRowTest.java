package io.tracemill.analysis.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tracemill.analysis.sums.DurationScale;
import io.tracemill.analysis.sums.Histogram;
import io.tracemill.analysis.sums.PlaceCounts;
import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class PlaceRowTest {
  private final PaneClock clock = RandomRow.clock30s();
  private final PlaceRow row = new PlaceRow(clock, 0);

  private void pane(int[] counts) {
    clock.begin(clock.panes() * clock.paneMillis());
    row.begin(clock);
    Histogram times = Histogram.of(counts);
    row.add(clock.newest(), new PlaceCounts(times.count(), 0, times));
  }

  private void learn() {
    row.learnWhenDue(clock, clock.size(), true);
  }

  private static int[] even(int from, int to, int each) {
    int[] counts = new int[DurationScale.BINS];
    for (int bin = from; bin < to; bin++) {
      counts[bin] = each;
    }
    return counts;
  }

  @Test
  void aScoreIsTheDistanceFromTheMedianInRobustScales() {
    pane(even(30, 70, 1));
    learn();

    double spread = (6.36 - 3.64) / 2;
    double scale = Math.sqrt((40 * spread * spread + 5 * 0.3 * 0.3) / 45);
    assertThat(row.score(49)).isCloseTo(-0.05 / scale, within(1e-9));
    assertThat(row.score(60)).isCloseTo((6.05 - 5) / scale, within(1e-9));
  }

  @Test
  void scoresAreClipped() {
    pane(even(50, 52, 20));
    learn();

    assertThat(row.score(0)).isEqualTo(-PlaceRow.CLIP);
    assertThat(row.score(DurationScale.BINS - 1)).isEqualTo(PlaceRow.CLIP);
  }

  @Test
  void nothingIsLearnedFromFewerThanTwentyRequests() {
    pane(even(50, 51, 19));
    learn();
    assertThat(row.isReady()).isFalse();

    pane(even(50, 51, 1));
    learn();
    assertThat(row.isReady()).isTrue();
  }

  @Property(tries = 100)
  void afterLearningAnewSumsAreThoseOfTheTimes(@ForAll long seed) {
    Random random = new Random(seed);
    for (int pane = 0; pane < 60; pane++) {
      int[] counts = even(55, 56, 1);
      counts[Math.max(0, (int) (50 + 8 * random.nextGaussian()))] += random.nextInt(20);
      pane(counts);
      row.learnWhenDue(clock, clock.size() - 2, false);
    }
    learn();

    for (int column = 0; column < clock.size(); column++) {
      double[] times = row.windowTimes(clock, column);
      assertThat(row.meanScore(clock, column) * row.requests(clock, column))
          .isCloseTo(sum(times, 1), within(1e-6));
    }
    assertThat(row.blocks).isNotEmpty();
    for (Block block : row.blocks) {
      double[] times = new double[DurationScale.BINS];
      ((TimesBlock) block).times().addTo(times);
      double[] requests = new double[Block.PANES];
      double[] scores = new double[Block.PANES];
      block.copyTo(requests, scores, 0);
      assertThat(block.scores()).isCloseTo(sum(times, 1), within(1e-6));
      assertThat(block.squares()).isCloseTo(sum(times, 2), within(1e-6));
      assertThat(Arrays.stream(scores).sum()).isCloseTo(sum(times, 1), within(1e-3));
      assertThat(Arrays.stream(requests).sum()).isEqualTo(Arrays.stream(times).sum());
    }
  }

  private double sum(double[] times, int power) {
    double sum = 0;
    for (int bin = 0; bin < times.length; bin++) {
      sum += times[bin] * Math.pow(row.score(bin), power);
    }
    return sum;
  }
}
