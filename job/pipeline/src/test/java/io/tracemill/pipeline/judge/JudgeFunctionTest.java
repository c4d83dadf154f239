package io.tracemill.pipeline.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.alert.Alert;
import io.tracemill.analysis.alert.Alert.Reason;
import io.tracemill.analysis.alert.Alert.Status;
import io.tracemill.analysis.alert.Incident;
import io.tracemill.analysis.alert.JudgeRules;
import io.tracemill.analysis.change.Culprit.FrameCulprit;
import io.tracemill.analysis.change.CulpritChange;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.mutation.EndpointSlide;
import io.tracemill.analysis.mutation.EndpointSlide.Totals;
import io.tracemill.analysis.mutation.Finding;
import io.tracemill.analysis.mutation.MutationRules;
import io.tracemill.analysis.mutation.Side;
import io.tracemill.analysis.mutation.Subject.PlaceTime;
import io.tracemill.analysis.mutation.Trial;
import io.tracemill.analysis.mutation.Verdict;
import io.tracemill.analysis.quality.Measure;
import io.tracemill.analysis.quality.WatchState;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.statistics.TestResult;
import io.tracemill.pipeline.serialization.InChainTypeInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.stream.LongStream;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.operators.KeyedProcessOperator;
import org.apache.flink.streaming.api.operators.SimpleOperatorFactory;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.apache.flink.util.OutputTag;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;

/** Windows of three minutes, every minute; one confirmation; times are minutes. */
class JudgeFunctionTest {
  private static final long MINUTE = 60_000;
  private static final Frame CART = Frame.of("cart", "op");
  private static final Frame SHOP = Frame.of("shop", "op");
  private static final FrameCulprit DATABASE = new FrameCulprit(Frame.of("db", "op"));
  private static final JudgeRules RULES =
      new JudgeRules(
          new MutationRules(5, 0.05, 1_000_000, OptionalLong.empty(), true, 0.01, 50, List.of()),
          0.01,
          1,
          3,
          0.2,
          50_000_000,
          360 * MINUTE,
          100);
  private static final Verdict SLOWER =
      new Verdict(true, new TestResult(0.9, 1e-9, 1e-12), true, false);
  private static final Verdict AS_BEFORE =
      new Verdict(false, new TestResult(0.1, 0.9, 1e-12), false, false);

  /** A judge between two restarts. */
  private static final class Harness
      extends KeyedOneInputStreamOperatorTestHarness<Byte, EndpointSlide, Alert> {
    Harness(long slide) throws Exception {
      super(
          SimpleOperatorFactory.of(
              new KeyedProcessOperator<>(new JudgeFunction(RULES, slide * MINUTE))),
          any -> JudgeFunction.KEY,
          Types.BYTE,
          128,
          1,
          0);
      setup(new InChainTypeInfo<>(Alert.class).createSerializer(new SerializerConfigImpl()));
    }

    static Harness started() throws Exception {
      Harness harness = new Harness(1);
      harness.open();
      return harness;
    }

    static Harness restored(OperatorSubtaskState state, long slide) throws Exception {
      Harness harness = new Harness(slide);
      harness.initializeState(state);
      harness.open();
      return harness;
    }

    void feed(EndpointSlide... slides) throws Exception {
      for (EndpointSlide slide : slides) {
        processElement(slide, slide.window().endMillis());
      }
    }

    void until(long minute) throws Exception {
      processWatermark(minute * MINUTE);
    }

    List<Tuple> alerts() {
      return extractOutputStreamRecords().stream()
          .map(
              record ->
                  Tuple.tuple(
                      record.getTimestamp() / MINUTE,
                      record.getValue().endpoints(),
                      record.getValue().status()))
          .toList();
    }

    <T> List<T> side(OutputTag<T> tag) {
      Queue<StreamRecord<T>> records = getSideOutput(tag);
      List<T> values = new ArrayList<>();
      if (records != null) {
        records.forEach(record -> values.add(record.getValue()));
      }
      return values;
    }
  }

