package io.tracemill.analysis.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.sketch.LatencySketch;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;

class DurationCountsTest {
  @Property
  void everyDurationThatIsNotNextToABoundCountsAtTheBoundsAboveIt(
      @ForAll @Size(max = 50) List<@LongRange(min = 0, max = 20_000_000_000L) Long> durations) {
    LatencySketch sketch = new LatencySketch();
    durations.forEach(sketch::add);

    DurationCounts counts =
        DurationCounts.of(sketch, durations.stream().mapToLong(nanos -> nanos).sum());

    for (int i = 0; i < DurationCounts.BOUNDS_NANOS.size(); i++) {
      double bound = DurationCounts.BOUNDS_NANOS.get(i);
      assertThat(counts.atMost().get(i))
          .isBetween(atMost(durations, 0.99 * bound), atMost(durations, 1.01 * bound));
    }
  }

  private static long atMost(List<Long> durations, double bound) {
    return durations.stream().filter(nanos -> nanos <= bound).count();
  }
}
