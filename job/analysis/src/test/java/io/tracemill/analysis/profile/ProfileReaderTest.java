package io.tracemill.analysis.profile;

import static io.tracemill.analysis.request.TestRequest.ENDPOINT;
import static io.tracemill.analysis.request.TestRequest.request;
import static io.tracemill.analysis.request.TestRequest.simple;
import static io.tracemill.analysis.request.TestRequest.step;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.record.EndpointProfile;
import io.tracemill.analysis.record.EndpointProfile.Failure;
import io.tracemill.analysis.record.EndpointProfile.Latency;
import io.tracemill.analysis.record.EndpointProfile.Node;
import io.tracemill.analysis.record.EndpointProfile.Percentiles;
import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.request.TestRequest;
import io.tracemill.analysis.sample.GivenRows;
import io.tracemill.analysis.sample.RequestRow;
import io.tracemill.analysis.sums.DurationScale;
import io.tracemill.analysis.sums.EndpointSums;
import io.tracemill.analysis.sums.SumRules;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.stream.LongStream;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class ProfileReaderTest {
  private static final DurationScale SCALE = new DurationScale(1_000_000);
  private static final SumRules ROOMY = new SumRules(1000, 1000, 1000, SCALE);

  @Property
  void inclusiveTimesOfFirstStepsAreAllTimeThereWas(
      @ForAll("requests") List<RequestAnalysis> requests) {
    List<Node> tree = profile(requests, new SumRules(3, 3, 2, SCALE)).tree();

    long first = tree.stream().filter(n -> n.parent() < 0).mapToLong(Node::inclusiveNanos).sum();
    assertThat(first)
        .isEqualTo(tree.stream().mapToLong(Node::exclusiveNanos).sum())
        .isEqualTo(requests.stream().mapToLong(RequestAnalysis::durationNanos).sum());
  }

  @Property
  void parentsComeBeforeTheirChildrenAndLargeSiblingsBeforeSmallOnes(
      @ForAll("requests") List<RequestAnalysis> requests) {
    List<Node> tree = profile(requests, ROOMY).tree();

    for (int i = 0; i < tree.size(); i++) {
      Node node = tree.get(i);
      assertThat(node.parent()).isLessThan(i);
      for (Node later : tree.subList(i + 1, tree.size())) {
        if (later.parent() == node.parent()) {
          assertThat(later.inclusiveNanos()).isLessThanOrEqualTo(node.inclusiveNanos());
        }
      }
    }
  }

  @Test
  void categoriesAreMergedIntoOneTree() {
    EndpointProfile profile =
        profile(
            List.of(
                request(1).category(1).call("front", 10).below(0, "db", 5).build(),
                request(2).category(2).call("front", 20).below(0, "cart", 40).build(),
                request(3).category(2).call("front", 20).below(0, "cart", 30).build()),
            ROOMY);

    assertThat(profile.traceCount()).isEqualTo(3);
    assertThat(profile.evidence().categories()).isEqualTo(2);
    assertThat(profile.latencyNanos()).isEqualTo(new Latency(42, 50, 60, 60, 60, 60));
    assertThat(profile.tree())
        .extracting(
            Node::parent, Node::step, Node::traces, Node::inclusiveNanos, Node::exclusiveNanos)
        .containsExactly(
            tuple(-1, step("front"), 3L, 125L, 50L),
            tuple(0, step("cart"), 2L, 70L, 70L),
            tuple(0, step("db"), 1L, 5L, 5L));
    assertThat(profile.tree().get(1).exclusive().orElseThrow())
        .isEqualTo(
            new Percentiles(OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty(), 2));
  }

  @Test
  void exemplarsAreTheSlowestOfEveryMagnitude() {
    List<RequestAnalysis> requests =
        List.of(simple(1, 1_000), simple(2, 1_001), simple(3, 9_000), simple(4, 100));

    assertThat(profile(requests, ROOMY).exemplars())
        .extracting(exemplar -> Long.parseLong(exemplar.traceId(), 16))
        .containsExactly(3L, 2L, 1L, 4L);
  }

  @Test
  void exemplarsAreTenAtMostAndTheTopStrataComeFirst() {
    List<RequestAnalysis> requests =
        LongStream.range(0, 100)
            .mapToObj(i -> simple(i, i < 50 ? 1_000 + i : 1L << (i % 25)))
            .toList();

    assertThat(profile(requests, ROOMY).exemplars())
        .hasSize(10)
        .extracting(exemplar -> exemplar.durationNanos())
        .containsExactly(
            1L << 24, 1L << 23, 1L << 22, 1L << 21, 1L << 20, 1L << 19, 1L << 18, 1L << 17,
            1L << 16, 1L << 15);
  }

  @Test
  void requestsKeptInAdditionAreExemplarsToo() {
    List<RequestAnalysis> requests = List.of(simple(1, 10), simple(2, 9_000));
    List<RequestRow> rows =
        List.of(GivenRows.of(requests.get(0), 2), GivenRows.of(requests.get(1), 0));

    assertThat(profile(requests, rows, ROOMY).exemplars())
        .extracting(exemplar -> Long.parseUnsignedLong(exemplar.traceId().substring(16), 16))
        .containsExactly(2L, 1L);
  }

  @Property
  void aNodeOfASampleOfAllHasTheExactNearestRankOfItsOwnTimes(
      @ForAll @IntRange(max = 250) int count, @ForAll Random random) {
    List<RequestAnalysis> requests = new ArrayList<>();
    List<Long> times = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      times.add((long) random.nextInt(100));
      requests.add(request(i).call("front", 5).below(0, "db", times.get(i)).build());
    }
    requests.add(simple(count, 7));
    Collections.sort(times);

    List<Node> tree = profile(requests, ROOMY).tree();
    if (count > 0) {
      assertThat(tree.get(1).exclusive().orElseThrow())
          .isEqualTo(
              new Percentiles(
                  nearestRank(times, 50, 20),
                  nearestRank(times, 95, 20),
                  nearestRank(times, 99, 100),
                  count));
    }
  }

  private static OptionalLong nearestRank(List<Long> ascending, int percent, int least) {
    int size = ascending.size();
    return size < least
        ? OptionalLong.empty()
        : OptionalLong.of(ascending.get((percent * size + 99) / 100 - 1));
  }

  @Test
  void aRowStandsForAsManyRequestsAsItWeighs() {
    List<RequestAnalysis> requests =
        LongStream.range(0, 100).mapToObj(i -> simple(i, 1 + i)).toList();
    List<RequestRow> rows =
        requests.stream()
            .filter(request -> request.durationNanos() <= 40 || request.durationNanos() > 90)
            .map(request -> GivenRows.of(request, request.durationNanos() <= 40 ? 1 : 6))
            .toList();

    Percentiles own = profile(requests, rows, ROOMY).tree().get(0).exclusive().orElseThrow();
    assertThat(own.requests()).isEqualTo(50);
    assertThat(own.p50()).hasValue(92);
    assertThat(own.p95()).hasValue(100);
    assertThat(own.p99()).isEmpty();
  }

  @Test
  void aRowOfWeightZeroIsInNoPercentile() {
    List<RequestAnalysis> requests =
        LongStream.range(0, 30).mapToObj(i -> simple(i, 1 + i)).toList();
    List<RequestRow> rows =
        requests.stream()
            .map(request -> GivenRows.of(request, request.durationNanos() <= 20 ? 1 : 0))
            .toList();

    Percentiles own = profile(requests, rows, ROOMY).tree().get(0).exclusive().orElseThrow();
    assertThat(own.requests()).isEqualTo(20);
    assertThat(own.p50()).hasValue(10);
    assertThat(own.p95()).hasValue(19);
  }

  @Test
  void theRestOfATreeHasNoPercentiles() {
    List<RequestAnalysis> requests =
        LongStream.range(0, 30)
            .mapToObj(i -> request(i).call("front", 1 + i).below(0, "db", i).build())
            .toList();

    List<Node> tree = profile(requests, new SumRules(1, 9, 9, SCALE)).tree();
    assertThat(tree)
        .extracting(Node::step)
        .containsExactlyInAnyOrder(step("front"), PathStep.OTHER);
    for (Node node : tree) {
      assertThat(node.exclusive().orElseThrow().requests()).isEqualTo(node.parent() < 0 ? 30 : 0);
    }
  }

  @Test
  void aProfileTellsThePlacesWithMostErrors() {
    List<RequestAnalysis> requests = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      Place place = new Place.Operation(step("s" + i).frame());
      for (int n = 0; n <= i % 3; n++) {
        requests.add(request(3L * i + n).call("s" + i, 1).failed(place).build());
      }
    }

    List<Failure> failures = profile(requests, ROOMY).failures();
    assertThat(failures)
        .hasSize(50)
        .isSortedAccordingTo(Comparator.comparingLong(Failure::errors).reversed());
    assertThat(failures.get(0).errors()).isEqualTo(3);
    assertThat(failures.get(49).errors()).isEqualTo(2);
  }

  @Test
  void aServiceAsAWholeIsNoFailureOfItsOwn() {
    PathStep edge = PathStep.edge(ENDPOINT, "cart");
    Place cart = new Place.Operation(step("cart").frame());
    EndpointProfile profile =
        profile(
            List.of(
                request(1)
                    .call("front", 1)
                    .below(0, edge, 2)
                    .below(1, "cart", 3)
                    .failed(cart)
                    .failed()
                    .build()),
            ROOMY);

    assertThat(profile.errors()).isEqualTo(1);
    assertThat(profile.failures()).containsExactly(Failure.of(cart, 1, 1));
  }

  @Test
  void aWindowOfExcludedRequestsHasEvidenceOnly() {
    EndpointSums sums = new EndpointSums(ROOMY);
    sums.countIncomplete(request(1).call("front", 10).incomplete().build());

    EndpointProfile profile = ProfileReader.profile(sums, List.of(), ENDPOINT, 0, 60_000);

    assertThat(profile.traceCount()).isZero();
    assertThat(profile.latencyNanos()).isEqualTo(new Latency(0, 0, 0, 0, 0, 0));
    assertThat(profile.evidence().incomplete()).isEqualTo(1);
    assertThat(profile.evidence().clippedShare()).isEmpty();
    assertThat(profile.tree()).isEmpty();
    assertThat(profile.exemplars()).isEmpty();
    assertThat(profile.failures()).isEmpty();
  }

  @Test
  void clippedTimeIsAShareOfAllTime() {
    List<RequestAnalysis> requests =
        List.of(request(1).call("front", 30).clipped(10).build(), simple(2, 10));

    assertThat(profile(requests, ROOMY).evidence().clippedShare()).hasValue(0.25);
  }

  @Provide
  Arbitrary<List<RequestAnalysis>> requests() {
    return TestRequest.any();
  }

  private static EndpointProfile profile(List<RequestAnalysis> requests, SumRules rules) {
    return profile(requests, GivenRows.of(requests), rules);
  }

  private static EndpointProfile profile(
      List<RequestAnalysis> requests, List<RequestRow> rows, SumRules rules) {
    EndpointSums sums = new EndpointSums(rules);
    requests.forEach(sums::add);
    sums.finish();
    return ProfileReader.profile(sums, rows, ENDPOINT, 0, 60_000);
  }
}
