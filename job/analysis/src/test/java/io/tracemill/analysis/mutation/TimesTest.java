package io.tracemill.analysis.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.mutation.Baseline.Times;
import io.tracemill.analysis.statistics.BinnedSample;
import io.tracemill.analysis.statistics.TestResult;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Blocks of a hundred requests, all of which but three take 50 to 59, and three 1000. */
class TimesTest {
  private final Times baseline = new Times(Collections.nCopies(12, block(50, 3, 1000)));

  private static BinnedSample block(int usual, int slow, int slowest) {
    return BinnedSample.ofValues(
        IntStream.range(0, 100).map(i -> i < slow ? slowest : usual + i % 10).toArray());
  }

  @Test
  void whereMostBecameFasterNothingIsSlowerWhateverTheMeanSays() {
    List<BinnedSample> faster = List.of(block(10, 3, 1000), block(10, 4, 3000));

    assertThat(baseline.test(faster, true).p()).isGreaterThan(0.5);
    assertThat(baseline.test(faster, false).p()).isLessThan(1e-9);
  }

  @Test
  void aTailThatBecameSlowerIsFound() {
    List<BinnedSample> slower = List.of(block(50, 30, 1000), block(50, 30, 1000));

    assertThat(baseline.test(slower, true).p()).isLessThan(1e-4);
    assertThat(baseline.test(slower, false).p()).isEqualTo(1);
  }

  @Test
  void aTailThatBecameSlowerIsFoundThoughTheOthersBecameFaster() {
    List<BinnedSample> parted = List.of(block(10, 30, 1000), block(10, 30, 1000));

    assertThat(baseline.test(parted, true).p()).isLessThan(1e-4);
  }

  @Test
  void whatIsNotTestedIsNoChangeButSaysWhatATestCouldHaveFound() {
    Times uneven =
        new Times(IntStream.range(0, 12).mapToObj(i -> block(50 + i % 3, 3, 1000)).toList());
    BinnedSample ofTwiceTheLoad = BinnedSample.pooled(Collections.nCopies(2, block(60, 30, 1000)));
    TestResult found = uneven.test(List.of(ofTwiceTheLoad), false);
    assertThat(found.attainable()).isLessThan(1e-3);

    TestResult untested = uneven.untested(List.of(ofTwiceTheLoad));

    assertThat(untested).isEqualTo(found).isEqualTo(new TestResult(0, 1, found.attainable()));
  }
}
