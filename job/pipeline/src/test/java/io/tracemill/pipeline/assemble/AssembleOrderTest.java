package io.tracemill.pipeline.assemble;

import static io.tracemill.analysis.trace.TraceSpec.trace;
import static io.tracemill.pipeline.assemble.AssemblyHarness.at;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.span.Fragment;
import io.tracemill.analysis.trace.AssembledTrace;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** "Order of arrival within the watermark's bound never changes a result" (semantics 3). */
class AssembleOrderTest {
  /** A fragment and how long it is on its way. */
  record Sent(Fragment fragment, int delaySeconds) {
    long arrivalMillis() {
      return fragment.timeMillis() + 1000L * delaySeconds;
    }
  }

  static final int BOUND_SECONDS = 40;

  @Provide
  Arbitrary<List<Sent>> traffic() {
    Arbitrary<Sent> sent =
        Combinators.combine(
                Arbitraries.integers().between(0, 2),
                Arbitraries.integers().between(0, 150),
                Arbitraries.integers().between(0, 3),
                Arbitraries.integers().between(0, BOUND_SECONDS - 1))
            .as(
                (trace, second, parent, delay) ->
                    new Sent(
                        trace(trace)
                            .root("a", 0, 10)
                            .id(1 + second)
                            .parentId(parent)
                            .fragment(at(second)),
                        delay));
    return sent.list().ofMinSize(1).ofMaxSize(12);
  }

  @Property(tries = 300)
  void anyOrderOfArrivalBetweenTwoWatermarksGivesTheSameTraces(
      @ForAll("traffic") List<Sent> traffic, @ForAll Random random) throws Exception {
    List<Sent> shuffled = new ArrayList<>(traffic);
    Collections.shuffle(shuffled, random);
    assertThat(inBatches(shuffled)).isEqualTo(inBatches(traffic));
  }

  @Property(tries = 300)
  void anyDelayWithinTheBoundGivesTheSameTraces(@ForAll("traffic") List<Sent> traffic)
      throws Exception {
    List<Sent> undelayed = traffic.stream().map(sent -> new Sent(sent.fragment(), 0)).toList();
    assertThat(asTheyArrive(traffic)).isEqualTo(asTheyArrive(undelayed));
  }

  /** One trace whose spans all lead to its root, which may come at any time among them. */
  @Provide
  Arbitrary<List<Sent>> linkedTraffic() {
    Arbitrary<int[]> times =
        Combinators.combine(
                Arbitraries.integers().between(0, 60),
                Arbitraries.integers().between(0, BOUND_SECONDS - 1))
            .as((second, delay) -> new int[] {second, delay});
    return times.list().ofMinSize(2).ofMaxSize(6).map(AssembleOrderTest::linked);
  }

  private static List<Sent> linked(List<int[]> times) {
    List<Sent> traffic = new ArrayList<>();
    for (int span = 1; span <= times.size(); span++) {
      int second = times.get(span - 1)[0];
      traffic.add(
          new Sent(
              trace(0).root("a", 0, 10).id(span).parentId(span - 1).fragment(at(second)),
              times.get(span - 1)[1]));
    }
    return traffic;
  }

  @Property(tries = 1000)
  void aParentThatArrivesWithinTheGraceCountsHoweverItIsDelayed(
      @ForAll("linkedTraffic") List<Sent> traffic) throws Exception {
    List<Sent> undelayed = traffic.stream().map(sent -> new Sent(sent.fragment(), 0)).toList();
    assertThat(asTheyArrive(traffic)).isEqualTo(asTheyArrive(undelayed));
  }

  /** All of half a minute, then the watermark. */
  private static List<String> inBatches(List<Sent> traffic) throws Exception {
    try (AssemblyHarness harness = AssemblyHarness.started()) {
      for (int end = 30; end <= 180; end += 30) {
        for (Sent sent : traffic) {
          long millis = sent.fragment().timeMillis();
          if (millis >= at(end - 30) && millis < at(end)) {
            harness.feed(sent.fragment());
          }
        }
        harness.watermark(end - 0.001);
      }
      return described(harness.endOfInput().closed());
    }
  }

  /** Each when it arrives, the watermark always the bound behind. */
  private static List<String> asTheyArrive(List<Sent> traffic) throws Exception {
    List<Sent> arriving = new ArrayList<>(traffic);
    arriving.sort(Comparator.comparingLong(Sent::arrivalMillis));
    try (AssemblyHarness harness = AssemblyHarness.started()) {
      for (Sent sent : arriving) {
        double seconds = (sent.arrivalMillis() - at(0)) / 1000.0;
        harness.watermark(seconds - BOUND_SECONDS).feed(sent.fragment());
      }
      return described(harness.endOfInput().closed());
    }
  }

  static List<String> described(List<AssembledTrace> traces) {
    return traces.stream()
        .map(
            trace ->
                "%s until %d%s: %s"
                    .formatted(
                        trace.traceId(),
                        trace.deadlineMillis() - at(0),
                        trace.reopened() ? " again" : "",
                        trace.fragments().stream()
                            .map(AssembleOrderTest::described)
                            .sorted()
                            .toList()))
        .sorted()
        .toList();
  }

  private static String described(Fragment fragment) {
    return HexFormat.of().formatHex(fragment.bytes());
  }
}
