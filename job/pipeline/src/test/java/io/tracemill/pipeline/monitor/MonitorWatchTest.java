package io.tracemill.pipeline.monitor;

import static io.tracemill.analysis.trace.TraceSpec.trace;
import static io.tracemill.pipeline.monitor.MonitorHarness.FRONT;
import static io.tracemill.pipeline.monitor.MonitorHarness.LIMITS;
import static io.tracemill.pipeline.monitor.MonitorHarness.MINUTE;
import static io.tracemill.pipeline.monitor.MonitorHarness.MUTATIONS;
import static io.tracemill.pipeline.monitor.MonitorHarness.delta;
import static io.tracemill.pipeline.monitor.MonitorHarness.restored;
import static io.tracemill.pipeline.monitor.MonitorHarness.restoredAskingFor;
import static io.tracemill.pipeline.monitor.MonitorHarness.started;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.alert.Alert;
import io.tracemill.analysis.alert.Alert.Reason;
import io.tracemill.analysis.alert.Alert.Status;
import io.tracemill.analysis.alert.Judge;
import io.tracemill.analysis.alert.JudgeRules;
import io.tracemill.analysis.change.Culprit.FrameCulprit;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.mutation.EndpointChange;
import io.tracemill.analysis.mutation.EndpointSlide;
import io.tracemill.analysis.mutation.Finding;
import io.tracemill.analysis.profile.EndpointAccumulator;
import io.tracemill.analysis.profile.EndpointProfile;
import io.tracemill.analysis.quality.Measure;
import io.tracemill.analysis.quality.QualityScope;
import io.tracemill.analysis.quality.WatchState;
import io.tracemill.analysis.span.Frame;
import io.tracemill.pipeline.AnalysedRequests;
import io.tracemill.pipeline.aggregate.AggregateOperator;
import io.tracemill.pipeline.aggregate.ProfileDelta;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.junit.jupiter.api.Test;

/** What the monitor learns, finds and leaves out; times are minutes. */
class MonitorWatchTest {
  private static final long MILLISECOND = 1_000_000;

  private static List<Long> minutes(long from, long to) {
    return LongStream.range(from, to).boxed().toList();
  }

  @Test
  void anEndpointIsWatchedWhenSixBlocksLieBeforeTheSkippedWindow() throws Exception {
    try (var harness = started()) {
      harness.feedMinutes(0, 30, 100);
      assertThat(harness.endsOf(WatchState.LEARNING)).isEqualTo(minutes(1, 24));
      assertThat(harness.endsOf(WatchState.WATCHING)).isEqualTo(minutes(24, 31));
      assertThat(harness.slide(24).baseline()).isEqualTo(new Period(0, 18 * MINUTE));
      assertThat(harness.slide(30).totals().afterTraces()).isEqualTo(60);
    }
  }

  @Test
  void aSlowMinuteIsFoundAndPutDownToWhoIsSlow() throws Exception {
    try (var harness = started()) {
      harness.feedMinutes(0, 30, 100);
      assertThat(harness.slide(30).findings()).isEmpty();
      harness.feedMinutes(30, 31, 200);

      assertThat(harness.slide(31).findings())
          .isNotEmpty()
          .flatExtracting(Finding::culprits)
          .anyMatch(
              change ->
                  change.culprit().equals(new FrameCulprit(Frame.of("db", "op")))
                      && change.nanos() > 20 * MILLISECOND);
      List<EndpointChange> changes = harness.side(MonitorFunction.CHANGES);
      assertThat(changes).hasSize(8).last().extracting(EndpointChange::endpoint).isEqualTo(FRONT);
      assertThat(changes.get(7).account().deltaMeanNanos()).isGreaterThan(20 * MILLISECOND);
    }
  }

  @Test
  void panesThatDifferStayOutOfTheBaseline() throws Exception {
    try (var harness = started()) {
      harness.feedMinutes(0, 30, 100);
      harness.feedMinutes(30, 36, 200);
      harness.feedMinutes(36, 60, 100);
      assertThat(harness.endsOf(WatchState.WATCHING)).isEqualTo(minutes(24, 61));
      assertThat(harness.slides().subList(23, 60))
          .allSatisfy(
              slide -> assertThat(slide.totals().beforeMeanNanos()).isLessThan(105 * MILLISECOND));
      assertThat(harness.slide(60).baseline()).isEqualTo(new Period(24 * MINUTE, 54 * MINUTE));
      assertThat(harness.slide(60).findings()).isEmpty();
    }
  }