  private static EndpointSlide slide(Frame endpoint, long end, Verdict window, Verdict newest) {
    Trial trial =
        new Trial(
            new PlaceTime(DATABASE),
            new Side(300, 1, 100_000_000),
            new Side(25, 1, 200_000_000),
            window,
            newest);
    Finding finding =
        new Finding(
            trial,
            25 * 100_000_000L,
            Optional.empty(),
            List.of(),
            List.of(new CulpritChange(DATABASE, 100_000_000, 200_000_000, 1)),
            List.of(),
            List.of(),
            List.of());
    return new EndpointSlide(
        endpoint,
        new Period((end - 3) * MINUTE, end * MINUTE),
        new Period(0, (end - 6) * MINUTE),
        WatchState.WATCHING,
        false,
        false,
        new Totals(300, 25, 100_000_000, 200_000_000, 100_000_000, 200_000_000, 0, 1),
        List.of(trial),
        window.relevant() ? List.of(finding) : List.of(),
        List.of());
  }

  private static EndpointSlide slower(Frame endpoint, long end) {
    return slide(endpoint, end, SLOWER, SLOWER);
  }

  private static EndpointSlide asBefore(Frame endpoint, long end) {
    return slide(endpoint, end, AS_BEFORE, AS_BEFORE);
  }

  @Test
  void anAlertFiresAtTheSlideThatConfirmsItAndIsPartOfAnIncident() throws Exception {
    try (var harness = Harness.started()) {
      harness.feed(slower(CART, 10));
      harness.until(10);
      assertThat(harness.alerts()).isEmpty();
      harness.feed(slower(CART, 11));
      harness.until(11);
      assertThat(harness.alerts()).containsExactly(Tuple.tuple(11L, List.of(CART), Status.FIRING));
      assertThat(harness.side(JudgeFunction.INCIDENTS))
          .singleElement()
          .satisfies(
              incident ->
                  assertThat(incident.alerts())
                      .containsExactly(harness.extractOutputValues().get(0).id()));
    }
  }

  @Test
  void aSlideIsJudgedWhenAllOfItIsThereAndNotBefore() throws Exception {
    try (var harness = Harness.started()) {
      harness.feed(slower(SHOP, 10), slower(CART, 11), slower(SHOP, 11), slower(CART, 10));
      harness.processWatermark(11 * MINUTE - 1);
      assertThat(harness.alerts()).isEmpty();
      harness.until(11);
      assertThat(harness.alerts())
          .containsExactlyInAnyOrder(
              Tuple.tuple(11L, List.of(CART), Status.FIRING),
              Tuple.tuple(11L, List.of(SHOP), Status.FIRING));
      assertThat(harness.side(JudgeFunction.INCIDENTS)).hasSize(1);
    }
  }

  @Test
  void theOrderInWhichEndpointsSpeakMakesNoDifference() throws Exception {
    List<Alert> expected;
    try (var harness = Harness.started()) {
      harness.feed(slower(SHOP, 10), slower(CART, 10), slower(SHOP, 11), slower(CART, 11));
      harness.until(11);
      expected = harness.extractOutputValues();
    }
    try (var harness = Harness.started()) {
      harness.feed(slower(CART, 11), slower(CART, 10), slower(SHOP, 10), slower(SHOP, 11));
      harness.until(11);
      assertThat(harness.extractOutputValues()).isEqualTo(expected);
    }
  }

  @Test
  void nothingIsKeptAndNoTimerSetWhenAllIsQuiet() throws Exception {
    try (var harness = Harness.started()) {
      harness.feed(slower(CART, 10));
      harness.feed(asBefore(CART, 11));
      harness.until(11);
      assertThat(harness.alerts()).isEmpty();
      assertThat(harness.numKeyedStateEntries()).isZero();
      assertThat(harness.numEventTimeTimers()).isZero();
    }
  }

