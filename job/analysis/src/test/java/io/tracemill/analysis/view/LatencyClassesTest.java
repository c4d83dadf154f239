package io.tracemill.analysis.view;

import static io.tracemill.analysis.trace.TraceSpec.trace;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tracemill.analysis.callingcontext.CallingContextTree;
import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.sample.RequestReplay;
import io.tracemill.analysis.trace.RandomTraces;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class LatencyClassesTest {
  private static final List<String> BANDS =
      List.of("P0-50", "P50-90", "P90-95", "P95-99", "P99-100");

  private static List<KeptRequest> requests(Random random, int count) {
    List<KeptRequest> requests = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      requests.add(Kept.of(RandomTraces.linked(random, 1 + random.nextInt(12), 10)));
    }
    return requests;
  }

  private static LatencyClasses classes(List<KeptRequest> requests) {
    return LatencyClasses.of(requests, Kept.RULES);
  }

  @Property(tries = 200)
  void classesAreThoseOfALookAtEveryRequest(
      @ForAll Random random, @ForAll @IntRange(min = 1, max = 60) int count) {
    List<KeptRequest> requests = requests(random, count);
    long[] durations = requests.stream().mapToLong(KeptRequest::durationNanos).sorted().toArray();

    LatencyClasses found = classes(requests);

    assertThat(found.basis().exact()).isTrue();
    assertThat(found.classes()).extracting(LatencyClass::name).isEqualTo(LatencyClass.NAMES);
    assertThat(found.classes().get(1).toNanos())
        .isEqualTo(durations[(int) Math.ceil(0.95 * count - 1e-9) - 1]);
    for (LatencyClass each : found.classes()) {
      List<KeptRequest> members = requests.stream().filter(request -> isIn(request, each)).toList();
      assertThat(each.traces()).isEqualTo(members.size()).isEqualTo(each.keptTraces());
      assertThat(ofNodes(each.tree())).isEqualTo(exclusiveByPath(members));
    }
    assertThat(ofNodes(found.all().tree())).isEqualTo(exclusiveByPath(requests));
  }

  @Property(tries = 20)
  void bandsAddUpToAllRequestsAndCumulativeClassesToTheirBands(
      @ForAll Random random, @ForAll @IntRange(min = 4_000, max = 5_000) int count) {
    LatencyClasses found = classes(Kept.sample(simple(random, count), 300));
    List<Long> bands = BANDS.stream().map(name -> traces(found, name)).toList();

    assertThat(bands.stream().mapToLong(Long::longValue).sum()).isEqualTo(count);
    assertThat(traces(found, "<=P50")).isEqualTo(bands.get(0));
    assertThat(traces(found, "<=P95")).isEqualTo(bands.get(0) + bands.get(1) + bands.get(2));
    assertThat(traces(found, "<=P99")).isEqualTo(count - bands.get(4));
    for (LatencyClass each : found.classes()) {
      long first =
          each.tree().stream()
              .filter(node -> node.parent() < 0)
              .mapToLong(ClassNode::inclusiveNanos)
              .sum();
      assertThat(first).isEqualTo(each.tree().stream().mapToLong(ClassNode::exclusiveNanos).sum());
    }
  }

  private static List<KeptRequest> simple(Random random, int count) {
    List<KeptRequest> requests = new ArrayList<>();
    for (int id = 1; id <= count; id++) {
      long nanos = 1_000L + random.nextInt(4_000);
      requests.add(Kept.of(trace(id).root("front", 0, nanos).child("front", "db", 0, nanos / 2)));
    }
    return requests;
  }

  /** 900 requests of a microsecond, 100 of a millisecond that spend nine tenths in the database. */
  @Test
  void aSampleScalesUpToItsClass() {
    List<KeptRequest> requests = new ArrayList<>();
    for (int id = 1; id <= 1_000; id++) {
      requests.add(
          id % 10 == 0
              ? Kept.of(
                  trace(id).root("front", 0, 1_000_000).child("front", "db", 100_000, 1_000_000))
              : Kept.of(trace(id).root("front", 0, 1_000)));
    }
    LatencyClasses found = classes(Kept.sample(requests, 60));
    LatencyClass slow = found.named("P90-95").orElseThrow();

    assertThat(found.basis().requests()).isCloseTo(1_000, within(1e-6));
    assertThat(found.basis().exact()).isFalse();
    assertThat(traces(found, "<=P50")).isEqualTo(900);
    assertThat(slow.traces()).isEqualTo(100);
    assertThat(slow.keptTraces()).isEqualTo(60);
    assertThat(slow.tree())
        .extracting(ClassNode::exclusiveNanos)
        .containsExactly(0L, 10_000_000L, 90_000_000L);
  }

  @Test
  void aClassWithAnEndThatRestsOnTooFewRequestsIsLeftOut() {
    List<KeptRequest> few = new ArrayList<>();
    for (KeptRequest request : simple(new Random(1), 150)) {
      few.add(Kept.weighted(request, 2, 0.5));
    }

    assertThat(classes(few).classes())
        .extracting(LatencyClass::name)
        .containsExactly("<=P50", "<=P95", "P0-50", "P50-90", "P90-95");
    assertThat(classes(List.of()).classes()).isEmpty();
  }

  private static long traces(LatencyClasses classes, String name) {
    return classes.named(name).map(LatencyClass::traces).orElse(0L);
  }

  private static boolean isIn(KeptRequest request, LatencyClass latencyClass) {
    boolean first = latencyClass.name().startsWith("<=") || latencyClass.name().equals("P0-50");
    return (first || request.durationNanos() > latencyClass.fromNanos())
        && request.durationNanos() <= latencyClass.toNanos();
  }

  private static Map<List<PathStep>, Long> exclusiveByPath(List<KeptRequest> requests) {
    Map<List<PathStep>, Long> byPath = new HashMap<>();
    RequestReplay replay = new RequestReplay(Kept.RULES);
    for (KeptRequest request : requests) {
      replay.load(request);
      replay.path(0);
      CallingContextTree tree = replay.callTree();
      for (int node = 0; node < tree.size(); node++) {
        List<PathStep> path = new ArrayList<>();
        for (int at = node; at >= 0; at = tree.parent(at)) {
          path.add(tree.step(at));
        }
        byPath.merge(path, tree.exclusiveNanos(node), Long::sum);
      }
    }
    return byPath;
  }

  private static Map<List<PathStep>, Long> ofNodes(List<ClassNode> tree) {
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
}
