package io.tracemill.analysis.stack.look;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tracemill.analysis.sort.Permutation;
import io.tracemill.analysis.stack.LocalSpan;
import io.tracemill.analysis.stack.Sampled;
import io.tracemill.analysis.stack.StackSamples;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class BesidePathTest {
  private static final int CELLS = 30;
  private static final long CELL = CellRows.CELL_NANOS;
  private static final long CONTEXT = 50 * Sampled.MILLI;

  /** Each cell has a process of its own, so that its share is the weight of the cell. */
  private static StackSamples samples() {
    Sampled samples = new Sampled();
    long millis = CELL / Sampled.MILLI;
    for (int cell = 0; cell < CELLS; cell++) {
      samples.cpu("h", Integer.toString(cell), cell * millis, (cell + 1) * millis);
    }
    return samples.build();
  }

  @Property(tries = 200)
  void aCellCountsByThePartThatIsNearASegment(@ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<LocalSpan> spans = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      long start = random.nextLong(CELLS * CELL / Sampled.MILLI);
      spans.add(Sampled.span("h", start, start + random.nextLong(300)));
    }
    SpanCohorts cohorts = SpanCohorts.of(spans, List.of());
    BesidePath look = BesidePath.processes(samples(), cohorts, Set.of());
    double[] shares = look.shares(Permutation.range(0, spans.size()));
    double all = 0;
    for (int cell = 0; cell < CELLS; cell++) {
      all += weight(cell, spans);
    }
    for (int j = 0; j < shares.length; j++) {
      int cell = Integer.parseInt(look.feature(j).name());
      assertThat(shares[j]).isCloseTo(weight(cell, spans) / Math.max(1, all), within(1e-9));
    }
    assertThat(look.nanos(0, spans.size())).isCloseTo(all * CELL, within(1.0));
  }

  private static double weight(int cell, List<LocalSpan> spans) {
    double weight = 0;
    for (LocalSpan span : spans) {
      long from = Math.max(cell * CELL, span.self().startNanos(0) - CONTEXT);
      long to = Math.min((cell + 1) * CELL, span.self().endNanos(0) + CONTEXT);
      weight += (double) Math.max(0, to - from) / CELL;
    }
    return weight;
  }
}