  /** Ten minutes are asked for; of the 27 six blocks take 18 and the two windows after them 6. */
  @Test
  void whatDiffersForLongIsTheNewNormalAndNothingIsMissedMeanwhile() throws Exception {
    try (var harness = started()) {
      harness.feedMinutes(0, 30, 100);
      harness.feedMinutes(30, 70, 200);
      assertThat(harness.endsOf(WatchState.LEARNING)).isEqualTo(minutes(1, 24));
      assertThat(harness.endsOf(WatchState.WATCHING)).isEqualTo(minutes(24, 71));
      assertThat(newNormals(harness)).containsExactly(54L);
      assertThat(harness.slide(53).findings()).isNotEmpty();
      assertThat(harness.slide(53).totals().beforeMeanNanos()).isLessThan(105 * MILLISECOND);
      assertThat(harness.slide(54).findings()).isEmpty();
      assertThat(harness.slide(54).baseline()).isEqualTo(new Period(30 * MINUTE, 48 * MINUTE));
      assertThat(harness.slide(54).totals().beforeMeanNanos()).isGreaterThan(190 * MILLISECOND);
      assertThat(harness.slide(70).findings()).isEmpty();
    }
  }

  @Test
  void whatIsWorseThanTheNewNormalIsNotAcceptedWithIt() throws Exception {
    try (var harness = started()) {
      harness.feedMinutes(0, 30, 100);
      harness.feedMinutes(30, 53, 200);
      harness.feedMinutes(53, 60, 400);
      assertThat(newNormals(harness)).isEmpty();
      harness.feedMinutes(60, 70, 200);
      assertThat(newNormals(harness)).hasSize(1);
      assertThat(harness.slide(70).totals().beforeMeanNanos())
          .isBetween(190 * MILLISECOND, 210 * MILLISECOND);
      assertThat(harness.endsOf(WatchState.LEARNING)).isEqualTo(minutes(1, 24));
    }
  }

  @Test
  void minutesThatComeAndGoAreNotNormal() throws Exception {
    try (var harness = started()) {
      harness.feedMinutes(0, 30, 100);
      for (long minute = 30; minute < 120; minute += 3) {
        harness.feedMinutes(minute, minute + 1, 200);
        harness.feedMinutes(minute + 1, minute + 3, 100);
      }
      assertThat(newNormals(harness)).isEmpty();
      assertThat(harness.endsOf(WatchState.WATCHING)).isEqualTo(minutes(24, 121));
      assertThat(harness.slide(118).findings()).isNotEmpty();
      assertThat(harness.slide(118).totals().beforeMeanNanos()).isLessThan(105 * MILLISECOND);
    }
  }

  @Test
  void whatShowsInWindowsAloneIsNormalAfterAWhileToo() throws Exception {
    try (var harness = started()) {
      harness.feedMinutes(0, 30, 100);
      for (long minute = 30; minute < 70; minute++) {
        harness.feed(MonitorHarness.traffic(minute, 500, 0, 3));
        harness.processWatermark((minute + 1) * MINUTE);
      }
      assertThat(newNormals(harness)).hasSize(1);
      assertThat(harness.slide(70).findings()).isEmpty();
    }
  }

  /** The minutes at whose end something else is normal. */
  private static List<Long> newNormals(MonitorHarness harness) {
    return harness.slides().stream()
        .filter(EndpointSlide::newNormal)
        .map(slide -> slide.window().endMillis() / MINUTE)
        .toList();
  }

  @Test
  void panesTooFewToDifferByThemselvesStayOutWithTheirWindow() throws Exception {
    try (var harness = started()) {
      harness.feedMinutes(0, 30, 100);
      for (long minute = 30; minute < 39; minute++) {
        harness.feed(MonitorHarness.traffic(minute, 500, 0, 3));
        harness.processWatermark((minute + 1) * MINUTE);
      }
      harness.feedMinutes(39, 60, 100);
      assertThat(harness.endsOf(WatchState.WATCHING)).isEqualTo(minutes(24, 61));
      assertThat(harness.slides().subList(23, 60))
          .allSatisfy(
              slide -> assertThat(slide.totals().beforeMeanNanos()).isLessThan(105 * MILLISECOND));
    }
  }