  @Test
  void anAlertOfASilentEndpointIsResolvedAfterThreeWindowsThoughNobodySpeaks() throws Exception {
    try (var harness = Harness.started()) {
      harness.feed(slower(CART, 10), slower(CART, 11));
      harness.until(60);
      assertThat(harness.alerts())
          .last()
          .isEqualTo(Tuple.tuple(20L, List.of(CART), Status.RESOLVED));
      assertThat(harness.extractOutputValues())
          .last()
          .satisfies(alert -> assertThat(alert.reason()).hasValue(Reason.NO_TRAFFIC));
      assertThat(harness.side(JudgeFunction.INCIDENTS))
          .last()
          .satisfies(incident -> assertThat(incident.status()).isEqualTo(Status.RESOLVED));
      assertThat(harness.numKeyedStateEntries()).isZero();
      assertThat(harness.numEventTimeTimers()).isZero();
    }
  }

  @Test
  void whatFiresAtTheEndOfInputStaysSo() throws Exception {
    try (var harness = Harness.started()) {
      harness.feed(slower(CART, 10), slower(CART, 11));
      harness.processWatermark(Long.MAX_VALUE);
      assertThat(harness.alerts()).containsExactly(Tuple.tuple(11L, List.of(CART), Status.FIRING));
      assertThat(harness.numEventTimeTimers()).isZero();
    }
  }

  @Test
  void whatFallsSilentBeforeTheEndOfInputIsResolvedThoughTimeLeapsToThatEnd() throws Exception {
    try (var harness = Harness.started()) {
      harness.feed(slower(CART, 10), slower(CART, 11), asBefore(SHOP, 60));
      harness.processWatermark(Long.MAX_VALUE);
      assertThat(harness.alerts())
          .containsExactly(
              Tuple.tuple(11L, List.of(CART), Status.FIRING),
              Tuple.tuple(20L, List.of(CART), Status.RESOLVED));
      assertThat(harness.numEventTimeTimers()).isZero();
    }
  }

  @Test
  void theAlertsThatFireAreCounted() throws Exception {
    try (var harness = Harness.started()) {
      harness.feed(slower(CART, 10), slower(CART, 11));
      harness.until(60);
      assertThat(harness.side(JudgeFunction.QUALITY))
          .extracting(
              delta -> delta.paneMillis() / MINUTE,
              delta -> delta.counts().get(Measure.ALERTS_FIRING))
          .containsExactly(Tuple.tuple(10L, 1L), Tuple.tuple(19L, -1L));
    }
  }

  @Test
  void aJudgeThatIsRestoredInBetweenSaysWhatAnUndisturbedOneSays() throws Exception {
    List<Alert> expected;
    List<Incident> incidents;
    try (var harness = Harness.started()) {
      harness.feed(slower(CART, 10), slower(CART, 11));
      harness.until(60);
      expected = harness.extractOutputValues();
      incidents = harness.side(JudgeFunction.INCIDENTS);
    }
    List<Alert> alerts = new ArrayList<>();
    List<Incident> others = new ArrayList<>();
    Harness harness = Harness.started();
    harness.feed(slower(CART, 10));
    for (long minute : LongStream.rangeClosed(10, 25).toArray()) {
      if (minute == 10) {
        harness.feed(slower(CART, 11));
      }
      harness.until(minute);
      alerts.addAll(harness.extractOutputValues());
      others.addAll(harness.side(JudgeFunction.INCIDENTS));
      OperatorSubtaskState state = harness.snapshot(minute, minute);
      harness.close();
      harness = Harness.restored(state, 1);
    }
    harness.close();
    assertThat(alerts).isEqualTo(expected);
    assertThat(others).isEqualTo(incidents);
  }

  @Test
  void timersOfAnotherSlideGoOverIntoThoseOfNow() throws Exception {
    OperatorSubtaskState state;
    try (var harness = Harness.started()) {
      harness.feed(slower(CART, 10), slower(CART, 11));
      harness.until(12);
      state = harness.snapshot(1, 1);
    }
    try (var harness = Harness.restored(state, 2)) {
      harness.until(14);
      assertThat(harness.numEventTimeTimers()).isEqualTo(1);
      harness.until(90);
      assertThat(harness.alerts())
          .singleElement()
          .satisfies(alert -> assertThat(alert.toList()).contains(Status.RESOLVED));
      assertThat(harness.numEventTimeTimers()).isZero();
    }
  }
}
