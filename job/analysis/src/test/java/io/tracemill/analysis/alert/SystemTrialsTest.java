package io.tracemill.analysis.alert;

import static io.tracemill.analysis.alert.SlideSpec.MILLI;
import static io.tracemill.analysis.alert.SlideSpec.by;
import static io.tracemill.analysis.alert.SlideSpec.call;
import static io.tracemill.analysis.alert.SlideSpec.edge;
import static io.tracemill.analysis.alert.SlideSpec.frame;
import static io.tracemill.analysis.alert.SlideSpec.own;
import static io.tracemill.analysis.alert.SlideSpec.place;
import static io.tracemill.analysis.alert.SlideSpec.rules;
import static io.tracemill.analysis.alert.SlideSpec.slide;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.tracemill.analysis.alert.Alert.Reason;
import io.tracemill.analysis.alert.Alert.Scope;
import io.tracemill.analysis.alert.Alert.Status;
import io.tracemill.analysis.change.Culprit.ServiceCulprit;
import io.tracemill.analysis.change.CulpritChange;
import io.tracemill.analysis.mutation.EndpointSlide;
import io.tracemill.analysis.mutation.Reading;
import io.tracemill.analysis.mutation.Reading.BlockScore;
import io.tracemill.analysis.mutation.Reading.Score;
import io.tracemill.analysis.mutation.Side;
import io.tracemill.analysis.mutation.Subject;
import io.tracemill.analysis.mutation.Trial;
import io.tracemill.analysis.mutation.Verdict;
import io.tracemill.analysis.quality.WatchState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SystemTrialsTest {
  private static final double LEVEL = 0.01;
  private static final Subject DB = place("db");
  private static final SystemTrials TRIALS = new SystemTrials(rules().mutations());

  private static double rejected(
      SystemTraffic traffic, Subject subject, double laterNanos, int times) {
    Random random = new Random(7);
    int rejected = 0;
    for (int i = 0; i < times; i++) {
      List<EndpointSlide> slides = traffic.slides(random, subject, laterNanos);
      if (TRIALS.of(slides).get(0).trial().window().test().p() <= LEVEL) {
        rejected++;
      }
    }
    return (double) rejected / times;
  }

  @ParameterizedTest
  @CsvSource({"10,1,0,0", "10,3,0,0.2", "10,3,0.5,0.2", "3,5,0,0.05", "30,1,0.3,0.1"})
  void slowMinutesOfAllEndpointsKeepThePromise(
      int endpoints, int perSlide, double memory, double shared) {
    SystemTraffic traffic = new SystemTraffic(endpoints, perSlide, memory, shared);
    int times = 400;
    double chance = 3.3 * Math.sqrt(LEVEL * (1 - LEVEL) / times);

    assertThat(rejected(traffic, DB, 0, times)).as("places").isLessThan(LEVEL + chance);
    assertThat(rejected(traffic, call("cart", "db"), 0, times))
        .as("calls")
        .isLessThan(LEVEL + chance);
  }

  @Test
  void threeRequestsAMinuteOnEachOfTenEndpointsAreEnough() {
    SystemTraffic traffic = new SystemTraffic(10, 3, 0, 0.02);

    assertThat(rejected(traffic, DB, 20e6, 100)).isGreaterThan(0.95);
  }

  @Test
  void endpointsTooThinToBeWatchedHaveTheirPart() {
    List<EndpointSlide> thin = new ArrayList<>();
    for (EndpointSlide one : new SystemTraffic(10, 1, 0, 0).slides(new Random(7), DB, 40e6)) {
      thin.add(
          slide(one.endpoint().service())
              .is(WatchState.BLIND)
              .of(one.totals())
              .reads(one.readings().get(0))
              .at(1));
    }

    Hearing hearing = new Hearing(rules(), SlideSpec.end(1), thin);

    assertThat(hearing.discoveries()).hasSize(1);
    assertThat(hearing.discoveries().get(0).endpoints()).hasSize(10);
  }

  @Test
  void requestsThatArePartsOfOthersAreNotCountedWithThem() {
    Reading slow = reading(DB, 40, 100, 30 * MILLI);
    EndpointSlide front = slide("front").reads(slow).at(1);
    EndpointSlide shop = slide("shop").reads(slow).at(1);
    EndpointSlide within = slide("cart").isInterior().reads(slow).at(1);

    assertThat(TRIALS.of(List.of(front, shop, within))).isEqualTo(TRIALS.of(List.of(front, shop)));
    assertThat(TRIALS.of(List.of(front, within))).as("one alone").isEmpty();
    assertThat(TRIALS.of(DB, List.of(within))).isEmpty();
  }

  /** Of requests that have a value each. */
  private static Score score(double sum, double variance, long requests, long rise) {
    return new Score(sum, variance, requests, requests, requests, rise);
  }

  private static Reading reading(Subject subject, double sum, long traces, long rise) {
    return reading(subject, sum, traces, rise, 12);
  }

  private static Reading reading(
      Subject subject, double sum, long traces, long rise, int blocksOf) {
    List<BlockScore> blocks = new ArrayList<>();
    for (int i = 0; i < blocksOf; i++) {
      blocks.add(new BlockScore(i, i % 2 == 0 ? 3 : -3, 8));
    }
    Score score = score(sum, 8, traces, rise);
    return new Reading(
        subject,
        score,
        score,
        blocks,
        new Side(120, 0.1, 10 * MILLI),
        new Side(traces / 2, 0.5, 10 * MILLI + rise),
        100 * MILLI);
  }

  /** Whose blocks are fast when those of the other are slow. */
  private static Reading mirrored(Reading reading) {
    return new Reading(
        reading.subject(),
        reading.window(),
        reading.newest(),
        reading.blocks().stream()
            .map(block -> new BlockScore(block.startMillis(), -block.sum(), block.variance()))
            .toList(),
        reading.before(),
        reading.after(),
        reading.beforeRequestNanos());
  }

  private static Trial trial(Reading... readings) {
    List<EndpointSlide> slides = new ArrayList<>();
    for (Reading reading : readings) {
      slides.add(slide("s" + slides.size()).reads(reading).at(1));
    }
    return TRIALS.of(slides).get(0).trial();
  }

  @Test
  void endpointsThatAloneSayLittleSayItTogether() {
    Reading one = reading(DB, 8, 100, 20 * MILLI);
    Reading other = mirrored(one);

    Trial trial = trial(one, other, one, other);

    assertThat(trial(one, one).window().test().p()).as("both slow at once").isGreaterThan(0.01);
    assertThat(trial.window().test().p()).isLessThan(1e-3);
    assertThat(trial.window().relevant()).isTrue();
    assertThat(trial.window().rose()).isTrue();
    assertThat(trial.after().traces()).isEqualTo(200);
    assertThat(trial.after().meanNanos()).isEqualTo(30 * MILLI);
  }

  @Test
  void oneEndpointIsNoSystem() {
    EndpointSlide alone = slide("s").reads(reading(DB, 40, 100, 20 * MILLI)).at(1);

    assertThat(TRIALS.of(List.of(alone))).isEmpty();
  }

  @Test
  void withFewerThanSixBlocksNothingIsTested() {
    Reading young = reading(DB, 40, 100, 20 * MILLI, 5);
    List<EndpointSlide> slides =
        List.of(slide("a").reads(young).at(1), slide("b").reads(young).at(1));

    assertThat(TRIALS.of(slides)).isEmpty();
  }

  @Test
  void ofPlacesOnlyARiseIsRelevant() {
    Reading slower = reading(DB, 40, 100, 20 * MILLI);
    assertThat(trial(slower, slower).window().relevant()).isTrue();
    Reading faster = reading(DB, -40, 100, -20 * MILLI);
    assertThat(trial(faster, faster).window().relevant()).isFalse();
    Reading barely = reading(DB, 40, 100, 4 * MILLI);
    assertThat(trial(barely, barely).window().relevant()).as("below 5 % of 100 ms").isFalse();
  }

  @Test
  void ofCallsBothDirectionsAre() {
    Subject call = call("cart", "db");
    Reading more = reading(call, 40, 100, 400_000);
    assertThat(trial(more, more).window().relevant()).isTrue();
    Reading fewer = reading(call, -40, 100, -400_000);
    assertThat(trial(fewer, fewer).window().relevant()).isTrue();
    assertThat(trial(fewer, fewer).window().rose()).isFalse();
    Reading same = reading(call, 40, 100, 40_000);
    assertThat(trial(same, same).window().relevant()).isFalse();
  }

  @Test
  void tooFewRequestsAreThin() {
    Reading one = reading(DB, 1, 2, 20 * MILLI);

    assertThat(trial(one, one).window().thin()).isTrue();
    assertThat(trial(one, one, one).window().thin()).isFalse();
  }

  /** A normal deviate of the rank of one request rejects as often as such requests come. */
  @Test
  void ofAThinPaneNothingIsSaid() {
    Reading window = reading(DB, 3, 9, 20 * MILLI);
    Reading oneNew = withNewest(window, score(0.49, 0.08, 1, 20 * MILLI));

    Trial trial = trial(oneNew, oneNew);

    assertThat(trial.window().thin()).isFalse();
    assertThat(trial.newest()).isEqualTo(Verdict.THIN);
  }

  private static Reading withNewest(Reading reading, Score newest) {
    return new Reading(
        reading.subject(),
        reading.window(),
        newest,
        reading.blocks(),
        reading.before(),
        reading.after(),
        reading.beforeRequestNanos());
  }

  /** Where 60 requests come and none has the place, its mean time per request falls to nothing. */
  @Test
  void aPaneInWhichNobodyVisitsThePlaceDoesNotEndItsAlert() {
    Score nobody = new Score(0, 0, 0, 0, 60, -10 * MILLI);
    Reading slow = reading(DB, 40, 100, 20 * MILLI);
    Reading rare = withNewest(slow, nobody);
    Court court = new Court(rules(0, 100));
    assertThat(court.hears(slide("a").reads(slow), slide("b").reads(slow)).alerts()).hasSize(1);

    Judgement judgement = court.hearsTimes(4, slide("a").reads(rare), slide("b").reads(rare));

    assertThat(trial(rare, rare).newest()).isEqualTo(Verdict.THIN);
    assertThat(judgement.alerts().get(0).status()).isEqualTo(Status.FIRING);
  }

  @Test
  void requestsThatDoNotVisitThePlaceMakeAThinWindowNoBetter() {
    Reading few = ofRequests(reading(DB, 1, 100, 20 * MILLI), 2);

    assertThat(trial(few, few).window().thin()).isTrue();
    assertThat(trial(few, few, few).window().thin()).isFalse();
  }

  @Test
  void onlyRequestsThatVisitThePlaceCouldHaveMadeItsTestPass() {
    Reading all = reading(DB, 1, 100, 20 * MILLI);
    Reading few = ofRequests(all, 6);

    assertThat(trial(few, few).window().test().attainable())
        .isGreaterThan(1e4 * trial(all, all).window().test().attainable());
  }

  /** The same, but so many requests of the window visited the place. */
  private static Reading ofRequests(Reading reading, long requests) {
    Score window = reading.window();
    Score few =
        new Score(
            window.sum(),
            window.variance(),
            requests,
            requests,
            window.traces(),
            window.riseNanos());
    return new Reading(
        reading.subject(),
        few,
        few,
        reading.blocks(),
        reading.before(),
        reading.after(),
        reading.beforeRequestNanos());
  }

  /** Each place is slow in one endpoint alone. */
  @Test
  void aServiceIsPutDownToItsPlacesTheLargestFirst() {
    Subject service = new Subject.PlaceTime(new ServiceCulprit("db"));
    Reading all = reading(service, 40, 100, 40 * MILLI);
    Reading own = reading(DB, 40, 100, 30 * MILLI);
    Reading waiting = reading(new Subject.PlaceTime(edge("cart", "db")), 40, 100, 10 * MILLI);
    Reading elsewhere = reading(place("cart"), 40, 100, 90 * MILLI);
    List<EndpointSlide> slides =
        List.of(
            slide("a").reads(all).reads(own).reads(elsewhere).at(1),
            slide("b").reads(all).reads(waiting).at(1));
    SystemTrial trial =
        TRIALS.of(slides).stream()
            .filter(some -> some.subject().equals(service))
            .findFirst()
            .orElseThrow();

    assertThat(SystemCulprits.of(trial))
        .extracting(CulpritChange::culprit, CulpritChange::nanos)
        .containsExactly(tuple(own("db"), 15 * MILLI), tuple(edge("cart", "db"), 5 * MILLI));
  }

  @Test
  void aFewRareCallsAreNoProof() {
    Subject call = call("cart", "db");
    Score score = score(0.46, 0.02, 20, 100_000);
    List<BlockScore> blocks = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      blocks.add(new BlockScore(i, 0.005, 0.02));
    }
    Reading rare =
        new Reading(
            call, score, score, blocks, new Side(0, 0, 0), new Side(1, 0.05, 0), 100 * MILLI);

    assertThat(trial(rare, rare).window().test().p()).isGreaterThan(1e-3);
  }

  /** Half of all requests made the call before, none of them do any more. */
  private static Reading ceased(Subject call) {
    double expected = 100 * 600 / 1300.0;
    double variance = expected * 700 / 1300.0 * 1200 / 1299.0 / 4;
    return new Reading(
        call,
        score(-expected / 2, variance, 100, -500_000),
        score(-expected / 2, variance, 100, -500_000),
        reading(call, 0, 100, 0).blocks(),
        new Side(600, 0.5, 100 * MILLI),
        new Side(0, 0, 0),
        100 * MILLI);
  }

  /** None of whose requests make the call, before or after. */
  private static Reading never(Subject call) {
    return new Reading(
        call,
        score(0, 0, 1000, 0),
        score(0, 0, 1000, 0),
        List.of(),
        new Side(0, 12_000, 0, 0),
        new Side(0, 1000, 0, 0),
        100 * MILLI);
  }

  @Test
  void endpointsThatNeverMakeTheCallDoNotHideThatOthersCeaseTo() {
    Subject call = call("cart", "db");
    Reading ceased = ceased(call);
    double alone = trial(ceased, ceased).window().test().p();

    assertThat(alone).isLessThan(1e-3);
    assertThat(trial(ceased, ceased, never(call), never(call), never(call)).window().test().p())
        .isLessThan(2 * alone);
  }

  private static SlideSpec[] slow(Subject subject) {
    return new SlideSpec[] {
      slide("a").reads(reading(subject, 40, 100, 20 * MILLI)),
      slide("b")
          .reads(reading(subject, 40, 100, 30 * MILLI))
          .finds(subject, SlideSpec.SAME, 5, by(own("x"), 3))
    };
  }

  @Test
  void anAlertOfTheSystemNamesAllThatHavePartInIt() {
    Court court = new Court(rules(0, 100));

    Alert alert = court.hears(slow(DB)).alerts().get(0);

    assertThat(alert.scope()).isEqualTo(Scope.SYSTEM);
    assertThat(alert.endpoints()).containsExactly(frame("b"), frame("a"));
    assertThat(alert.finding().contributionNanos()).isEqualTo(5000 * MILLI);
    assertThat(alert.finding().culprits()).hasSize(1);
    assertThat(alert.finding().culprits().get(0).culprit()).isEqualTo(own("db"));
    assertThat(alert.finding().culprits().get(0).nanos()).isEqualTo(25 * MILLI);
    assertThat(alert.finding().culprits().get(0).share()).isEqualTo(2.5);
    assertThat(alert.finding().after()).hasSize(1);
  }

  /** An endpoint that waits 20 ms longer for the database, and so much for a pool. */
  private static SlideSpec poolAndDb(String endpoint, long poolNanos) {
    return slide(endpoint)
        .reads(reading(place("pool"), 40, 100, poolNanos))
        .reads(reading(DB, 40, 100, 20 * MILLI));
  }

  @Test
  void placesThatShareEndpointsHaveTheCulpritsOfTheLargest() {
    Court court = new Court(rules(0, 100));

    Judgement judgement =
        court.hears(
            poolAndDb("a", 10 * MILLI),
            slide("b").reads(reading(DB, 40, 100, 20 * MILLI)),
            slide("c").reads(reading(place("pool"), 40, 100, 10 * MILLI)));

    assertThat(judgement.alerts()).hasSize(2);
    assertThat(judgement.alerts())
        .allSatisfy(
            alert ->
                assertThat(alert.finding().culprits())
                    .extracting(change -> change.culprit())
                    .containsExactly(own("db"), own("pool")));
    assertThat(judgement.incidents()).hasSize(1);
  }

  @Test
  void aSmallPartAtACommonEndpointDoesNotJoinPlaces() {
    Court court = new Court(rules(0, 100));

    Judgement judgement =
        court.hears(
            poolAndDb("a", 9 * MILLI),
            slide("b").reads(reading(DB, 40, 100, 20 * MILLI)),
            slide("c").reads(reading(place("pool"), 40, 100, 20 * MILLI)));

    assertThat(judgement.alerts())
        .hasSize(2)
        .allSatisfy(alert -> assertThat(alert.finding().culprits()).hasSize(1));
    assertThat(judgement.incidents()).hasSize(2);
  }

  @Test
  void aPlaceThatIsAMainPartNowhereIsAConsequenceWhereItHasMost() {
    Court court = new Court(rules(0, 100));

    Judgement judgement = court.hears(poolAndDb("a", 9 * MILLI), poolAndDb("b", 8 * MILLI));

    assertThat(judgement.alerts())
        .hasSize(2)
        .allSatisfy(
            alert ->
                assertThat(alert.finding().culprits())
                    .extracting(change -> change.culprit())
                    .containsExactly(own("db"), own("pool")));
  }

  @Test
  void ofACallTheCallerComesFirst() {
    Court court = new Court(rules(0, 100));
    SlideSpec[] slides = {
      slide("a").reads(reading(call("cart", "db"), 40, 100, 400_000)),
      slide("b").reads(reading(call("cart", "db"), 40, 100, 400_000))
    };

    Alert alert = court.hears(slides).alerts().get(0);

    assertThat(alert.finding().culprits().get(0).culprit()).isEqualTo(own("cart"));
  }

  @Test
  void itIsAcceptedWhenAllItsEndpointsHaveANewNormal() {
    Court court = new Court(rules(0, 100));
    court.hears(
        slide("a").reads(reading(DB, 40, 100, 20 * MILLI)),
        slide("b").reads(reading(DB, 40, 100, 30 * MILLI)));

    assertThat(court.hears(slide("a").hasNewNormal(), slide("b")).alerts()).isEmpty();
    Judgement judgement = court.hears(slide("a"), slide("b").hasNewNormal());

    assertThat(judgement.alerts().get(0).reason()).contains(Reason.ACCEPTED);
  }

  @Test
  void anEndpointThatHasPartInItAgainHasNotAcceptedIt() {
    Court court = new Court(rules(0, 100));
    SlideSpec[] slow = {
      slide("a").reads(reading(DB, 40, 100, 20 * MILLI)),
      slide("b").reads(reading(DB, 40, 100, 30 * MILLI))
    };
    court.hears(slow);
    court.hears(slide("a").hasNewNormal(), slide("b"));
    court.hears(slow);

    assertThat(court.hears(slide("a"), slide("b").hasNewNormal()).alerts()).isEmpty();
  }

  @Test
  void anEndpointWhosePartIsTooSmallToMatterHasAcceptedIt() {
    Court court = new Court(rules(0, 100));
    court.hears(
        slide("a").reads(reading(DB, 40, 100, 20 * MILLI)),
        slide("b").reads(reading(DB, 40, 100, 30 * MILLI)));
    SlideSpec[] onlyOneOfThem = {
      slide("a").reads(reading(DB, 1, 100, MILLI / 10)),
      slide("b").reads(reading(DB, 40, 100, 30 * MILLI))
    };
    court.hears(slide("a").hasNewNormal().reads(reading(DB, 1, 100, MILLI / 10)), onlyOneOfThem[1]);
    assertThat(court.hears(onlyOneOfThem).alerts())
        .extracting(Alert::status)
        .containsOnly(Status.FIRING);

    Judgement judgement = court.hears(slide("a"), slide("b").hasNewNormal());

    assertThat(judgement.alerts().get(0).reason()).contains(Reason.ACCEPTED);
  }

  /** Why an alert of two endpoints is over, after these slides and healthy ones. */
  private static Optional<Reason> reasonOfItsEndAfter(SlideSpec... slides) {
    Court court = new Court(rules(0, 100));
    court.hears(
        slide("a").reads(reading(DB, 40, 100, 20 * MILLI)),
        slide("b").reads(reading(DB, 40, 100, 30 * MILLI)));
    court.hears(slides);
    SlideSpec[] healthy = {
      slide("a").reads(reading(DB, 0, 100, 0)), slide("b").reads(reading(DB, 0, 100, 0))
    };
    return court.hears(healthy).alerts().get(0).reason();
  }

  @Test
  void itIsOverForTheEndpointsThatStillKnowWhatIsNormal() {
    assertThat(reasonOfItsEndAfter(slide("a").is(WatchState.LEARNING), slide("b")))
        .contains(Reason.RECOVERED);
  }

  @Test
  void itMayGoOnWhereOneHasAcceptedItAndTheOtherForgotWhatWasNormal() {
    assertThat(reasonOfItsEndAfter(slide("a").hasNewNormal(), slide("b").is(WatchState.LEARNING)))
        .contains(Reason.RELEARNED);
  }

  @Test
  void itMayGoOnWhereNoneOfItsEndpointsDoes() {
    assertThat(
            reasonOfItsEndAfter(
                slide("a").is(WatchState.LEARNING), slide("b").is(WatchState.LEARNING)))
        .contains(Reason.RELEARNED);
  }

  @Test
  void itMayGoOnWhereOneLearnsAnewAndTheOtherIsTooBlindTo() {
    SlideSpec blind = slide("a").is(WatchState.BLIND);
    SlideSpec learning = slide("b").is(WatchState.LEARNING);

    assertThat(reasonOfItsEndAfter(blind, learning)).contains(Reason.RECOVERED);
    assertThat(reasonOfItsEndAfter(blind.knowsNothing(), learning)).contains(Reason.RELEARNED);
  }

  @Test
  void oneBlindEndpointDoesNotKeepAnAlertOfTheSystem() {
    Court court = new Court(rules(0, 100));
    court.hears(
        slide("a").reads(reading(DB, 40, 100, 20 * MILLI)),
        slide("b").reads(reading(DB, 40, 100, 30 * MILLI)));

    Judgement judgement =
        court.hearsTimes(3 * SlideSpec.WINDOW_SLIDES, slide("a").is(WatchState.BLIND), slide("b"));

    assertThat(judgement.alerts().get(0).reason()).contains(Reason.NO_TRAFFIC);
  }

  /** Where an alert of two endpoints fires. */
  private static Court firing() {
    Court court = new Court(rules(0, 100));
    court.hears(slow(DB));
    return court;
  }

  private static SlideSpec learning(String endpoint) {
    return slide(endpoint).is(WatchState.LEARNING);
  }

  @Test
  void theOnlyEndpointThatIsWatchedEndsItWhileTheOtherLearns() {
    SlideSpec healthy = slide("b").reads(reading(DB, 0, 100, 0));

    Judgement judgement = firing().hears(learning("a"), healthy);

    assertThat(judgement.alerts().get(0).reason()).contains(Reason.RECOVERED);
  }

  @Test
  void theOnlyEndpointThatIsWatchedHoldsItWhileTheOtherLearns() {
    SlideSpec slow = slide("b").reads(reading(DB, 40, 100, 30 * MILLI));

    Judgement judgement = firing().hearsTimes(4 * SlideSpec.WINDOW_SLIDES, learning("a"), slow);

    assertThat(judgement.alerts().get(0).status()).isEqualTo(Status.FIRING);
    assertThat(judgement.alerts().get(0).endpoints()).containsExactly(frame("b"), frame("a"));
  }

  @Test
  void anEndpointThatHadNoPartInItDoesNotEndItAlone() {
    SlideSpec healthy = slide("c").reads(reading(DB, 0, 100, 0));

    assertThat(firing().hears(learning("a"), learning("b"), healthy).alerts()).isEmpty();
  }

  @Test
  void endpointsThatHadNoPartInItDoNotEndItTogether() {
    SlideSpec healthy = slide("c").reads(reading(DB, 0, 100, 0));
    SlideSpec too = slide("d").reads(reading(DB, 0, 100, 0));

    assertThat(firing().hears(learning("a"), learning("b"), healthy, too).alerts()).isEmpty();
  }

  @Test
  void whileTheLargestPartIsBlindASmallerOneEndsNothing() {
    Court court = firing();
    int firing = court.judge().firing();

    court.hearsTimes(
        4 * SlideSpec.WINDOW_SLIDES, slide("a").reads(reading(DB, 0, 100, 0)), learning("b"));

    assertThat(court.judge().firing()).isEqualTo(firing);
  }

  @Test
  void theLargestPartIsThatOfAnEndpointWhichHasRequests() {
    SlideSpec healthy = slide("a").reads(reading(DB, 0, 100, 0));

    Judgement judgement = firing().hears(healthy);

    assertThat(judgement.alerts().get(0).reason()).contains(Reason.RECOVERED);
  }

  @Test
  void othersThatAreHealthyDoNotOutweighTheOneThatIsLeft() {
    Court court = firing();

    Judgement judgement =
        court.hearsTimes(
            4,
            learning("a"),
            slide("b").reads(reading(DB, 40, 100, 30 * MILLI)),
            slide("c").reads(reading(DB, 0, 100_000, 0)),
            slide("d").reads(reading(DB, 0, 100_000, 0)));

    assertThat(judgement.alerts())
        .filteredOn(alert -> alert.scope() == Scope.SYSTEM)
        .extracting(Alert::status)
        .containsExactly(Status.FIRING);
  }

  @Test
  void anEndpointWithoutRequestsSaysNoMoreOfItThanOneThatLearns() {
    Court court = firing();

    assertThat(court.hearsTimes(4 * SlideSpec.WINDOW_SLIDES, learning("a")).alerts()).isEmpty();
    assertThat(court.judge().firing()).isEqualTo(1);
    assertThat(court.hearsTimes(3 * SlideSpec.WINDOW_SLIDES).alerts().get(0).reason())
        .contains(Reason.NO_TRAFFIC);
  }
}