  @Test
  void aWindowOfIncompleteTracesIsNotJudgedAndTeachesNothing() throws Exception {
    try (var harness = started()) {
      harness.feedMinutes(0, 30, 100);
      harness.feedMinutes(30, 36, 300, 10);
      harness.feedMinutes(36, 60, 100);
      assertThat(harness.endsOf(WatchState.BLIND)).isEqualTo(minutes(31, 39));
      assertThat(harness.slide(36).totals().completeRatio()).isBetween(0.66, 0.67);
      assertThat(harness.slide(60).totals().beforeMeanNanos()).isLessThan(105 * MILLISECOND);
    }
  }

  /** A window has twenty requests of two spans a minute: two of 122 are more than 1 %. */
  @Test
  void aWindowOfWhichTooMuchCameTooLateIsNotJudged() throws Exception {
    try (var harness = started()) {
      harness.feedMinutes(0, 30, 100);
      harness.feed(MonitorHarness.late(30, 2));
      harness.feedMinutes(30, 36, 300);
      assertThat(harness.endsOf(WatchState.BLIND)).isEqualTo(minutes(31, 34));
      assertThat(harness.endsOf(WatchState.WATCHING)).endsWith(30L, 34L, 35L, 36L);
      assertThat(harness.slide(31).trials()).isEmpty();
      assertThat(harness.slide(34).findings()).isNotEmpty();
      assertThat(harness.minutesOf(Measure.JOB_WINDOWS_THIN)).isEmpty();
    }
  }

  @Test
  void aSpanInAHundredMayComeTooLate() throws Exception {
    try (var harness = started()) {
      harness.feedMinutes(0, 30, 100);
      harness.feed(MonitorHarness.late(30, 1));
      harness.feedMinutes(30, 36, 100);
      assertThat(harness.endsOf(WatchState.BLIND)).isEmpty();
    }
  }

  @Test
  void whatCameTooLateTeachesNothingAndNeitherDoesTheWindowBeforeIt() throws Exception {
    try (var harness = started()) {
      harness.feedMinutes(0, 6, 100);
      for (long minute = 6; minute < 20; minute++) {
        harness.feed(MonitorHarness.late(minute, 5));
        harness.feedMinutes(minute, minute + 1, 100);
      }
      harness.feedMinutes(20, 60, 100);
      assertThat(harness.endsOf(WatchState.BLIND)).isEqualTo(minutes(7, 23));
      // Without them blocks 0 to 15 would be enough at 24; of 4 to 19 there is nothing.
      assertThat(harness.endsOf(WatchState.WATCHING)).first().isEqualTo(36L);
    }
  }

  @Test
  void lateSpansOfAnEndpointWithoutRequestsAreNoTraffic() throws Exception {
    try (var harness = started()) {
      harness.feedMinutes(0, 30, 100);
      harness.processWatermark(40 * MINUTE);
      int blocks = harness.stored("blocks").size();
      harness.feed(MonitorHarness.late(40, 3));
      harness.processWatermark(50 * MINUTE);
      assertThat(harness.slides()).as("nothing to judge").hasSize(32);
      assertThat(harness.minutesOf(Measure.WINDOWS_BLIND)).contains(39L, 40L);
      assertThat(harness.minutesOf(Measure.JOB_WINDOWS_THIN)).contains(39L, 40L);
      assertThat(harness.stored("blocks")).as("nothing to learn").hasSize(blocks);
      harness.processWatermark(200 * MINUTE);
      assertThat(harness.minutesOf(Measure.WINDOWS_BLIND)).endsWith(30L + 3 + 24 - 1);
    }
  }

  @Test
  void oneSpanAloneIsNoSignThatAPartOfThemComesTooLate() throws Exception {
    try (var harness = started()) {
      harness.feedMinutes(0, 30, 100);
      harness.feed(MonitorHarness.traffic(30, 100, 0, 5));
      harness.feed(MonitorHarness.late(32, 1));
      harness.processWatermark(33 * MINUTE);
      assertThat(harness.endsOf(WatchState.BLIND)).isEmpty();
    }
  }

