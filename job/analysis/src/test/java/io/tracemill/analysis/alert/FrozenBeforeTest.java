package io.tracemill.analysis.alert;

import static io.tracemill.analysis.alert.SlideSpec.ACCEPT_SLIDES;
import static io.tracemill.analysis.alert.SlideSpec.MILLI;
import static io.tracemill.analysis.alert.SlideSpec.WINDOW_SLIDES;
import static io.tracemill.analysis.alert.SlideSpec.call;
import static io.tracemill.analysis.alert.SlideSpec.end;
import static io.tracemill.analysis.alert.SlideSpec.place;
import static io.tracemill.analysis.alert.SlideSpec.rules;
import static io.tracemill.analysis.alert.SlideSpec.slide;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.alert.Alert.Reason;
import io.tracemill.analysis.alert.Alert.Status;
import io.tracemill.analysis.mutation.MutationRules;
import io.tracemill.analysis.mutation.Reading;
import io.tracemill.analysis.mutation.Reading.BlockScore;
import io.tracemill.analysis.mutation.Reading.Score;
import io.tracemill.analysis.mutation.Side;
import io.tracemill.analysis.mutation.Subject;
import io.tracemill.analysis.quality.WatchState;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A fault of the database, 30 ms where 10 ms are normal, that two endpoints see together: each of
 * them learns it, and the alert goes on.
 */
class FrozenBeforeTest {
  private static final Subject DB = place("db");
  private static final Subject CALL = call("cart", "db");
  private static final int THREE_WINDOWS = 3 * WINDOW_SLIDES;

  private final Court court = new Court(rules(0, 100));

  @BeforeEach
  void theAlertFires() {
    assertThat(court.hears(both(slow(10))).alerts()).hasSize(1);
  }

  /** The database takes 40 ms, of which so many are normal by now. */
  static Reading slow(long normalMillis) {
    return takes(40, normalMillis);
  }

  /** The database takes so long. */
  private static Reading takes(long millis, long normalMillis) {
    return reading(
        DB,
        Long.signum(millis - normalMillis) * 40,
        (millis - normalMillis) * MILLI,
        new Side(1200, 1, normalMillis * MILLI),
        new Side(100, 1, millis * MILLI));
  }

  /** So many of a hundred requests make the call, where so many were normal. */
  private static Reading calls(long calls, long normal) {
    return reading(
        CALL,
        Long.signum(calls - normal) * 40,
        10_000 * (calls - normal),
        new Side(12 * normal, 1200, normal / 100.0, 100 * MILLI),
        new Side(calls, 100, calls / 100.0, 100 * MILLI));
  }

  private static Reading reading(Subject subject, double sum, long rise, Side before, Side after) {
    Score score = new Score(sum, 8, 100, 100, 100, rise);
    List<BlockScore> blocks =
        IntStream.range(0, 12).mapToObj(i -> new BlockScore(i, i % 2 == 0 ? 3 : -3, 8)).toList();
    return new Reading(subject, score, score, blocks, before, after, 100 * MILLI);
  }

  static SlideSpec[] both(Reading reading) {
    return new SlideSpec[] {slide("a").reads(reading), slide("b").reads(reading)};
  }

  private Alert afterTimes(int times, SlideSpec... slides) {
    return court.hearsTimes(times, slides).alerts().get(0);
  }

  @Test
  void itGoesOnWhenItsBaselinesHaveLearnedTheFault() {
    assertThat(afterTimes(THREE_WINDOWS, both(slow(25))).status()).isEqualTo(Status.FIRING);
    Alert alert = afterTimes(2 * THREE_WINDOWS, both(slow(40)));

    assertThat(alert.status()).isEqualTo(Status.FIRING);
    assertThat(alert.finding().trial().after().meanNanos()).isEqualTo(40 * MILLI);
    assertThat(alert.finding().culprits()).isNotEmpty();
    assertThat(alert.lastFoundMillis()).as("by tests").isEqualTo(end(1 + THREE_WINDOWS));
    assertThat(alert.window().endMillis()).isEqualTo(end(court.slide()));
  }

