package io.tracemill.pipeline.rank;

import static io.tracemill.analysis.trace.TraceSpec.trace;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.profile.WindowSums;
import io.tracemill.analysis.record.Dependency;
import io.tracemill.analysis.record.Hotspot;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.sums.DurationScale;
import io.tracemill.analysis.sums.EndpointSums;
import io.tracemill.analysis.sums.SumRules;
import io.tracemill.pipeline.AnalysedRequests;
import io.tracemill.pipeline.count.CountOperator;
import io.tracemill.pipeline.endpoint.EndpointSlide;
import io.tracemill.pipeline.serialization.InChainTypeInfo;
import java.util.List;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.operators.KeyedProcessOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;

/** Windows of a minute, each half a minute; times are minutes. */
class HotspotFunctionTest {
  private static final long MINUTE = 60_000;
  private static final SumRules RULES = new SumRules(100, 50, 20, new DurationScale(1));
  private static final Frame CART = Frame.of("cart", "op");
  private static final Frame MAIL = Frame.of("mail", "op");

  private static KeyedOneInputStreamOperatorTestHarness<Long, HotspotPart, Hotspot> harness()
      throws Exception {
    return harness(new HotspotFunction(MINUTE / 2));
  }

  private static KeyedOneInputStreamOperatorTestHarness<Long, HotspotPart, Hotspot> harness(
      HotspotFunction function) throws Exception {
    KeyedOneInputStreamOperatorTestHarness<Long, HotspotPart, Hotspot> harness =
        new KeyedOneInputStreamOperatorTestHarness<>(
            new KeyedProcessOperator<>(function), HotspotPart::startMillis, Types.LONG);
    harness.setup(
        new InChainTypeInfo<>(Hotspot.class).createSerializer(new SerializerConfigImpl()));
    return harness;
  }

  /** A request of {@code endpoint} that takes 10, of which so much in the database. */
  private static HotspotPart part(long minute, Frame endpoint, long database) {
    return part(minute * MINUTE, endpoint, true, minute * MINUTE + MINUTE / 2, database);
  }

  /** Such a request in the pane of half a minute that starts at this time. */
  private static HotspotPart part(
      long startMillis, Frame endpoint, boolean alone, long paneMillis, long database) {
    EndpointSums sums = new EndpointSums(RULES);
    sums.add(
        AnalysedRequests.entry(
            trace(1)
                .root(endpoint.service(), 0, 10)
                .child(endpoint.service(), "db", 1, 1 + database)));
    sums.finish();
    Period window = new Period(startMillis, startMillis + MINUTE);
    WindowSums all = new WindowSums(RULES, window, MINUTE / 2);
    all.add(paneMillis, sums);
    return HotspotPart.of(new EndpointSlide(endpoint, window, alone, all));
  }

  private static Hotspot.Share share(Frame endpoint, long nanos, double share) {
    return new Hotspot.Share(endpoint.service(), endpoint.operation(), nanos, share);
  }

  private static void feed(
      KeyedOneInputStreamOperatorTestHarness<Long, HotspotPart, Hotspot> harness,
      HotspotPart... parts)
      throws Exception {
    for (HotspotPart part : parts) {
      harness.processElement(part, part.startMillis());
    }
  }

  private static List<String> ranking(
      KeyedOneInputStreamOperatorTestHarness<Long, HotspotPart, Hotspot> harness) {
    return harness.extractOutputValues().stream()
        .map(
            ranked ->
                "%d-%d %d. %s %d"
                    .formatted(
                        ranked.window().startMillis() / MINUTE,
                        ranked.window().endMillis() / MINUTE,
                        ranked.rank(),
                        ranked.service(),
                        ranked.exclusiveNanos()))
        .toList();
  }

  @Test
  void theFramesOfAWindowAreRankedOverAllEndpointsAtItsEnd() throws Exception {
    try (var harness = harness()) {
      harness.open();
      feed(harness, part(1, CART, 7), part(2, MAIL, 2), part(1, MAIL, 6));
      feed(harness, part(1, CountOperator.OTHER, 1));
      harness.processWatermark(2 * MINUTE - 1);
      assertThat(harness.extractOutputValues()).isEmpty();
      harness.processWatermark(2 * MINUTE);

      assertThat(ranking(harness))
          .containsExactly("1-2 1. db 14", "1-2 2. (other) 9", "1-2 3. mail 4", "1-2 4. cart 3");
      Hotspot database = harness.extractOutputValues().get(0);
      assertThat(database.endpoints()).isEqualTo(3);
      assertThat(database.shares())
          .containsExactly(
              share(CART, 7, 0.7), share(MAIL, 6, 0.6), share(CountOperator.OTHER, 1, 0.1));
    }
  }