  @Test
  void silenceBeforeTheEndOfInputIsCountedThoughTimeLeapsToThatEnd() throws Exception {
    try (var harness = started()) {
      harness.feedMinutes(0, 30, 100);
      harness.feed(MonitorHarness.traffic(40, 100, 0));
      harness.processWatermark(Long.MAX_VALUE);
      assertThat(harness.minutesOf(Measure.WINDOWS_BLIND)).isEqualTo(minutes(32, 40));
      assertThat(harness.numEventTimeTimers()).isZero();
    }
  }

  @Test
  void anEndpointIsBlindWhenAllItsTracesAreIncomplete() throws Exception {
    try (var harness = started()) {
      harness.feedMinutes(0, 30, 100);
      feedIncomplete(harness, 30, 36);
      assertThat(harness.endsOf(WatchState.BLIND)).contains(33L, 34L, 35L, 36L);
      assertThat(harness.slide(36).totals().afterTraces()).as("seen").isEqualTo(12);
    }
  }

  /** The window of minutes 9 to 11 is the first of which nine in ten are complete. */
  @Test
  void anEndpointWhoseTracesAreIncompleteFromTheStartIsBlindUntilItCanLearn() throws Exception {
    try (var harness = started()) {
      feedIncomplete(harness, 0, 10);
      harness.feedMinutes(10, 50, 100);
      assertThat(harness.endsOf(WatchState.BLIND)).isEqualTo(minutes(1, 12));
      assertThat(harness.endsOf(WatchState.LEARNING)).isEqualTo(minutes(12, 33));
      assertThat(harness.endsOf(WatchState.WATCHING)).isEqualTo(minutes(33, 51));
    }
  }

  @Test
  void anEndpointWhoseSpansComeTooLateFromTheStartIsBlindUntilItCanLearn() throws Exception {
    try (var harness = started()) {
      for (long minute = 0; minute < 10; minute++) {
        harness.feed(MonitorHarness.late(minute, 5));
        harness.feedMinutes(minute, minute + 1, 100);
      }
      harness.feedMinutes(10, 50, 100);
      assertThat(harness.endsOf(WatchState.BLIND)).isEqualTo(minutes(1, 13));
      assertThat(harness.endsOf(WatchState.LEARNING)).startsWith(13L);
      assertThat(harness.endsOf(WatchState.WATCHING)).endsWith(50L);
    }
  }

  @Test
  void aBlindSlideSaysWhetherThereIsABaseline() throws Exception {
    try (var harness = started()) {
      feedIncomplete(harness, 0, 1);
      assertThat(harness.slide(1).baseline()).isEqualTo(harness.slide(1).window());
    }
    try (var harness = started()) {
      harness.feedMinutes(0, 30, 100);
      feedIncomplete(harness, 30, 34);
      assertThat(harness.slide(34).state()).isEqualTo(WatchState.BLIND);
      assertThat(harness.slide(34).baseline()).isEqualTo(new Period(3 * MINUTE, 27 * MINUTE));
    }
  }

  @Test
  void aKnownEndpointThatFallsSilentIsBlindUntilItIsForgotten() throws Exception {
    try (var harness = started()) {
      harness.feedMinutes(0, 30, 100);
      harness.processWatermark(200 * MINUTE);
      long forgotten = 30 + 3 + 24;
      assertThat(harness.slides()).as("nothing to judge").hasSize(32);
      assertThat(harness.minutesOf(Measure.WINDOWS_BLIND)).isEqualTo(minutes(32, forgotten));
      assertThat(harness.minutesOf(Measure.JOB_WINDOWS_THIN)).isEqualTo(minutes(32, forgotten));
      assertThat(harness.numEventTimeTimers()).isZero();
    }
  }

  @Test
  void aBurstOfNamesTakesNoBaselineFromAnEndpointThatIsSilentAlready() throws Exception {
    try (var harness = started()) {
      harness.feedMinutes(0, 30, 100);
      harness.processWatermark(40 * MINUTE);
      for (int i = 0; i < 5 * MonitorHarness.MAX_IDLE; i++) {
        harness.feed(delta(Frame.of("service" + i, "op"), 40, 1));
      }
      harness.processWatermark(45 * MINUTE);
      harness.feedMinutes(45, 46, 100);
      assertThat(harness.slide(46).state()).isEqualTo(WatchState.WATCHING);
    }
  }

