package io.tracemill.analysis.signature;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class FoldTest {
  @Test
  void exactTellsEveryLength() {
    assertThat(buckets(Fold.EXACT, 1, 2, 3, 4, 5)).containsExactly(1, 2, 3, 4, 5);
  }

  @Test
  void log2TellsPowersOfTwo() {
    assertThat(buckets(Fold.LOG2, 1, 2, 3, 4, 5, 8, 9, 16, 17))
        .containsExactly(1, 2, 3, 3, 5, 5, 9, 9, 17);
  }

  @Test
  void anyTellsNothing() {
    assertThat(buckets(Fold.ANY, 1, 2, 100)).containsExactly(1, 1, 1);
  }

  @Property
  void bucketIsKnownByItsShortestRun(
      @ForAll Fold fold, @ForAll @IntRange(min = 1, max = Integer.MAX_VALUE) int run) {
    int bucket = fold.bucket(run);
    assertThat(bucket).isBetween(1, run);
    assertThat(fold.bucket(bucket)).isEqualTo(bucket);
  }

  private static int[] buckets(Fold fold, int... runs) {
    return Arrays.stream(runs).map(fold::bucket).toArray();
  }
}
