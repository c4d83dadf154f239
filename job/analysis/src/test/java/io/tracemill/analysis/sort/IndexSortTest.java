package io.tracemill.analysis.sort;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class IndexSortTest {
  private final IndexSort sort = new IndexSort();

  @Property
  void tiesKeepTheOrderTheyCameIn(@ForAll @Size(max = 200) @IntRange(max = 30) int[] values) {
    int[] indices = indices(values.length);
    sort.sort(indices, 0, indices.length, by(values));
    assertThat(indices).containsExactly(stablySorted(values));
  }

  @Property
  void onlyTheRangeIsTouched(
      @ForAll @Size(min = 60, max = 60) int[] values,
      @ForAll @IntRange(max = 60) int one,
      @ForAll @IntRange(max = 60) int other) {
    int from = Math.min(one, other);
    int to = Math.max(one, other);
    int[] indices = indices(60);
    sort.sort(indices, from, to, by(values));

    assertThat(Arrays.copyOf(indices, from)).containsExactly(indices(from));
    assertThat(IntStream.range(from, to).map(i -> values[indices[i]]).toArray()).isSorted();
    assertThat(Arrays.copyOfRange(indices, to, 60))
        .containsExactly(IntStream.range(to, 60).toArray());
  }

  @Test
  void manyRowsAreSortedTwiceInARow() {
    int[] values = new Random(1).ints(300_001, 0, 100_000).toArray();
    int[] expected = stablySorted(values);
    for (int round = 0; round < 2; round++) {
      int[] indices = indices(values.length);
      sort.sort(indices, 0, indices.length, by(values));
      assertThat(indices).isEqualTo(expected);
    }
  }

  @Test
  void sortedRowsTakeOneComparisonEach() {
    int[] comparisons = {0};
    int[] indices = indices(10_000);
    sort.sort(
        indices,
        0,
        indices.length,
        (left, right) -> {
          comparisons[0]++;
          return Integer.compare(left, right);
        });
    assertThat(comparisons[0]).isLessThanOrEqualTo(indices.length);
  }

  private static IntComparator by(int[] values) {
    return (left, right) -> Integer.compare(values[left], values[right]);
  }

  private static int[] indices(int length) {
    return IntStream.range(0, length).toArray();
  }

  private static int[] stablySorted(int[] values) {
    return IntStream.range(0, values.length)
        .boxed()
        .sorted(Comparator.comparingInt(index -> values[index]))
        .mapToInt(Integer::intValue)
        .toArray();
  }
}