  @Test
  void afterTheEndOfTheInputNobodyIsMissed() throws Exception {
    try (var harness = started()) {
      harness.feedMinutes(0, 30, 100);
      harness.processWatermark(Long.MAX_VALUE);
      assertThat(harness.minutesOf(Measure.WINDOWS_BLIND)).isEmpty();
    }
  }

  @Test
  void anEndpointThatIsNotKnownYetIsNotMissed() throws Exception {
    try (var harness = started()) {
      harness.feedMinutes(0, 15, 100);
      harness.processWatermark(200 * MINUTE);
      assertThat(harness.minutesOf(Measure.WINDOWS_BLIND)).isEmpty();
    }
  }

  /** In each minute four requests, whose traces lack spans. */
  private static void feedIncomplete(MonitorHarness harness, long from, long to) throws Exception {
    for (long minute = from; minute < to; minute++) {
      EndpointAccumulator none = new EndpointAccumulator(LIMITS);
      for (int i = 0; i < 4; i++) {
        none.countIncomplete(
            AnalysedRequests.entry(trace(1000 * minute + i).root("front", 0, 9).orphan("c", 1, 2)));
      }
      harness.feed(new ProfileDelta(FRONT, minute * MINUTE, none));
      harness.processWatermark((minute + 1) * MINUTE);
    }
  }

  @Test
  void anAlertOutlivesTheExporterWhoseSpansAllTracesLack() throws Exception {
    try (var harness = started()) {
      harness.feedMinutes(0, 30, 100);
      harness.feedMinutes(30, 36, 200);
      feedIncomplete(harness, 36, 60);
      Judge judge =
          new Judge(new JudgeRules(MUTATIONS, 0.01, 1, 3, 0.2, 50_000_000, 360 * MINUTE, 100));
      List<Alert> alerts = new ArrayList<>();
      for (EndpointSlide slide : harness.slides()) {
        alerts.addAll(judge.judge(slide.window().endMillis(), List.of(slide)).alerts());
      }
      assertThat(alerts).isNotEmpty().allMatch(alert -> alert.status() == Status.FIRING);
      assertThat(judge.firing()).isPositive();
    }
  }

  /** The state of one whose endpoint was slow for its last four minutes. */
  private static OperatorSubtaskState becameSlow(List<EndpointSlide> slides) throws Exception {
    try (var harness = started()) {
      harness.feedMinutes(0, 30, 100);
      harness.feedMinutes(30, 34, 200);
      slides.addAll(harness.slides());
      return harness.snapshot(1, 1);
    }
  }

  @Test
  void nobodyAcceptsAnAlertByARestartWithAnotherWindow() throws Exception {
    List<EndpointSlide> slides = new ArrayList<>();
    OperatorSubtaskState state = becameSlow(slides);
    try (var harness = restored(state, 4, 1)) {
      harness.feedMinutes(34, 110, 200);
      slides.addAll(harness.slides());
    }
    assertThat(reasons(slides)).containsExactly(Reason.RELEARNED);
  }

  @Test
  void norWhereTracesAreIncompleteBeforeItLearnsAnew() throws Exception {
    List<EndpointSlide> slides = new ArrayList<>();
    OperatorSubtaskState state = becameSlow(slides);
    try (var harness = restored(state, 4, 1)) {
      feedIncomplete(harness, 34, 50);
      harness.feedMinutes(50, 110, 100);
      assertThat(harness.endsOf(WatchState.BLIND)).contains(38L, 50L);
      slides.addAll(harness.slides());
    }
    assertThat(reasons(slides)).containsExactly(Reason.RELEARNED);
  }

  @Test
  void noBaselineIsLostByARestartThatAsksForMoreOfIt() throws Exception {
    List<EndpointSlide> slides = new ArrayList<>();
    OperatorSubtaskState state;
    try (var harness = started()) {
      harness.feedMinutes(0, 24, 100);
      harness.feedMinutes(24, 28, 200);
      slides.addAll(harness.slides());
      state = harness.snapshot(1, 1);
    }
    try (var harness = restoredAskingFor(24, state)) {
      harness.feedMinutes(28, 32, 200);
      harness.feedMinutes(32, 110, 100);
      assertThat(harness.endsOf(WatchState.LEARNING)).isEmpty();
      slides.addAll(harness.slides());
    }
    assertThat(reasons(slides)).containsExactly(Reason.RECOVERED);
  }

