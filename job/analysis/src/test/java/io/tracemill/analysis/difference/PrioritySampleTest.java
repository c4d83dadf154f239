package io.tracemill.analysis.difference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tracemill.analysis.profile.EndpointAccumulator;
import io.tracemill.analysis.profile.ProfileLimits;
import io.tracemill.analysis.profile.TestRequest;
import io.tracemill.analysis.profile.WeightedRequest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class PrioritySampleTest {
  @Test
  void fewRequestsAreAllKeptAsTheyAre() {
    List<WeightedRequest> requests = requests(100, PrioritySampleTest::unequal);

    assertThat(PrioritySample.of(requests, 100)).isSameAs(requests);
  }

  @Test
  void noMoreAreKeptThanAsked() {
    assertThat(PrioritySample.of(requests(5000, PrioritySampleTest::unequal), 700)).hasSize(700);
  }

  @Test
  void whatTheyStandForStaysTheSame() {
    List<ToDoubleFunction<WeightedRequest>> weights =
        List.of(any -> 1, PrioritySampleTest::unequal);
    for (ToDoubleFunction<WeightedRequest> weight : weights) {
      List<WeightedRequest> requests = requests(10_000, weight);
      List<WeightedRequest> sample = PrioritySample.of(requests, 2000);

      assertThat(standFor(sample)).isCloseTo(standFor(requests), within(0.05 * standFor(requests)));
      assertThat(shareOfThirds(sample)).isCloseTo(shareOfThirds(requests), within(0.03));
    }
  }

  @Test
  void requestsThatStandForManyAreKept() {
    List<WeightedRequest> requests = requests(5000, one -> number(one) < 20 ? 1e6 : 1);

    assertThat(PrioritySample.of(requests, 100)).filteredOn(one -> one.weight() == 1e6).hasSize(20);
  }

  @Test
  void theOrderOfRequestsDoesNotMatter() {
    List<WeightedRequest> requests = requests(1000, PrioritySampleTest::unequal);
    List<WeightedRequest> shuffled = new ArrayList<>(requests);
    Collections.shuffle(shuffled, new Random(5));

    assertThat(PrioritySample.of(shuffled, 100)).isEqualTo(PrioritySample.of(requests, 100));
  }

  /** A tenth of the requests stands for nine tenths of what all stand for. */
  private static double unequal(WeightedRequest request) {
    return number(request) % 10 == 0 ? 81 : 1;
  }

  private static double standFor(List<WeightedRequest> requests) {
    return requests.stream().mapToDouble(WeightedRequest::weight).sum();
  }

  private static double shareOfThirds(List<WeightedRequest> requests) {
    return standFor(requests.stream().filter(one -> number(one) % 3 == 0).toList())
        / standFor(requests);
  }

  private static long number(WeightedRequest request) {
    return request.request().traceId().low();
  }

  private static List<WeightedRequest> requests(
      int count, ToDoubleFunction<WeightedRequest> weight) {
    EndpointAccumulator all = new EndpointAccumulator(new ProfileLimits(10, 10, 10, count));
    IntStream.range(0, count).forEach(i -> all.add(TestRequest.simple(i, 1000)));
    return all.sample().strata().stream()
        .flatMap(stratum -> stratum.requests().stream())
        .map(request -> new WeightedRequest(request, 1))
        .map(one -> new WeightedRequest(one.request(), weight.applyAsDouble(one)))
        .toList();
  }
}
