package io.tracemill.analysis.bottomup;

import static io.tracemill.analysis.profile.TestRequest.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.bottomup.FrameSums.Sum;
import io.tracemill.analysis.callingcontext.CallingContextTree;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.profile.TestRequest;
import io.tracemill.analysis.record.Hotspot;
import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.PlainFrames;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class FrameSumsTest {
  private static final int MANY = 10_000;

  @Provide
  Arbitrary<List<RequestAnalysis>> requests() {
    return TestRequest.any();
  }

  private static FrameSums sums(List<RequestAnalysis> requests, int maxFrames) {
    FrameSums sums = new FrameSums(maxFrames);
    requests.forEach(sums::add);
    return sums;
  }

  /** What the words say: every frame of every request, looked up anew. */
  private static Map<Frame, Sum> slow(List<RequestAnalysis> requests) {
    Map<Frame, long[]> counts = new HashMap<>();
    Map<Frame, Map<Frame, Long>> callers = new HashMap<>();
    for (RequestAnalysis request : requests) {
      CallingContextTree tree = request.criticalPath();
      Set<Frame> seen = new HashSet<>();
      for (int node = 0; node < tree.size(); node++) {
        Frame frame = tree.step(node).frame();
        long[] count = counts.computeIfAbsent(frame, f -> new long[3]);
        count[0] += tree.exclusiveNanos(node);
        count[1] += seen.add(frame) ? 1 : 0;
        if (tree.parent(node) >= 0) {
          callers
              .computeIfAbsent(frame, f -> new HashMap<>())
              .merge(tree.step(tree.parent(node)).frame(), tree.exclusiveNanos(node), Long::sum);
        }
      }
      request.shape().frames().forEach(f -> counts.computeIfAbsent(f, x -> new long[3])[2]++);
    }
    Map<Frame, Sum> sums = new TreeMap<>();
    counts.forEach(
        (frame, count) ->
            sums.put(
                frame,
                new Sum(count[0], count[1], count[2], callers.getOrDefault(frame, Map.of()))));
    return sums;
  }

  @Property
  void totalsAreThoseOfAllRequests(@ForAll("requests") List<RequestAnalysis> requests) {
    Map<Frame, Sum> found = sums(requests, MANY).sums();

    assertThat(found.keySet()).isEqualTo(slow(requests).keySet());
    slow(requests)
        .forEach(
            (frame, sum) ->
                assertThat(found.get(frame))
                    .extracting(Sum::exclusiveNanos, Sum::traces, Sum::tracesPresent)
                    .containsExactly(sum.exclusiveNanos(), sum.traces(), sum.tracesPresent()));
  }

  @Property
  void partsMergeToTheWholeAndSurviveBeingWritten(
      @ForAll("requests") List<RequestAnalysis> requests, @ForAll @IntRange(max = 30) int cut)
      throws IOException {
    int half = Math.min(cut, requests.size());
    FrameSums some = sums(requests.subList(0, half), MANY);
    FrameSums others = sums(requests.subList(half, requests.size()), MANY);

    others.merge(read(written(some)));

    assertThat(others.sums()).isEqualTo(sums(requests, MANY).sums());
  }

  private static byte[] written(FrameSums sums) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    sums.write(new DataOutputStream(bytes), PlainFrames::write);
    return bytes.toByteArray();
  }

  private static FrameSums read(byte[] bytes) throws IOException {
    FrameSums sums = new FrameSums(MANY);
    sums.mergeFrom(new DataInputStream(new ByteArrayInputStream(bytes)), PlainFrames::read);
    return sums;
  }

  @Test
  void framesBeyondTheLimitAreOneAndTimesStillAddUp() {
    Map<Frame, Sum> sums = sums(List.of(twoSteps()), 1).sums();

    assertThat(sums).containsKey(FrameSums.OTHER);
    assertThat(sums.values().stream().mapToLong(Sum::exclusiveNanos).sum()).isEqualTo(30);
  }

  private static RequestAnalysis twoSteps() {
    return request(1).call("front", 10).below(0, "db", 20).build();
  }

  @Test
  void theCostliestFrameOfAllEndpointsComesFirst() {
    HotspotTable table = new HotspotTable();
    Frame cart = Frame.of("cart", "GET");
    Frame db = Frame.of("db", "query");
    table.add(
        cart, Map.of(cart, new Sum(30, 3, 3, Map.of()), db, new Sum(70, 2, 3, Map.of(cart, 70L))));
    table.add(db, Map.of(db, new Sum(50, 1, 1, Map.of())));

    Hotspot first = table.ranked(new Period(0, 60_000), 10).get(0);

    assertThat(first.rank()).isEqualTo(1);
    assertThat(first.key()).containsExactly("0", "db", "query");
    assertThat(first.exclusiveNanos()).isEqualTo(120);
    assertThat(first.endpoints()).isEqualTo(2);
    assertThat(first.traces()).isEqualTo(3);
    assertThat(first.tracesPresent()).isEqualTo(4);
    assertThat(first.shares())
        .containsExactly(
            new Hotspot.Share("cart", "GET", 70, 0.7), new Hotspot.Share("db", "query", 50, 1));
    assertThat(first.callers()).containsExactly(new Hotspot.Caller("cart", "GET", 70));
  }
}