  @Test
  void itRecoversWhenTimesAreAsTheyWereBeforeIt() {
    court.hearsTimes(THREE_WINDOWS, both(slow(40)));

    Alert alert = afterTimes(1, both(takes(12, 40)));

    assertThat(alert.reason()).contains(Reason.RECOVERED);
  }

  @Test
  void itRecoversWhenForThreeWindowsLessThanHalfOfItIsLeft() {
    court.hearsTimes(THREE_WINDOWS, both(slow(40)));

    assertThat(afterTimes(2 * WINDOW_SLIDES, both(takes(22, 40))).status())
        .as("the first of the three ended a slide after it")
        .isEqualTo(Status.FIRING);
    assertThat(afterTimes(1, both(takes(22, 40))).reason()).contains(Reason.RECOVERED);
  }

  @Test
  void whatWasNormalIsNotForgottenByARestart() {
    court.hearsTimes(THREE_WINDOWS, both(slow(40)));
    court.restore();

    assertThat(afterTimes(THREE_WINDOWS, both(slow(40))).status()).isEqualTo(Status.FIRING);
  }

  @Test
  void itIsAcceptedWhenItHasFiredForLongAndIsNormalByNow() {
    assertThat(afterTimes(ACCEPT_SLIDES - 2, both(slow(40))).status()).isEqualTo(Status.FIRING);

    assertThat(afterTimes(1, both(slow(40))).reason()).contains(Reason.ACCEPTED);
  }

  @Test
  void itIsNotAcceptedWhileItsBaselinesStillShowIt() {
    assertThat(afterTimes(ACCEPT_SLIDES + 10, both(slow(10))).status()).isEqualTo(Status.FIRING);
    assertThat(afterTimes(1, both(takes(10, 10))).reason()).contains(Reason.RECOVERED);
  }

  @Test
  void callsThatAreNoLongerMadeAreMissedForAsLong() {
    Court calls = new Court(rules(0, 100));
    calls.hears(both(calls(10, 50)));

    Alert alert = calls.hearsTimes(THREE_WINDOWS, both(calls(10, 10))).alerts().get(0);

    assertThat(alert.status()).isEqualTo(Status.FIRING);
  }

  @Test
  void aBaselineThatWasLostAndLearnedFromTheFaultDoesNotEndIt() {
    SlideSpec[] learning = {slide("a").is(WatchState.LEARNING), slide("b").is(WatchState.LEARNING)};
    court.hearsTimes(THREE_WINDOWS, learning);

    assertThat(afterTimes(THREE_WINDOWS, both(slow(40))).status()).isEqualTo(Status.FIRING);
  }

  @Test
  void anEndpointThatHasAcceptedItHasAnotherNormalThanBefore() {
    court.hears(slide("a").hasNewNormal(), slide("b").reads(slow(10)));
    SlideSpec[] normalForA = {slide("a").reads(slow(40)), slide("b").reads(takes(10, 10))};

    assertThat(afterTimes(1, normalForA).reason()).contains(Reason.RECOVERED);
  }

  @Test
  void whereNothingIsFrozenItRecoversOnceItIsLearned() {
    MutationRules mutations =
        new MutationRules(5, 0.05, MILLI, OptionalLong.empty(), true, 0, 100, List.of());
    JudgeRules rules = rules(0, 100);
    Court unfrozen =
        new Court(
            new JudgeRules(
                mutations,
                rules.fdr(),
                rules.confirmations(),
                rules.windowSlides(),
                rules.pageRatio(),
                rules.pageNanos(),
                rules.acceptMillis(),
                rules.maxAlerts()));
    unfrozen.hears(both(slow(10)));

    assertThat(unfrozen.hears(both(slow(40))).alerts().get(0).reason()).contains(Reason.RECOVERED);
  }
}