  @Test
  void nobodyAcceptsAnAlertOfAnEndpointThatWasForgotten() throws Exception {
    List<EndpointSlide> slides;
    try (var harness = started()) {
      harness.feedMinutes(0, 30, 100);
      harness.feedMinutes(30, 34, 200);
      for (long minute = 34; minute < 42; minute++) {
        for (int other = 0; other <= MonitorHarness.MAX_IDLE; other++) {
          harness.feed(delta(Frame.of("other" + other, "op"), minute, 1));
        }
        harness.processWatermark((minute + 1) * MINUTE);
      }
      harness.feedMinutes(42, 90, 200);
      slides = harness.slides().stream().filter(slide -> slide.endpoint().equals(FRONT)).toList();
    }
    assertThat(reasons(slides)).containsExactly(Reason.RELEARNED);
  }

  /** What becomes of the alerts of an endpoint whose requests stay slow. */
  private static Set<Reason> reasons(List<EndpointSlide> slides) {
    Map<Long, EndpointSlide> byEnd =
        slides.stream()
            .collect(Collectors.toMap(slide -> slide.window().endMillis(), Function.identity()));
    Judge judge =
        new Judge(new JudgeRules(MUTATIONS, 0.01, 1, 3, 0.2, 50_000_000, 360 * MINUTE, 100));
    Set<Reason> reasons = new TreeSet<>();
    for (long minute = 1; minute <= 110; minute++) {
      List<EndpointSlide> said = Optional.ofNullable(byEnd.get(minute * MINUTE)).stream().toList();
      for (Alert alert : judge.judge(minute * MINUTE, said).alerts()) {
        alert.reason().ifPresent(reasons::add);
      }
    }
    assertThat(judge.isQuiet()).isTrue();
    return reasons;
  }

  @Test
  void fewRequestsAreNotJudged() throws Exception {
    try (var harness = started()) {
      harness.feedMinutes(0, 30, 100);
      for (long minute = 30; minute < 36; minute++) {
        harness.feed(delta(minute, 1));
        harness.processWatermark((minute + 1) * MINUTE);
      }
      assertThat(harness.endsOf(WatchState.BLIND)).isEqualTo(minutes(33, 37));
      assertThat(harness.slides())
          .filteredOn(slide -> slide.state() == WatchState.BLIND)
          .as("they have their part in what is judged for all")
          .allMatch(slide -> !slide.readings().isEmpty());
    }
  }

  @Test
  void theStateOfEverySlideIsCountedOfItsEndpointAndOfAll() throws Exception {
    try (var harness = started()) {
      harness.feedMinutes(0, 30, 100);
      assertThat(harness.side(MonitorFunction.QUALITY))
          .hasSize(60)
          .filteredOn(delta -> delta.scope().equals(new QualityScope.Endpoint(FRONT)))
          .hasSize(30)
          .last()
          .satisfies(
              delta -> {
                assertThat(delta.paneMillis()).isEqualTo(29 * MINUTE);
                assertThat(delta.counts().get(Measure.WINDOWS_WATCHING)).isEqualTo(1);
              });
    }
  }

  @Test
  void ofBlindWindowsTheThinOnesAreCountedApart() throws Exception {
    try (var harness = started()) {
      harness.feedMinutes(0, 30, 100);
      for (long minute = 30; minute < 36; minute++) {
        harness.feed(delta(minute, 1));
        harness.processWatermark((minute + 1) * MINUTE);
      }
      assertThat(sum(harness, Measure.JOB_WINDOWS_BLIND)).isPositive();
      assertThat(sum(harness, Measure.JOB_WINDOWS_THIN))
          .isEqualTo(sum(harness, Measure.JOB_WINDOWS_BLIND));
    }
    try (var harness = started()) {
      harness.feedMinutes(0, 30, 100);
      harness.feedMinutes(30, 36, 300, 10);
      assertThat(sum(harness, Measure.JOB_WINDOWS_BLIND)).isPositive();
      assertThat(sum(harness, Measure.JOB_WINDOWS_THIN)).as("these are incomplete").isZero();
    }
  }

  /** Four incomplete ones; five are judged. */
  @Test
  void windowsWithTooFewRequestsAreThinThoughTheirTracesAreIncompleteToo() throws Exception {
    try (var harness = started()) {
      feedIncomplete(harness, 0, 2);
      assertThat(harness.minutesOf(Measure.JOB_WINDOWS_BLIND)).containsExactly(0L, 1L);
      assertThat(harness.minutesOf(Measure.JOB_WINDOWS_THIN)).containsExactly(0L);
    }
  }

