package io.tracemill.analysis.view;

import static io.tracemill.analysis.trace.TraceSpec.trace;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.difference.Difference;
import io.tracemill.analysis.request.RequestAttribute;
import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.trace.TraceSpec;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DifferencesTest {
  private static List<KeptRequest> requests(int count, IntFunction<KeptRequest> request) {
    return IntStream.rangeClosed(1, count).mapToObj(request).toList();
  }

  private static List<String> rules(
      List<KeptRequest> before, List<KeptRequest> after, String... excluded) {
    return Differences.of(before, after, Kept.RULES, Set.of(excluded)).rules().stream()
        .map(difference -> difference.rule(UnaryOperator.identity()))
        .toList();
  }

  private static KeptRequest counted(long id, int count) {
    return Kept.of(
        trace(id).root("front", 0, 1_000 + id % 7),
        new RequestAttribute("front", "count", Integer.toString(count)));
  }

  /** Spectroscope section 8.3. */
  @Test
  void aNumberThatSeparatesBothSidesIsASplit() {
    Random random = new Random(1);
    List<KeptRequest> before = requests(300, id -> counted(id, 4097 + random.nextInt(60_000)));
    List<KeptRequest> after = requests(300, id -> counted(id + 900, 1 + random.nextInt(4096)));

    assertThat(rules(before, after)).containsExactly("front count <= 4096");
    assertThat(rules(after, before)).containsExactly("front count > 4096");
    assertThat(rules(before, after, "front.count")).isEmpty();
  }

  @Test
  void equalNumbersGiveNoRule() {
    for (int seed = 0; seed < 30; seed++) {
      Random random = new Random(seed);
      List<KeptRequest> before = requests(200, id -> counted(id, random.nextInt(9_000)));
      List<KeptRequest> after = requests(200, id -> counted(id + 900, random.nextInt(9_000)));

      assertThat(rules(before, after)).as("seed %d", seed).isEmpty();
    }
  }

  @Test
  void callsThatRanSideBySideAndNowDoNotAreADifference() {
    List<KeptRequest> before = requests(100, id -> twoCalls(id, 0, 600 + id, 10, 500));
    List<KeptRequest> after = requests(100, id -> twoCalls(id + 900, 0, 600 + id, 700, 1_100));

    assertThat(rules(before, after)).containsExactly("calls of front op overlap <= 0 %");
  }

  @Test
  void callsInAnotherOrderAreADifference() {
    List<KeptRequest> before = requests(100, id -> twoCalls(id, 0, 500, 700, 1_100 + id));
    List<KeptRequest> after = requests(100, id -> twoCalls(id + 900, 700, 1_100 + id, 0, 500));

    assertThat(rules(before, after)).containsExactly("front op calls b op, a op");
    assertThat(rules(before, after, "op")).isEmpty();
  }

  private static KeptRequest twoCalls(long id, long from, long to, long secondFrom, long secondTo) {
    TraceSpec spec = trace(id).root("front", 0, 1_500);
    return Kept.of(spec.child("front", "a", from, to).child("front", "b", secondFrom, secondTo));
  }

  @Test
  void slowRequestsAreComparedIfTheMeanRose() {
    List<KeptRequest> before =
        requests(300, id -> version(id, id % 2 == 0 ? "v1" : "v2", 1_000 + id));
    List<KeptRequest> after =
        requests(
            300, id -> version(id + 900, id % 2 == 0 ? "v1" : "v2", id % 2 == 0 ? 1_000 : 9_000));

    List<Difference> found = Differences.of(before, after, Kept.RULES, Set.of()).rules();

    assertThat(found.get(0).rule(UnaryOperator.identity())).isEqualTo("front v2");
    assertThat(found.get(0).afterShare()).isEqualTo(1);
  }

  private static KeptRequest version(long id, String version, long nanos) {
    return Kept.of(
        trace(id).root("front", 0, nanos),
        new RequestAttribute("front", "service.version", version));
  }
}
