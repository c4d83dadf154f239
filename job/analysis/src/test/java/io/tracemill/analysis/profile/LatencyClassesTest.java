package io.tracemill.analysis.profile;

import static io.tracemill.analysis.profile.TestRequest.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.callingcontext.CallingContextTree;
import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.profile.EndpointProfile.ClassNode;
import io.tracemill.analysis.profile.EndpointProfile.LatencyClass;
import io.tracemill.analysis.request.RequestAnalysis;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class LatencyClassesTest {
  private static final ProfileLimits EVERYTHING = new ProfileLimits(1000, 1000, 1000, 1000);
  private static final List<String> BANDS =
      List.of("P0-50", "P50-90", "P90-95", "P95-99", "P99-100");

  @Property
  void classesAreExactWhereTheSampleHoldsEveryRequest(
      @ForAll("requests") List<RequestAnalysis> requests) {
    for (LatencyClass latencyClass : classes(requests, EVERYTHING).values()) {
      List<RequestAnalysis> members =
          requests.stream().filter(request -> isIn(request, latencyClass)).toList();
      Map<List<PathStep>, Long> expected = new HashMap<>();
      for (RequestAnalysis member : members) {
        CallingContextTree tree = member.criticalPath();
        for (int node = 0; node < tree.size(); node++) {
          expected.merge(path(tree, node), tree.exclusiveNanos(node), Long::sum);
        }
      }

      assertThat(latencyClass.traces()).isEqualTo(members.size());
      assertThat(latencyClass.sampledTraces()).isEqualTo(members.size());
      assertThat(exclusiveByPath(latencyClass.tree())).isEqualTo(expected);
    }
  }

  @Property
  void bandsAddUpToAllRequestsAndCumulativeClassesToTheirBands(
      @ForAll("requests") List<RequestAnalysis> requests,
      @ForAll @IntRange(min = 1, max = 3) int samplePerStratum) {
    if (requests.isEmpty()) {
      return;
    }
    ProfileLimits limits = new ProfileLimits(5, 3, 1000, samplePerStratum);
    Map<String, LatencyClass> classes = classes(requests, limits);
    List<Long> bands = BANDS.stream().map(name -> traces(classes, name)).toList();

    assertThat(bands.stream().mapToLong(Long::longValue).sum()).isEqualTo(requests.size());
    assertThat(bands).allMatch(traces -> traces >= 0);
    assertThat(traces(classes, "<=P50")).isEqualTo(bands.get(0));
    assertThat(traces(classes, "<=P95")).isEqualTo(bands.get(0) + bands.get(1) + bands.get(2));
    assertThat(traces(classes, "<=P99")).isEqualTo(requests.size() - bands.get(4));
  }

  @Property
  void estimatedTreesAddUp(
      @ForAll("requests") List<RequestAnalysis> requests,
      @ForAll @IntRange(min = 1, max = 3) int samplePerStratum) {
    ProfileLimits limits = new ProfileLimits(4, 3, 1000, samplePerStratum);
    for (LatencyClass latencyClass : classes(requests, limits).values()) {
      List<ClassNode> tree = latencyClass.tree();
      long first =
          tree.stream().filter(n -> n.parent() < 0).mapToLong(ClassNode::inclusiveNanos).sum();

      assertThat(first).isEqualTo(tree.stream().mapToLong(ClassNode::exclusiveNanos).sum());
      for (ClassNode node : tree) {
        assertThat(node.traces()).isLessThanOrEqualTo(latencyClass.traces());
        if (node.parent() >= 0) {
          assertThat(node.traces()).isLessThanOrEqualTo(tree.get(node.parent()).traces());
        }
      }
      assertThat(tree.isEmpty()).isEqualTo(latencyClass.traces() == 0);
    }
  }

  /** 900 requests of a microsecond, 100 of a millisecond that spend nine tenths in the database. */
  @Test
  void aSampleScalesUpToItsClass() {
    List<RequestAnalysis> requests = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      requests.add(
          i % 10 == 0
              ? request(i).call("front", 100_000).below(0, "db", 900_000).build()
              : request(i).call("front", 1_000).build());
    }
    Map<String, LatencyClass> classes = classes(requests, new ProfileLimits(100, 100, 100, 8));
    LatencyClass slow = named(classes, "P90-95");

    assertThat(traces(classes, "<=P50")).isEqualTo(900);
    assertThat(slow.traces()).isEqualTo(100);
    assertThat(slow.sampledTraces()).isEqualTo(8);
    assertThat(slow.tree())
        .extracting(ClassNode::exclusiveNanos)
        .containsExactly(10_000_000L, 90_000_000L);
    assertThat(slow.fromNanos()).isBetween(1_000L, 1_021L);
    assertThat(slow.toNanos()).isEqualTo(1_000_000);
  }

  @Test
  void theClassesAreTheCumulativeOnesAndTheBands() {
    List<String> names =
        ProfileReader.profile(
                sums(List.of(TestRequest.simple(1, 5)), EVERYTHING), TestRequest.ENDPOINT, 0, 1)
            .classes()
            .stream()
            .map(LatencyClass::name)
            .toList();

    assertThat(names).startsWith("<=P50", "<=P95", "<=P99").endsWith(BANDS.toArray(String[]::new));
  }

  @Provide
  Arbitrary<List<RequestAnalysis>> requests() {
    return TestRequest.any();
  }

  private static boolean isIn(RequestAnalysis request, LatencyClass latencyClass) {
    boolean first = latencyClass.name().startsWith("<=") || latencyClass.name().equals("P0-50");
    return (first || request.durationNanos() > latencyClass.fromNanos())
        && request.durationNanos() <= latencyClass.toNanos();
  }

  private static EndpointAccumulator sums(List<RequestAnalysis> requests, ProfileLimits limits) {
    EndpointAccumulator sums = new EndpointAccumulator(limits);
    requests.forEach(sums::add);
    return sums;
  }

  private static Map<String, LatencyClass> classes(
      List<RequestAnalysis> requests, ProfileLimits limits) {
    return ProfileReader.profile(sums(requests, limits), TestRequest.ENDPOINT, 0, 60_000)
        .classes()
        .stream()
        .collect(Collectors.toMap(LatencyClass::name, Function.identity()));
  }

  private static long traces(Map<String, LatencyClass> classes, String name) {
    return named(classes, name).traces();
  }

  private static LatencyClass named(Map<String, LatencyClass> classes, String name) {
    return Optional.ofNullable(classes.get(name)).orElseThrow();
  }

  private static Map<List<PathStep>, Long> exclusiveByPath(List<ClassNode> tree) {
    Map<List<PathStep>, Long> byPath = new HashMap<>();
    for (ClassNode node : tree) {
      List<PathStep> path = new ArrayList<>(List.of(node.step()));
      for (int at = node.parent(); at >= 0; at = tree.get(at).parent()) {
        path.add(tree.get(at).step());
      }
      byPath.put(path, node.exclusiveNanos());
    }
    return byPath;
  }

  private static List<PathStep> path(CallingContextTree tree, int node) {
    List<PathStep> path = new ArrayList<>();
    for (int at = node; at >= 0; at = tree.parent(at)) {
      path.add(tree.step(at));
    }
    return path;
  }
}
