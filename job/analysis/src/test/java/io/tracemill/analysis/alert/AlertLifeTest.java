package io.tracemill.analysis.alert;

import static io.tracemill.analysis.alert.SlideSpec.ACCEPT_SLIDES;
import static io.tracemill.analysis.alert.SlideSpec.GONE;
import static io.tracemill.analysis.alert.SlideSpec.OTHER_WAY;
import static io.tracemill.analysis.alert.SlideSpec.REJECTED;
import static io.tracemill.analysis.alert.SlideSpec.SAME;
import static io.tracemill.analysis.alert.SlideSpec.SLIDE_MILLIS;
import static io.tracemill.analysis.alert.SlideSpec.THIN;
import static io.tracemill.analysis.alert.SlideSpec.UNDECIDED;
import static io.tracemill.analysis.alert.SlideSpec.WINDOW_SLIDES;
import static io.tracemill.analysis.alert.SlideSpec.by;
import static io.tracemill.analysis.alert.SlideSpec.end;
import static io.tracemill.analysis.alert.SlideSpec.own;
import static io.tracemill.analysis.alert.SlideSpec.place;
import static io.tracemill.analysis.alert.SlideSpec.rules;
import static io.tracemill.analysis.alert.SlideSpec.slide;
import static io.tracemill.analysis.alert.SlideSpec.verdict;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.alert.Alert.Reason;
import io.tracemill.analysis.alert.Alert.Status;
import io.tracemill.analysis.mutation.EndpointSlide.Totals;
import io.tracemill.analysis.mutation.Subject;
import io.tracemill.analysis.mutation.Verdict;
import io.tracemill.analysis.quality.WatchState;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.statistics.TestResult;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AlertLifeTest {
  private static final Judgement NOTHING = new Judgement(List.of(), List.of());

  /** The slides at whose ends three windows have ended that lie end to end. */
  private static final int THREE_WINDOWS = 2 * WINDOW_SLIDES + 1;

  private final Court court = new Court();

  private static SlideSpec slow(Verdict newest) {
    return slide("shop").finds(place("db"), newest, 500, by(own("db"), 30));
  }

  private static SlideSpec healthy(Verdict newest) {
    return slide("shop").tests(place("db"), GONE, newest);
  }

  private Alert fire() {
    court.hears(slow(SAME));
    return court.hears(slow(SAME)).alerts().get(0);
  }

  @Test
  void aDiscoveryWaitsForANewerPaneThatSaysTheSame() {
    assertThat(court.hears(slow(SAME))).isEqualTo(NOTHING);
    assertThat(court.judge().isQuiet()).isFalse();

    Judgement judgement = court.hears(slow(SAME));

    assertThat(judgement.alerts()).hasSize(1);
    Alert alert = judgement.alerts().get(0);
    assertThat(alert.status()).isEqualTo(Status.FIRING);
    assertThat(alert.sinceMillis()).isEqualTo(end(1) - SLIDE_MILLIS);
    assertThat(alert.earliestMillis()).isEqualTo(end(1) - WINDOW_SLIDES * SLIDE_MILLIS);
    assertThat(alert.rank()).isEqualTo(1);
    assertThat(alert.id()).hasSize(32);
    assertThat(judgement.incidents()).hasSize(1);
    assertThat(alert.incident()).isEqualTo(judgement.incidents().get(0).id());
  }

  @Test
  void withoutConfirmationsItFiresAtOnce() {
    Court hasty = new Court(rules(0, 10));

    assertThat(hasty.hears(slow(SAME)).alerts()).hasSize(1);
  }

  @Test
  void aThinPaneCanConfirmAndCannotDeny() {
    Verdict sure = new Verdict(true, new TestResult(1, 0.01, 1e-12), true, true);
    Verdict unsure = new Verdict(true, new TestResult(1, 0.2, 1e-12), true, true);
    Verdict calm = new Verdict(true, new TestResult(1, 0.01, 1e-12), false, true);

    assertThat(Answer.of(sure, true)).isEqualTo(Answer.SAME);
    assertThat(Answer.of(sure, false)).isEqualTo(Answer.THIN);
    assertThat(Answer.of(unsure, true)).isEqualTo(Answer.THIN);
    assertThat(Answer.of(calm, true)).isEqualTo(Answer.THIN);
  }

  @Test
  void aPaneThatShowsNothingDropsTheCandidate() {
    court.hears(slow(SAME));

    assertThat(court.hears(slow(GONE))).isEqualTo(NOTHING);
    assertThat(court.judge().isQuiet()).isTrue();
    assertThat(court.hears(slow(GONE))).isEqualTo(NOTHING);
    assertThat(court.judge().isQuiet()).as("a window that is over begins nothing").isTrue();
  }

  @Test
  void aPaneOfTheOtherDirectionDropsTheCandidate() {
    court.hears(slow(SAME));

    assertThat(court.hears(slow(OTHER_WAY))).isEqualTo(NOTHING);
    assertThat(court.judge().isQuiet()).isTrue();
  }

  @Test
  void aQuestionStaysOpenForAWindow() {
    court.hears(slow(SAME));
    court.hearsTimes(2, slow(THIN));
    court.hearsTimes(2, slow(UNDECIDED));

    assertThat(court.hears(slow(SAME)).alerts()).hasSize(1);
  }

  @Test
  void aQuestionThatNobodyAnswersForAWindowIsDropped() {
    court.hears(slow(SAME));
    court.hearsTimes(WINDOW_SLIDES, slide("shop").tests(place("db"), UNDECIDED, THIN));

    assertThat(court.judge().isQuiet()).isTrue();
  }

  @Test
  void panesTooThinEachConfirmItTogether() {
    court.hears(slow(THIN));
    assertThat(court.hearsTimes(WINDOW_SLIDES - 1, slow(THIN)).alerts())
        .as("a pane of the window is of before the discovery")
        .isEmpty();

    assertThat(court.hears(slow(THIN)).alerts()).hasSize(1);
  }

  @Test
  void itsQValueIsThatOfItsDiscovery() {
    double found = fire().qValue();

    SlideSpec later = slide("shop").finds(place("db"), SAME, SAME, 500, by(own("db"), 30));

    assertThat(found).isLessThan(1e-6);
    assertThat(court.hears(later).alerts().get(0).qValue()).isEqualTo(found);
  }

  @Test
  void whatDoesNotMatterIsNoDiscovery() {
    Court hasty = new Court(rules(0, 10));

    assertThat(hasty.hears(slide("shop").tests(place("db"), verdict(true, 1e-9, false), SAME)))
        .isEqualTo(NOTHING);
    assertThat(hasty.hears(slide("shop").tests(place("db"), verdict(true, 0.011, true), SAME)))
        .isEqualTo(NOTHING);
    assertThat(hasty.hears(slow(SAME).is(WatchState.BLIND))).isEqualTo(NOTHING);
    assertThat(hasty.hears(slow(SAME).is(WatchState.LEARNING))).isEqualTo(NOTHING);
    assertThat(hasty.judge().isQuiet()).isTrue();
  }

  @Test
  void falseDiscoveriesAreCountedOverAllEndpoints() {
    List<SlideSpec> healthy = new ArrayList<>();
    for (int i = 0; i < 99; i++) {
      healthy.add(slide("s" + i).tests(place("db"), verdict(true, 0.5, true), THIN));
    }
    Court hasty = new Court(rules(0, 10));
    SlideSpec doubtful = slide("shop").tests(place("db"), verdict(true, 0.005, true), SAME);
    healthy.add(doubtful);

    assertThat(hasty.hears(healthy)).isEqualTo(NOTHING);
    assertThat(hasty.hears(doubtful).alerts()).hasSize(1);
  }

  @Test
  void placesThatBecameFasterMakeNoDiscoveryOfOthers() {
    List<SlideSpec> spedUp = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      spedUp.add(slide("s" + i).tests(place("db"), verdict(false, 1e-9, false), THIN));
    }
    Court hasty = new Court(rules(0, 10));
    spedUp.add(slide("shop").tests(place("db"), verdict(true, 0.005, true), SAME));

    assertThat(hasty.hears(spedUp)).isEqualTo(NOTHING);
    assertThat(hasty.judge().isQuiet()).isTrue();
  }

  @Test
  void categoriesBeyondTheThresholdMakeNoDiscoveryOfOthers() {
    Verdict grown = new Verdict(true, TestResult.ruled(20, true), true, false);
    List<SlideSpec> slides = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      slides.add(
          slide("s" + i)
              .tests(share(i), grown, grown)
              .tests(place("db"), verdict(true, 0.5, true), THIN));
    }
    slides.add(slide("shop").tests(place("db"), verdict(true, 0.005, true), SAME));
    Court hasty = new Court(rules(0, 100));

    assertThat(hasty.hears(slides).alerts())
        .hasSize(10)
        .allMatch(alert -> alert.finding().trial().subject() instanceof Subject.CategoryShare);
  }

  private static Subject share(int flow) {
    return new Subject.CategoryShare(new CallTreeSignature(flow, flow));
  }

  @Test
  void whileItFiresEachSlideBringsItUpToDate() {
    Alert first = fire();

    Alert second = court.hears(slow(UNDECIDED)).alerts().get(0);

    assertThat(second.id()).isEqualTo(first.id());
    assertThat(second.status()).isEqualTo(Status.FIRING);
    assertThat(second.window().endMillis()).isEqualTo(end(3));
    assertThat(court.hears(slide("shop"))).as("not tested").isEqualTo(NOTHING);
  }

  @Test
  void whatWasFoundStaysAsItWasLastSeen() {
    Alert first = fire();

    Alert second = court.hears(healthy(GONE)).alerts().get(0);

    assertThat(second.finding()).isEqualTo(first.finding());
    assertThat(second.totals()).isEqualTo(first.totals());
    assertThat(second.window().endMillis()).isEqualTo(end(3));
  }

  @Test
  void aRecordSaysOfWhichWindowItsFiguresAre() {
    assertThat(fire().lastFoundMillis()).isEqualTo(end(2));
    assertThat(court.hears(slow(UNDECIDED)).alerts().get(0).lastFoundMillis()).isEqualTo(end(3));
    Alert gone = court.hears(healthy(GONE)).alerts().get(0);
    court.restore();
    Alert over = court.hears(healthy(GONE)).alerts().get(0);

    assertThat(gone.lastFoundMillis()).isEqualTo(end(3));
    assertThat(over.status()).isEqualTo(Status.RESOLVED);
    assertThat(over.lastFoundMillis()).isEqualTo(end(3));
    assertThat(over.window().endMillis()).isEqualTo(end(5));
  }

  @Test
  void oneThatFiresWithoutBeingFoundAgainHasTheFiguresOfItsDiscovery() {
    court.hears(slow(SAME));

    Alert alert = court.hears(slide("shop").tests(place("db"), UNDECIDED, SAME)).alerts().get(0);

    assertThat(alert.window().endMillis()).isEqualTo(end(2));
    assertThat(alert.lastFoundMillis()).isEqualTo(end(1));
  }

  @Test
  void asManyPanesEndAnAlertAsMakeIt() {
    fire();

    assertThat(court.hears(slow(GONE)).alerts().get(0).status()).isEqualTo(Status.FIRING);
    Judgement judgement = court.hears(slow(OTHER_WAY));

    assertThat(judgement.alerts().get(0).status()).isEqualTo(Status.RESOLVED);
    assertThat(judgement.alerts().get(0).reason()).contains(Reason.RECOVERED);
    assertThat(judgement.incidents().get(0).status()).isEqualTo(Status.RESOLVED);
    assertThat(judgement.incidents().get(0).reason()).contains(Reason.RECOVERED);
    assertThat(judgement.incidents().get(0).window().endMillis()).isEqualTo(end(4));
    assertThat(court.judge().isQuiet()).isTrue();
  }

  @Test
  void onlyPanesInARowEndAnAlert() {
    fire();

    court.hears(healthy(GONE));
    court.hears(slow(SAME));
    court.hears(healthy(GONE));
    court.hears(slow(UNDECIDED));
    assertThat(status(court.hears(healthy(GONE)))).isEqualTo(Status.FIRING);
    court.hears(healthy(THIN));
    assertThat(status(court.hears(healthy(GONE)))).isEqualTo(Status.RESOLVED);
  }

  private static Status status(Judgement judgement) {
    return judgement.alerts().get(0).status();
  }

  @Test
  void threeWindowsThatShowNothingEndAnAlertHoweverUndecidedTheirPanesAre() {
    fire();
    SlideSpec undecided = slide("shop").tests(place("db"), UNDECIDED, UNDECIDED);

    assertThat(status(court.hearsTimes(THREE_WINDOWS - 1, undecided))).isEqualTo(Status.FIRING);
    Alert last = court.hears(undecided).alerts().get(0);
    assertThat(last.status()).isEqualTo(Status.RESOLVED);
    assertThat(last.reason()).contains(Reason.RECOVERED);
  }

  @Test
  void aWindowThatShowsSomethingByChanceDoesNotBeginTheThreeAnew() {
    fire();
    SlideSpec undecided = slide("shop").tests(place("db"), UNDECIDED, UNDECIDED);
    court.hearsTimes(WINDOW_SLIDES + 1, undecided);
    court.hears(slide("shop").tests(place("db"), SAME, SAME));

    assertThat(status(court.hearsTimes(WINDOW_SLIDES - 1, undecided))).isEqualTo(Status.RESOLVED);
  }

  @Test
  void anAlertDoesNotEndAtASlideThatShowsIt() {
    fire();
    court.hearsTimes(THREE_WINDOWS - 1, slide("shop").tests(place("db"), UNDECIDED, UNDECIDED));

    assertThat(status(court.hears(slide("shop").tests(place("db"), UNDECIDED, SAME))))
        .isEqualTo(Status.FIRING);
  }

  @Test
  void threeWindowsThatTogetherAreNoChanceKeepAnAlertThoughEachMayBe() {
    fire();
    SlideSpec each = slide("shop").tests(place("db"), verdict(true, 0.15, true), UNDECIDED);

    assertThat(status(court.hearsTimes(10 * WINDOW_SLIDES, each))).isEqualTo(Status.FIRING);
  }

  @Test
  void whatThreeWindowsSaidIsRemembered() {
    fire();
    SlideSpec undecided = slide("shop").tests(place("db"), UNDECIDED, UNDECIDED);
    court.hearsTimes(THREE_WINDOWS - 2, undecided);
    court.hears(healthy(THIN));
    court.restore();

    assertThat(status(court.hears(undecided))).isEqualTo(Status.RESOLVED);
  }

  @Test
  void aWindowThatShowsItKeepsAnAlertHoweverUndecidedItsPanesAre() {
    fire();
    SlideSpec slow = slide("shop").tests(place("db"), SAME, UNDECIDED);

    assertThat(status(court.hearsTimes(10 * WINDOW_SLIDES, slow))).isEqualTo(Status.FIRING);
  }

  @Test
  void threeWindowsWithoutRequestsEndAnAlert() {
    fire();

    assertThat(court.hearsTimes(3 * WINDOW_SLIDES - 1)).isEqualTo(NOTHING);
    Judgement judgement = court.hears();

    assertThat(judgement.alerts().get(0).reason()).contains(Reason.NO_TRAFFIC);
    assertThat(judgement.alerts().get(0).window().endMillis()).isEqualTo(end(court.slide()));
    assertThat(judgement.alerts().get(0).lastFoundMillis()).isEqualTo(end(2));
    assertThat(judgement.incidents().get(0).reason()).contains(Reason.NO_TRAFFIC);
    assertThat(judgement.incidents().get(0).window().endMillis()).isEqualTo(end(court.slide()));
  }

  @Test
  void windowsAsBeforeEndItToo() {
    fire();

    assertThat(court.hearsTimes(THREE_WINDOWS, healthy(THIN)).alerts().get(0).reason())
        .as("each pane is too thin to say so")
        .contains(Reason.RECOVERED);
  }

  @Test
  void aThinWindowAfterThoseThatShowNothingIsNoLackOfTraffic() {
    fire();
    court.hearsTimes(THREE_WINDOWS - 1, slide("shop").tests(place("db"), GONE, THIN));

    Judgement judgement = court.hears(slide("shop").tests(place("db"), THIN, THIN));

    assertThat(judgement.alerts().get(0).reason()).contains(Reason.RECOVERED);
  }

  @Test
  void aWayThatIsNoMoreTakenWhereRequestsComeHasRecovered() {
    SlideSpec other = slide("shop").finds(share(1), SAME, 900, by(own("shop"), 9));
    court.hears(other);
    court.hears(other);

    Judgement judgement = court.hearsTimes(3 * WINDOW_SLIDES, slide("shop"));

    assertThat(judgement.alerts().get(0).reason()).contains(Reason.RECOVERED);
  }

  @Test
  void anAlertThatNobodyCanJudgeEndsWhenItWouldHaveBeenAccepted() {
    fire();
    SlideSpec blind = slide("shop").is(WatchState.BLIND);

    court.hearsTimes(ACCEPT_SLIDES - 1, blind);
    assertThat(court.judge().firing()).isEqualTo(1);
    Judgement judgement = court.hears(blind);

    assertThat(judgement.alerts().get(0).reason()).contains(Reason.BLIND);
    assertThat(judgement.alerts().get(0).window().endMillis()).isEqualTo(end(court.slide()));
    assertThat(judgement.alerts().get(0).lastFoundMillis()).isEqualTo(end(2));
    assertThat(judgement.incidents().get(0).reason()).contains(Reason.BLIND);
  }

  @Test
  void anEndpointWithoutRequestsIsNotBlindForThis() {
    fire();

    Judgement judgement =
        court.hearsTimes(3 * WINDOW_SLIDES, slide("shop").is(WatchState.BLIND).of(Totals.NONE));

    assertThat(judgement.alerts().get(0).reason()).contains(Reason.NO_TRAFFIC);
  }

  @Test
  void thinPanesOfAWindowThatShowsItEndNothing() {
    fire();

    assertThat(status(court.hearsTimes(4 * WINDOW_SLIDES, slow(THIN)))).isEqualTo(Status.FIRING);
  }

  @Test
  void blindSlidesNeitherConfirmNorEnd() {
    court.hears(slow(SAME));
    SlideSpec blind = slow(SAME).is(WatchState.BLIND);
    assertThat(court.hears(blind)).isEqualTo(NOTHING);
    assertThat(court.hears(slow(SAME)).alerts()).hasSize(1);

    court.hears(healthy(GONE));
    assertThat(court.hearsTimes(4 * WINDOW_SLIDES, blind)).isEqualTo(NOTHING);
    assertThat(status(court.hears(healthy(GONE)))).isEqualTo(Status.RESOLVED);
  }

  @Test
  void aNewNormalThatIsOlderThanAnAlertDoesNotAcceptIt() {
    fire();

    Judgement judgement = court.hears(healthy(GONE).hasNewNormalOf(3 * WINDOW_SLIDES));
    assertThat(status(judgement)).isEqualTo(Status.FIRING);
    judgement = court.hears(healthy(GONE));
    assertThat(judgement.alerts().get(0).reason()).contains(Reason.RECOVERED);
  }

  @Test
  void aNewNormalAcceptsTheAlert() {
    fire();

    Judgement judgement = court.hears(slide("shop").hasNewNormal());

    assertThat(judgement.alerts().get(0).reason()).contains(Reason.ACCEPTED);
    assertThat(judgement.incidents().get(0).reason()).contains(Reason.ACCEPTED);
  }

  @Test
  void anEndpointThatHasForgottenWhatIsNormalAcceptsNothing() {
    fire();
    SlideSpec learning = slide("shop").is(WatchState.LEARNING);

    assertThat(court.hearsTimes(8 * WINDOW_SLIDES, learning).alerts()).isEmpty();
    assertThat(court.judge().firing()).isEqualTo(1);
    assertThat(status(court.hears(slow(SAME)))).isEqualTo(Status.FIRING);
  }

  @Test
  void whatIsGoneAfterThatMayHaveBeenLearned() {
    fire();
    court.hearsTimes(8 * WINDOW_SLIDES, slide("shop").is(WatchState.LEARNING));
    court.hears(slow(SAME));
    court.hears(healthy(GONE));

    Judgement judgement = court.hears(healthy(GONE));

    assertThat(judgement.alerts().get(0).reason()).contains(Reason.RELEARNED);
    assertThat(judgement.incidents().get(0).reason()).contains(Reason.RELEARNED);
    assertThat(court.judge().isQuiet()).isTrue();
  }

  @Test
  void whatIsGoneAfterABlindTimeInWhichTheBaselineWasLostMayHaveBeenLearned() {
    fire();
    court.hearsTimes(2, slide("shop").is(WatchState.BLIND).knowsNothing());

    Judgement judgement = court.hearsTimes(2, healthy(GONE));

    assertThat(judgement.alerts().get(0).reason()).contains(Reason.RELEARNED);
  }

  @Test
  void anAlertOfAnEndpointThatCannotLearnAnewEndsAsBlind() {
    fire();
    SlideSpec blind = slide("shop").is(WatchState.BLIND).knowsNothing();

    court.hearsTimes(ACCEPT_SLIDES - 1, blind);
    assertThat(court.judge().firing()).isEqualTo(1);
    Judgement judgement = court.hears(blind);

    assertThat(judgement.alerts().get(0).reason()).contains(Reason.BLIND);
    assertThat(court.judge().isQuiet()).isTrue();
  }

  @Test
  void windowsThatShowNothingAfterThatSayNoMore() {
    fire();
    court.hears(slide("shop").is(WatchState.LEARNING));
    SlideSpec undecided = slide("shop").tests(place("db"), UNDECIDED, UNDECIDED);

    Judgement judgement = court.hearsTimes(THREE_WINDOWS, undecided);

    assertThat(judgement.alerts().get(0).reason()).contains(Reason.RELEARNED);
  }

  @Test
  void anAlertOfAnEndpointThatIsSilentWhileItLearnsEndsWithoutTraffic() {
    fire();

    Judgement judgement =
        court.hearsTimes(3 * WINDOW_SLIDES, slide("shop").is(WatchState.LEARNING).of(Totals.NONE));

    assertThat(judgement.alerts().get(0).reason()).contains(Reason.NO_TRAFFIC);
  }

  @Test
  void aCandidateIsNotConfirmedByAnEndpointThatLearns() {
    court.hears(slow(SAME));

    assertThat(court.hearsTimes(WINDOW_SLIDES, slow(SAME).is(WatchState.LEARNING)))
        .isEqualTo(NOTHING);
    assertThat(court.judge().isQuiet()).isTrue();
  }

  @Test
  void whatComesBackIsAnotherAlert() {
    Alert first = fire();
    court.hearsTimes(2, healthy(GONE));

    Alert second = fire();

    assertThat(second.id()).isNotEqualTo(first.id());
    assertThat(second.incident()).isNotEqualTo(first.incident());
  }

  @Test
  void ofTooManyTheLargestStay() {
    Court narrow = new Court(rules(1, 2));
    SlideSpec[] slides = {
      slide("a").finds(place("a"), SAME, 10),
      slide("b").finds(place("b"), SAME, 30),
      slide("c").finds(place("c"), SAME, 20)
    };

    narrow.hears(slides);
    assertThat(narrow.judge().dropped()).isEqualTo(1);
    Judgement judgement = narrow.hears(slides);

    assertThat(judgement.alerts())
        .extracting(alert -> alert.endpoints().get(0).service())
        .containsExactly("b", "c");
    assertThat(judgement.alerts()).extracting(Alert::rank).containsExactly(1, 2);
  }

  private static SlideSpec finds(String service, long contribution) {
    return slide(service).finds(place("db"), SAME, contribution, by(own("db"), 30));
  }

  @Test
  void aMuchLargerCandidateTakesThePlaceOfOneOfSeveralAlertsOfAnIncident() {
    Court narrow = new Court(rules(1, 2));
    narrow.hears(finds("a", 10), finds("b", 30));
    Alert small = narrow.hears(finds("a", 10), finds("b", 30)).alerts().get(1);
    SlideSpec[] slides = {finds("a", 10), finds("b", 30), finds("c", 22)};

    assertThat(narrow.hears(slides).alerts())
        .as("nobody has confirmed it")
        .extracting(Alert::status)
        .containsExactly(Status.FIRING, Status.FIRING);
    Judgement judgement = narrow.hears(slides);

    assertThat(services(judgement)).containsExactly("b", "c", "a");
    assertThat(judgement.alerts())
        .extracting(Alert::status)
        .containsExactly(Status.FIRING, Status.FIRING, Status.RESOLVED);
    assertThat(judgement.alerts().get(2).id()).isEqualTo(small.id());
    assertThat(judgement.alerts().get(2).reason()).contains(Reason.DISPLACED);
    assertThat(judgement.incidents()).allMatch(incident -> incident.status() == Status.FIRING);
    assertThat(narrow.judge().dropped()).isZero();
    assertThat(services(narrow.hears(slides))).containsExactly("b", "c");
  }

  private static List<String> services(Judgement judgement) {
    return judgement.alerts().stream().map(alert -> alert.endpoints().get(0).service()).toList();
  }

  @Test
  void noiseTakesNoPlaceOfWhatIsConfirmedAndWaits() {
    Court narrow = new Court(rules(1, 2));
    narrow.hearsTimes(2, finds("a", 10), finds("b", 30));
    narrow.hears(finds("a", 10), finds("b", 30), finds("c", 15));
    narrow.hears(finds("a", 10), finds("b", 30), finds("c", 15), finds("d", 900));

    Judgement judgement = narrow.hears(finds("a", 10), finds("b", 30), finds("c", 900));

    assertThat(services(judgement)).contains("c");
  }

  @Test
  void noiseDisplacesNobody() {
    Court narrow = new Court(rules(1, 2));
    narrow.hearsTimes(2, finds("a", 10), finds("b", 30));
    SlideSpec over = slide("c").tests(place("db"), UNDECIDED, GONE);

    narrow.hears(finds("a", 10), finds("b", 30), finds("c", 900));

    assertThat(services(narrow.hears(finds("a", 10), finds("b", 30), over)))
        .containsExactly("b", "a");
    assertThat(narrow.judge().dropped()).isZero();
  }

  @Test
  void aCandidateOfAboutTheSameSizeDoesNot() {
    Court narrow = new Court(rules(1, 2));
    narrow.hearsTimes(2, finds("a", 10), finds("b", 30));
    SlideSpec[] slides = {finds("a", 10), finds("b", 30), finds("c", 20)};

    assertThat(narrow.hearsTimes(2, slides).alerts())
        .extracting(Alert::status)
        .containsExactly(Status.FIRING, Status.FIRING);
    assertThat(narrow.judge().dropped()).as("what should fire and cannot").isEqualTo(1);
  }

  @Test
  void whatHasNoPlaceToFireWaitsForOne() {
    Court narrow = new Court(rules(1, 2));
    narrow.hearsTimes(2, finds("a", 10), finds("b", 30));
    narrow.hearsTimes(4, finds("a", 10), finds("b", 30), finds("c", 20));
    SlideSpec over = slide("a").tests(place("db"), GONE, GONE);

    Judgement judgement = narrow.hearsTimes(2, over, finds("b", 30), finds("c", 20));

    assertThat(services(judgement)).containsExactly("b", "c", "a");
    assertThat(judgement.alerts().get(2).reason()).contains(Reason.RECOVERED);
  }

  @Test
  void ofThoseWhoWaitForAPlaceTheLargestStay() {
    Court narrow = new Court(rules(2, 2));
    narrow.hearsTimes(3, finds("a", 10), finds("b", 30));
    narrow.hears(finds("a", 10), finds("b", 30), finds("c", 40));
    SlideSpec[] more = {finds("a", 10), finds("b", 30), finds("c", 40), finds("d", 50)};

    narrow.hears(more);

    assertThat(narrow.judge().dropped()).as("c, for whom d is too large").isEqualTo(1);
    assertThat(services(narrow.hearsTimes(2, more))).containsExactly("d", "b", "a");
  }

  @Test
  void whereAllPlacesAreTakenOneInTenMayWait() {
    Court full = new Court(rules(1, 20));
    List<SlideSpec> firing = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      firing.add(finds("f" + i, 100));
    }
    full.hears(firing);
    assertThat(full.hears(firing).alerts()).hasSize(20);
    List<SlideSpec> all = new ArrayList<>(firing);
    for (int i = 0; i < 50; i++) {
      all.add(finds("n" + i, 300 + i));
    }

    full.hears(all);
    assertThat(full.judge().dropped()).isEqualTo(48);

    assertThat(services(full.hears(all))).startsWith("n49", "n48").hasSize(22);
    assertThat(full.judge().firing()).isEqualTo(20);
  }

  @Test
  void theOnlyAlertOfAnIncidentStays() {
    Court narrow = new Court(rules(1, 1));
    narrow.hearsTimes(2, finds("a", 10));

    assertThat(narrow.hearsTimes(2, finds("a", 10), finds("b", 900)).alerts())
        .singleElement()
        .satisfies(alert -> assertThat(alert.status()).isEqualTo(Status.FIRING));
  }

  @Test
  void anAlertWithoutAFindingIsWorthOneToo() {
    Court hasty = new Court(rules(0, 10));

    Judgement judgement = hasty.hears(slide("shop").tests(place("db"), REJECTED, SAME));

    assertThat(judgement.alerts()).hasSize(1);
    assertThat(judgement.incidents().get(0).culprits().get(0).culprit()).isEqualTo(own("db"));
  }

  @Test
  void noSlidesAndNoTrialsAreNothing() {
    assertThat(court.hears()).isEqualTo(NOTHING);
    assertThat(court.hears(slide("shop").is(WatchState.BLIND))).isEqualTo(NOTHING);
    assertThat(court.judge().isQuiet()).isTrue();
    assertThat(court.judge().dropped()).isZero();
  }
}
