package io.tracemill.analysis.layer;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.profile.HeapBytes;
import io.tracemill.analysis.request.AnalyzedTrees;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.trace.TraceSpec;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The weight of layers is an upper bound of what is on the heap, without names. */
class LayerMemoryTest {
  private static final String SHAPES =
      """
      1,     1,   1,   0.1
      1,     300, 1,   0.1
      2000,  2,   1,   0.5
      2000,  30,  5,   0.5
      2000,  30,  900, 0.5
      500,   400, 40,  2.0
      """;

  private final LayerFiller filler = new LayerFiller(0);

  @ParameterizedTest
  @CsvSource(textBlock = SHAPES)
  void noEndpointTakesMoreThanItsWeight(int requests, int calls, int orders, double spread)
      throws Exception {
    LayerSums sums = endpoint(1, requests, calls, orders, spread);
    assertBound(sums);
    LayerSums read = LayerBytes.readAgain(sums);
    assertBound(read);
    for (int seed = 2; seed < 5; seed++) {
      read.merge(endpoint(seed, requests, calls, orders, spread));
      assertBound(read);
    }
    assertBound(LayerBytes.readAgain(read));
  }

  /** The bounds that {@link LayerSums} states. */
  @Test
  void theWeightIsNotFarFromTheTruth() throws Exception {
    LayerSums usual = endpoint(1, 2_000, 30, 5, 0.5);
    report("usual", usual);
    assertThat(usual.weight()).isLessThan(13 * bytes(usual) / 10).isLessThan(1_200_000);

    LayerSums full = endpoint(1, 1_000, 300, 20, 0.1);
    report("full", full);
    assertThat(full.weight() / full.requestsByStratum().size()).isLessThan(2_000_000);
  }

  private static void report(String name, LayerSums sums) throws IllegalAccessException {
    System.out.printf(
        "layers, %s: %d orders, %d structures, %d strata, %,d bytes, weight %,d%n",
        name,
        sums.orders().size(),
        sums.structures().size(),
        sums.requestsByStratum().size(),
        bytes(sums),
        sums.weight());
  }

  private static void assertBound(LayerSums sums) throws IllegalAccessException {
    assertThat(bytes(sums)).isLessThanOrEqualTo(sums.weight());
  }

  private static long bytes(LayerSums sums) throws IllegalAccessException {
    return HeapBytes.of(sums, Frame.class);
  }

  /**
   * Requests of one endpoint.
   *
   * @param orders in how many orders its calls come
   * @param spread deviation of the logarithm of their durations
   */
  private LayerSums endpoint(long seed, int requests, int calls, int orders, double spread) {
    Random random = new Random(seed);
    LayerSums sums = new LayerSums();
    for (int request = 0; request < requests; request++) {
      TraceSpec spec =
          trace(seed * 1_000_000 + request, calls, random.nextInt(orders), spread, random);
      filler.add(AnalyzedTrees.of(spec, 0).tree(), sums);
    }
    return sums;
  }

  /** The call in the middle calls the rest, one call after the other. */
  private static TraceSpec trace(long id, int calls, int order, double spread, Random random) {
    double load = Math.exp(spread * random.nextGaussian());
    TraceSpec spec = TraceSpec.trace(id).root("front", 0, 0).as("front");
    long now = 0;
    for (int call = 0; call < calls; call++) {
      int name = (call + order * (1 + call % 2)) % calls;
      long begin = now + (long) (1e5 * load * Math.exp(0.3 * random.nextGaussian()));
      now = begin + (long) (1e6 * load * Math.exp(0.3 * random.nextGaussian()));
      spec.child(call < Math.max(1, calls / 2) ? "front" : "middle", "service " + name, begin, now);
      if (call == calls / 2 - 1) {
        spec.as("middle");
      }
    }
    spec.spans().get(0).end = now;
    if (calls > 1) {
      spec.spans().get(calls / 2).end = now;
    }
    return spec;
  }
}
