package io.tracemill.analysis.profile;

import static io.tracemill.analysis.profile.TestRequest.ENDPOINT;
import static io.tracemill.analysis.profile.TestRequest.request;
import static io.tracemill.analysis.profile.TestRequest.simple;
import static io.tracemill.analysis.profile.TestRequest.step;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.tracemill.analysis.profile.EndpointProfile.Latency;
import io.tracemill.analysis.profile.EndpointProfile.Node;
import io.tracemill.analysis.request.RequestAnalysis;
import java.util.List;
import java.util.stream.LongStream;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class ProfileReaderTest {
  private static final ProfileLimits ROOMY = new ProfileLimits(1000, 1000, 1000, 1000);

  @Property
  void inclusiveTimesOfFirstStepsAreAllTimeThereWas(
      @ForAll("requests") List<RequestAnalysis> requests) {
    List<Node> tree = profile(requests, new ProfileLimits(3, 3, 2, 1)).tree();

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
                request(1).flow(1).call("front", 10).below(0, "db", 5).build(),
                request(2).flow(2).call("front", 20).below(0, "cart", 40).build(),
                request(3).flow(2).call("front", 20).below(0, "cart", 30).build()),
            ROOMY);

    assertThat(profile.traceCount()).isEqualTo(3);
    assertThat(profile.evidence().categories()).isEqualTo(2);
    assertThat(profile.latency()).isEqualTo(new Latency(42, 50, 60, 60, 60, 60));
    assertThat(profile.tree())
        .extracting(
            Node::parent, Node::step, Node::traces, Node::inclusiveNanos, Node::exclusiveNanos)
        .containsExactly(
            tuple(-1, step("front"), 3L, 125L, 50L),
            tuple(0, step("cart"), 2L, 70L, 70L),
            tuple(0, step("db"), 1L, 5L, 5L));
    assertThat(profile.tree().get(1).exclusive().p95()).isEqualTo(40);
  }

  @Test
  void exemplarsAreTheSlowestOfEveryMagnitude() {
    List<RequestAnalysis> requests =
        List.of(simple(1, 1_000), simple(2, 1_001), simple(3, 9_000), simple(4, 100));

    assertThat(profile(requests, ROOMY).exemplars())
        .extracting(exemplar -> exemplar.traceId().low())
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
  void aWindowOfExcludedRequestsHasEvidenceOnly() {
    EndpointAccumulator sums = new EndpointAccumulator(ROOMY);
    sums.countIncomplete(request(1).call("front", 10).incomplete().build());

    EndpointProfile profile = ProfileReader.profile(sums, ENDPOINT, 0, 60_000);

    assertThat(profile.traceCount()).isZero();
    assertThat(profile.latency()).isEqualTo(new Latency(0, 0, 0, 0, 0, 0));
    assertThat(profile.evidence().incomplete()).isEqualTo(1);
    assertThat(profile.evidence().clippedShare()).isZero();
    assertThat(profile.tree()).isEmpty();
    assertThat(profile.classes()).isEmpty();
  }

  @Test
  void clippedTimeIsAShareOfAllTime() {
    List<RequestAnalysis> requests =
        List.of(request(1).call("front", 30).clipped(10).build(), simple(2, 10));

    assertThat(profile(requests, ROOMY).evidence().clippedShare()).isEqualTo(0.25);
  }

  @Provide
  Arbitrary<List<RequestAnalysis>> requests() {
    return TestRequest.any();
  }

  private static EndpointProfile profile(List<RequestAnalysis> requests, ProfileLimits limits) {
    EndpointAccumulator sums = new EndpointAccumulator(limits);
    requests.forEach(sums::add);
    return ProfileReader.profile(sums, ENDPOINT, 0, 60_000);
  }
}