  @Test
  void theCallsBetweenServicesAreAddedUpOverAllEndpointsAtTheEndOfAWindow() throws Exception {
    Frame pay = Frame.of("cart", "pay");
    try (var harness = harness()) {
      harness.open();
      feed(harness, part(1, CART, 7), part(1, pay, 6), part(1, MAIL, 5), part(2, MAIL, 2));
      harness.processWatermark(3 * MINUTE);

      assertThat(harness.getSideOutput(HotspotFunction.DEPENDENCIES))
          .extracting(StreamRecord::getValue)
          .extracting(
              edge -> edge.window().startMillis() / MINUTE,
              Dependency::caller,
              Dependency::callee,
              Dependency::requests,
              Dependency::failed)
          .containsExactly(
              Tuple.tuple(1L, "cart", "db", 2L, 0L),
              Tuple.tuple(1L, "mail", "db", 1L, 0L),
              Tuple.tuple(2L, "mail", "db", 1L, 0L));
    }
  }

  @Test
  void theServiceGraphStepsEachSlideAndItsNewestCallsAddUpButHotspotsDoNotOverlap()
      throws Exception {
    try (var harness = harness()) {
      harness.open();
      long half = MINUTE / 2;
      feed(harness, part(half, CART, false, MINUTE, 7), part(MINUTE, CART, true, MINUTE, 7));
      feed(harness, part(half, MAIL, false, half, 3), part(MINUTE, MAIL, true, MINUTE + half, 3));
      feed(harness, part(3 * half, MAIL, false, 3 * half, 3));
      harness.processWatermark(3 * MINUTE);

      assertThat(ranking(harness)).allMatch(each -> each.startsWith("1-2 "));
      assertThat(harness.getSideOutput(HotspotFunction.DEPENDENCIES))
          .extracting(StreamRecord::getValue)
          .extracting(
              edge -> edge.window().startMillis(),
              Dependency::caller,
              edge -> edge.newest().orElseThrow().time(),
              edge -> edge.newest().orElseThrow().requests(),
              Dependency::requests)
          .containsExactly(
              Tuple.tuple(half, "cart", new Period(MINUTE, MINUTE + half), 1L, 1L),
              Tuple.tuple(half, "mail", new Period(MINUTE, MINUTE + half), 0L, 1L),
              Tuple.tuple(MINUTE, "cart", new Period(MINUTE + half, 2 * MINUTE), 0L, 1L),
              Tuple.tuple(MINUTE, "mail", new Period(MINUTE + half, 2 * MINUTE), 1L, 1L));
    }
  }

  @Test
  void nothingIsLeftOfAWindowThatIsOver() throws Exception {
    try (var harness = harness()) {
      harness.open();
      feed(harness, part(1, CART, 7), part(1, MAIL, 6), part(2, CART, 5));
      assertThat(harness.numKeyedStateEntries()).isPositive();
      harness.processWatermark(3 * MINUTE);

      assertThat(ranking(harness)).hasSize(5);
      assertThat(harness.numKeyedStateEntries()).isZero();
      assertThat(harness.numEventTimeTimers()).isZero();
    }
  }

  @Test
  void aPartOfAWindowThatIsOverIsCountedAndReplacesNothing() throws Exception {
    HotspotFunction function = new HotspotFunction(MINUTE / 2);
    try (var harness = harness(function)) {
      harness.open();
      harness.processWatermark(2 * MINUTE);
      feed(harness, part(1, CART, 7), part(2, CART, 5));
      harness.processWatermark(Long.MAX_VALUE);

      assertThat(ranking(harness)).containsExactly("2-3 1. cart 5", "2-3 2. db 5");
      assertThat(function.partsLate()).isEqualTo(1);
    }
  }

  @Test
  void theWindowsThatAreNotOverAreRestored() throws Exception {
    OperatorSubtaskState state;
    try (var harness = harness()) {
      harness.open();
      feed(harness, part(1, CART, 7), part(2, CART, 4));
      harness.processWatermark(2 * MINUTE);
      state = harness.snapshot(1, 1);
    }
    try (var harness = harness()) {
      harness.initializeState(state);
      harness.open();
      feed(harness, part(2, MAIL, 7));
      harness.processWatermark(Long.MAX_VALUE);

      assertThat(ranking(harness))
          .containsExactly("2-3 1. db 11", "2-3 2. cart 6", "2-3 3. mail 3");
    }
  }
}