  private static long sum(MonitorHarness harness, Measure measure) throws Exception {
    return harness.side(MonitorFunction.QUALITY).stream()
        .mapToLong(delta -> delta.counts().get(measure))
        .sum();
  }

  @Test
  void requestsBeyondTheLimitOfEndpointsAreProfiledAndNotJudged() throws Exception {
    try (var harness = started()) {
      for (long minute = 0; minute < 40; minute++) {
        harness.feed(delta(AggregateOperator.OTHER, minute, 9));
        harness.processWatermark((minute + 1) * MINUTE);
      }
      assertThat(harness.extractOutputValues()).hasSize(40);
      assertThat(harness.slides()).isEmpty();
      assertThat(harness.side(MonitorFunction.QUALITY)).isEmpty();
      assertThat(harness.numKeyedStateEntries("blocks")).isZero();
    }
  }

  @Test
  void aMonitorThatIsRestoredInBetweenSaysWhatAnUndisturbedOneSays() throws Exception {
    List<EndpointSlide> expected;
    List<EndpointProfile> profiles;
    try (var harness = started()) {
      harness.feedMinutes(0, 33, 100);
      harness.feedMinutes(33, 50, 200);
      expected = harness.slides();
      profiles = harness.extractOutputValues();
    }
    List<EndpointSlide> slides = new ArrayList<>();
    List<EndpointProfile> others = new ArrayList<>();
    OperatorSubtaskState state;
    try (var harness = started()) {
      harness.feedMinutes(0, 33, 100);
      harness.feedMinutes(33, 38, 200);
      state = harness.snapshot(1, 1);
      slides.addAll(harness.slides());
      others.addAll(harness.extractOutputValues());
    }
    try (var harness = restored(state)) {
      harness.feedMinutes(38, 50, 200);
      slides.addAll(harness.slides());
      others.addAll(harness.extractOutputValues());
    }
    assertThat(slides).isEqualTo(expected);
    assertThat(others).isEqualTo(profiles);
  }

  @Test
  void panesOfAnotherSlideAreForgottenAfterARestart() throws Exception {
    OperatorSubtaskState state;
    try (var harness = started()) {
      harness.feedMinutes(0, 33, 100);
      state = harness.snapshot(1, 1);
    }
    try (var harness = restored(state, 4, 2)) {
      harness.feed(delta(34, 7));
      harness.processWatermark(36 * MINUTE);
      assertThat(harness.extractOutputValues())
          .singleElement()
          .satisfies(profile -> assertThat(profile.traceCount()).isEqualTo(7));
      assertThat(harness.endsOf(WatchState.LEARNING)).containsExactly(36L);
      harness.processWatermark(Long.MAX_VALUE);
      assertThat(harness.numKeyedStateEntries()).isZero();
    }
  }

  @Test
  void anEndpointThatIsSilentAfterARestartWithAnotherSlideIsForgotten() throws Exception {
    OperatorSubtaskState state;
    try (var harness = started()) {
      harness.feedMinutes(0, 32, 100);
      state = harness.snapshot(1, 1);
    }
    try (var harness = restored(state, 4, 2)) {
      harness.processWatermark(Long.MAX_VALUE);
      assertThat(harness.extractOutputValues()).isEmpty();
      assertThat(harness.numKeyedStateEntries()).isZero();
      assertThat(harness.numEventTimeTimers()).isZero();
    }
  }

  @Test
  void panesStayAndBlocksAreLearnedAnewAfterARestartWithAnotherWindow() throws Exception {
    OperatorSubtaskState state;
    try (var harness = started()) {
      harness.feedMinutes(0, 33, 100);
      state = harness.snapshot(1, 1);
    }
    try (var harness = restored(state, 5, 1)) {
      harness.feedMinutes(33, 34, 100);
      assertThat(harness.endsOf(WatchState.LEARNING)).containsExactly(34L);
      assertThat(harness.slide(34).totals().afterTraces()).isEqualTo(100);
      harness.processWatermark(Long.MAX_VALUE);
      assertThat(harness.numKeyedStateEntries()).isZero();
    }
  }
}
