package io.tracemill.analysis.sums;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.request.RequestShape;
import io.tracemill.analysis.request.TestRequest;
import java.io.IOException;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A weight is an upper bound of what is on the heap, names and steps apart, which others share. */
class SumsMemoryTest {
  private static final SumRules LIMITS = new SumRules(2000, 100, 200, new DurationScale(1_000_000));
  private static final String SHAPES =
      """
      1,    1,   1,  1
      1,    1,   30, 1
      500,  1,   1,  1
      500,  1,   10, 1000
      1000, 200, 10, 1
      300,  300, 3,  10000
      500,  20,  40, 100
      5000, 20,  12, 1
      """;

  /** As it is in the state of the monitor: what came from elsewhere, merged. */
  @ParameterizedTest
  @CsvSource(textBlock = SHAPES)
  void noEndpointTakesMoreThanItsWeight(int requests, int categories, int calls, double millis)
      throws Exception {
    EndpointSums read = readAgain(endpoint(1, requests, categories, calls, millis));
    assertThat(HeapBytes.of(read)).isLessThanOrEqualTo(read.weight());

    for (int seed = 2; seed < 6; seed++) {
      read.merge(readAgain(endpoint(seed, requests, categories, calls, millis)));
      assertThat(HeapBytes.of(read)).isLessThanOrEqualTo(read.weight());
    }
    EndpointSums restored = readAgain(read);
    assertThat(HeapBytes.of(restored)).isLessThanOrEqualTo(restored.weight());
  }

  @Test
  void placesOfLongTimesTakeNoMoreThanTheirWeight() throws Exception {
    EndpointSums sums = new EndpointSums(LIMITS);
    for (int i = 0; i < 400; i++) {
      sums.add(TestRequest.request(i).call("s" + i, 100_000_000_000L).build());
    }
    sums.finish();

    assertThat(HeapBytes.of(sums)).isLessThanOrEqualTo(sums.weight());
  }

  @Test
  void edgesOfManyDurationsTakeNoMoreThanTheirWeight() throws Exception {
    EndpointSums sums = new EndpointSums(LIMITS);
    for (int i = 0; i < 100; i++) {
      TestRequest request = TestRequest.request(i).call("front", 1);
      for (int bin = 1; bin < 500; bin++) {
        request.serviceCall("front", "s" + i, (long) Math.pow(1.05, bin), false);
      }
      sums.add(request.build());
    }
    sums.finish();

    assertThat(HeapBytes.of(sums)).isLessThanOrEqualTo(sums.weight());
  }

  @Test
  void unfinishedSumsTakeNoMoreThanTheirWeightShapesApart() throws Exception {
    EndpointSums sums = new EndpointSums(LIMITS);
    for (int i = 0; i < 100; i++) {
      TestRequest request = TestRequest.request(i).call("front", 1);
      for (int call = 0; call < 1 + i % 30; call++) {
        request.below(call, "s" + call % 10, 1_000);
      }
      sums.add(request.build());
    }

    assertThat(HeapBytes.of(sums, RequestShape.class)).isLessThanOrEqualTo(sums.weight());
  }

  /** So a block of the baseline takes no more than the panes that it is made of. */
  @ParameterizedTest
  @CsvSource(textBlock = SHAPES)
  void whatIsMergedWeighsNoMoreThanItsParts(
      int requests, int categories, int calls, double millis) {
    EndpointSums merged = new EndpointSums(LIMITS);
    long parts = merged.weight();
    for (int seed = 1; seed < 6; seed++) {
      EndpointSums part = endpoint(seed, requests, categories, calls, millis);
      parts += part.weight();
      merged.merge(part);
    }
    assertThat(merged.weight()).isLessThanOrEqualTo(parts);
  }

  @Test
  void theWeightIsNotFarFromTheTruth() throws Exception {
    EndpointSums usual = readAgain(endpoint(1, 2000, 20, 12, 1));
    assertThat(usual.weight()).isLessThan(2 * HeapBytes.of(usual));
  }

  private static EndpointSums endpoint(
      long seed, int requests, int categories, int calls, double millis) {
    Random random = new Random(seed);
    EndpointSums sums = new EndpointSums(LIMITS);
    for (int i = 0; i < requests; i++) {
      TestRequest request =
          TestRequest.request(1_000_000 * seed + i).category(random.nextInt(categories));
      for (int call = 0; call < calls; call++) {
        int parent = call == 0 ? -1 : random.nextInt(call);
        long nanos = (long) (1e6 * millis * Math.exp(0.5 * random.nextGaussian()));
        String service = "service " + random.nextInt(50);
        request.below(parent, service, nanos);
        request.serviceCall("front", service, nanos * (1 + random.nextInt(1000)), false);
      }
      sums.add(request.build());
    }
    sums.finish();
    return sums;
  }

  private static EndpointSums readAgain(EndpointSums sums) throws IOException {
    return EndpointSumsTest.read(EndpointSumsTest.bytes(sums), LIMITS);
  }
}
