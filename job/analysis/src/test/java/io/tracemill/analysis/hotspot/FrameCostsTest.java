package io.tracemill.analysis.hotspot;

import static io.tracemill.analysis.request.TestRequest.request;
import static io.tracemill.analysis.request.TestRequest.step;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.callingcontext.CallingContextTree;
import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.hotspot.FrameCosts.Cost;
import io.tracemill.analysis.record.Hotspot;
import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.request.TestRequest;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.sums.DurationScale;
import io.tracemill.analysis.sums.EndpointSums;
import io.tracemill.analysis.sums.SumRules;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class FrameCostsTest {
  private static final SumRules ROOMY = rules(1000);

  private static SumRules rules(int maxNodes) {
    return new SumRules(maxNodes, 1000, 1000, new DurationScale(1_000_000));
  }

  private static EndpointSums sums(List<RequestAnalysis> requests, SumRules rules) {
    EndpointSums sums = new EndpointSums(rules);
    requests.forEach(sums::add);
    sums.finish();
    return sums;
  }

  private static Map<Frame, Cost> costs(List<RequestAnalysis> requests) {
    return FrameCosts.of(sums(requests, ROOMY));
  }

  /** The costs by their definition: every frame of every request, looked up anew. */
  private static Map<Frame, Cost> slow(List<RequestAnalysis> requests) {
    Map<Frame, long[]> counts = new HashMap<>();
    Map<Frame, Map<Frame, Long>> callers = new HashMap<>();
    for (RequestAnalysis request : requests) {
      CallingContextTree path = request.criticalPath();
      Set<Frame> seen = new HashSet<>();
      for (int node = 0; node < path.size(); node++) {
        Frame frame = path.step(node).frame();
        long[] count = counts.computeIfAbsent(frame, added -> new long[3]);
        count[0] += path.exclusiveNanos(node);
        count[1] += seen.add(frame) ? 1 : 0;
        int caller = caller(path, node);
        if (caller >= 0) {
          callers
              .computeIfAbsent(frame, added -> new HashMap<>())
              .merge(path.step(caller).frame(), path.exclusiveNanos(node), Long::sum);
        }
      }
      request.shape().frames().forEach(f -> counts.computeIfAbsent(f, x -> new long[3])[2]++);
    }
    Map<Frame, Cost> costs = new TreeMap<>();
    counts.forEach(
        (frame, count) ->
            costs.put(
                frame,
                new Cost(count[0], count[1], count[2], callers.getOrDefault(frame, Map.of()))));
    return costs;
  }

  /** An edge below the frame of its own client span has the caller of that span. */
  private static int caller(CallingContextTree path, int node) {
    int above = path.parent(node);
    boolean ownEdge =
        above >= 0
            && !path.step(node).equals(path.step(above))
            && path.step(above).equals(PathStep.of(path.step(node).frame()));
    return ownEdge ? path.parent(above) : above;
  }

  @Property
  void costsAreThoseOfAllRequests(@ForAll("requests") List<RequestAnalysis> requests) {
    assertThat(costs(requests)).isEqualTo(slow(requests));
  }

  @Property
  void categoriesDoNotMatter(@ForAll("requests") List<RequestAnalysis> requests) {
    EndpointSums one = new EndpointSums(ROOMY);
    one.mergeAsOne(sums(requests, ROOMY));

    assertThat(FrameCosts.of(one)).isEqualTo(costs(requests));
  }

  @Property
  void aLimitKeepsTheTotalAndNoFrameHasMoreRequestsThanThereAre(
      @ForAll("requests") List<RequestAnalysis> requests,
      @ForAll @IntRange(min = 1, max = 5) int maxNodes) {
    EndpointSums merged = new EndpointSums(rules(maxNodes));
    merged.mergeAsOne(sums(requests, ROOMY));

    for (EndpointSums each : List.of(sums(requests, rules(maxNodes)), merged)) {
      Map<Frame, Cost> costs = FrameCosts.of(each);
      assertThat(costs.values().stream().mapToLong(Cost::exclusiveNanos).sum())
          .isEqualTo(requests.stream().mapToLong(RequestAnalysis::durationNanos).sum());
      assertThat(costs.values())
          .allMatch(cost -> cost.traces() <= cost.tracesPresent())
          .allMatch(cost -> cost.exclusiveNanos() == 0 || cost.traces() > 0);
    }
  }

  @Test
  void anEdgeBelowItsOwnSpanBelongsToTheCallOfTheSpan() {
    Frame front = step("front").frame();
    Frame client = Frame.of("front", "get");
    RequestAnalysis request =
        request(1)
            .call("front", 1)
            .below(0, PathStep.of(client), 2)
            .below(1, PathStep.edge(client, "cart"), 30)
            .build();

    Cost cost = costs(List.of(request)).get(client);
    assertThat(cost).isEqualTo(new Cost(32, 1, 1, Map.of(front, 32L)));
  }

  @Test
  void aFrameOffThePathIsPresentWithoutCost() {
    assertThat(costs(List.of(request(1).call("front", 9).offPath(0, "db").build())))
        .containsEntry(step("db").frame(), new Cost(0, 0, 1, Map.of()));
  }

  @Test
  void callersBeyondTheLimitAreOneAndTheirTimesStillAddUp() {
    TestRequest request = request(1).call("front", 1);
    for (int i = 0; i < 100; i++) {
      request.below(0, "caller" + i, 0).below(2 * i + 1, "db", 100 + i);
    }

    Map<Frame, Long> callers =
        requireNonNull(costs(List.of(request.build())).get(step("db").frame())).callers();
    assertThat(callers)
        .hasSize(51)
        .containsEntry(step("caller99").frame(), 199L)
        .containsEntry(PathStep.OTHER.frame(), IntStream.range(100, 150).asLongStream().sum());
  }

  @Test
  void theCostliestFrameOfAllEndpointsComesFirst() {
    HotspotTable table = new HotspotTable();
    Frame cart = Frame.of("cart", "GET");
    Frame db = Frame.of("db", "query");
    table.add(
        cart,
        Map.of(cart, new Cost(30, 3, 3, Map.of()), db, new Cost(70, 2, 3, Map.of(cart, 70L))));
    table.add(db, Map.of(db, new Cost(50, 1, 1, Map.of())));

    Hotspot first = table.ranked(new Period(0, 60_000), 10).get(0);

    assertThat(Frame.of(first.service(), first.operation())).isEqualTo(db);
    assertThat(first.exclusiveNanos()).isEqualTo(120);
    assertThat(first.endpoints()).isEqualTo(2);
    assertThat(first.traces()).isEqualTo(3);
    assertThat(first.tracesPresent()).isEqualTo(4);
    assertThat(first.shares())
        .containsExactly(
            new Hotspot.Share("cart", "GET", 70, 0.7), new Hotspot.Share("db", "query", 50, 1));
    assertThat(first.callers()).containsExactly(new Hotspot.Caller("cart", "GET", 70));
  }

  @Provide
  Arbitrary<List<RequestAnalysis>> requests() {
    return TestRequest.any();
  }
}
