package io.tracemill.analysis.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The byte formula of the operations guide is an upper bound of what is on the heap. */
class ProfileMemoryTest {
  private static final ProfileLimits LIMITS = new ProfileLimits(2000, 100, 200, 16);
  private static final String SHAPES =
      """
      1,    1,   1,  0
      1,    1,   30, 0
      500,  1,   1,  0
      500,  1,   10, 2
      1000, 200, 10, 0
      300,  300, 3,  5
      500,  20,  40, 3
      5000, 20,  12, 4
      """;

  /** As it is in the state of the monitor: what came from elsewhere, merged. */
  @ParameterizedTest
  @CsvSource(textBlock = SHAPES)
  void noEndpointTakesMoreThanItsWeight(int requests, int flows, int calls, int attributes)
      throws Exception {
    EndpointAccumulator read = readAgain(endpoint(1, requests, flows, calls, attributes));
    assertThat(HeapBytes.of(read)).isLessThanOrEqualTo(read.weight());

    for (int seed = 2; seed < 6; seed++) {
      read.merge(readAgain(endpoint(seed, requests, flows, calls, attributes)));
      assertThat(HeapBytes.of(read)).isLessThanOrEqualTo(read.weight());
    }
    EndpointAccumulator restored = readAgain(read);
    assertThat(HeapBytes.of(restored)).isLessThanOrEqualTo(restored.weight());
  }

  /** So a block of the baseline takes no more than the panes that it is made of. */
  @ParameterizedTest
  @CsvSource(textBlock = SHAPES)
  void whatIsMergedWeighsNoMoreThanItsParts(int requests, int flows, int calls, int attributes) {
    EndpointAccumulator merged = new EndpointAccumulator(LIMITS);
    long parts = merged.weight();
    for (int seed = 1; seed < 6; seed++) {
      EndpointAccumulator part = endpoint(seed, requests, flows, calls, attributes);
      parts += part.weight();
      merged.merge(part);
    }
    assertThat(merged.weight()).isLessThanOrEqualTo(parts);
  }

  @Test
  void theWeightIsNotFarFromTheTruth() throws Exception {
    EndpointAccumulator usual = readAgain(endpoint(1, 2000, 20, 12, 2));
    assertThat(usual.weight()).isLessThan(2 * HeapBytes.of(usual));
  }

  private static EndpointAccumulator endpoint(
      long seed, int requests, int flows, int calls, int attributes) {
    Random random = new Random(seed);
    EndpointAccumulator sums = new EndpointAccumulator(LIMITS);
    for (int i = 0; i < requests; i++) {
      TestRequest request = TestRequest.request(1_000_000 * seed + i).flow(random.nextInt(flows));
      for (int key = 0; key < attributes; key++) {
        request.attribute("front", "key " + key, "value " + random.nextInt(10));
      }
      for (int call = 0; call < calls; call++) {
        int parent = call == 0 ? -1 : random.nextInt(call);
        long nanos = (long) (1e6 * Math.exp(0.5 * random.nextGaussian()));
        request.below(parent, "service " + random.nextInt(50), nanos);
      }
      sums.add(request.build());
    }
    return sums;
  }

  private static EndpointAccumulator readAgain(EndpointAccumulator sums) throws IOException {
    return EndpointAccumulatorTest.read(EndpointAccumulatorTest.bytes(sums), LIMITS);
  }
}
