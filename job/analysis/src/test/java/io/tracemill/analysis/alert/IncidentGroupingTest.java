package io.tracemill.analysis.alert;

import static io.tracemill.analysis.alert.SlideSpec.GONE;
import static io.tracemill.analysis.alert.SlideSpec.SAME;
import static io.tracemill.analysis.alert.SlideSpec.WINDOW_SLIDES;
import static io.tracemill.analysis.alert.SlideSpec.by;
import static io.tracemill.analysis.alert.SlideSpec.call;
import static io.tracemill.analysis.alert.SlideSpec.category;
import static io.tracemill.analysis.alert.SlideSpec.edge;
import static io.tracemill.analysis.alert.SlideSpec.end;
import static io.tracemill.analysis.alert.SlideSpec.own;
import static io.tracemill.analysis.alert.SlideSpec.place;
import static io.tracemill.analysis.alert.SlideSpec.rules;
import static io.tracemill.analysis.alert.SlideSpec.slide;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.alert.Alert.Status;
import io.tracemill.analysis.alert.Incident.Peak;
import io.tracemill.analysis.alert.Incident.Severity;
import io.tracemill.analysis.change.Culprit.FrameCulprit;
import io.tracemill.analysis.change.Culprit.ServiceCulprit;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.mutation.EndpointSlide.Totals;
import io.tracemill.analysis.mutation.Reading;
import io.tracemill.analysis.mutation.Reading.BlockScore;
import io.tracemill.analysis.mutation.Reading.Score;
import io.tracemill.analysis.mutation.Side;
import io.tracemill.analysis.mutation.Subject.CallShare;
import io.tracemill.analysis.mutation.Subject.PlaceTime;
import io.tracemill.analysis.quality.WatchState;
import io.tracemill.analysis.span.Frame;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IncidentGroupingTest {
  private final Court court = new Court(rules(0, 1000));

  @Test
  void thirtyEndpointsWithOneSlowDependencyPageOnce() {
    List<SlideSpec> slides =
        IntStream.range(0, 30)
            .mapToObj(
                i ->
                    slide("s" + i)
                        .slower(100, 200)
                        .finds(
                            category(i),
                            SAME,
                            (100L + i) * 100 * SlideSpec.MILLI,
                            by(edge("s" + i, "db"), 90)))
            .toList();

    Judgement judgement = court.hears(slides);

    assertThat(judgement.alerts()).hasSize(30);
    assertThat(judgement.incidents()).hasSize(1);
    Incident incident = judgement.incidents().get(0);
    assertThat(incident.severity()).isEqualTo(Severity.PAGE);
    assertThat(incident.culprits().get(0).culprit()).isEqualTo(edge("s29", "db"));
    assertThat(incident.endpoints()).hasSize(30).first().hasToString("s29 GET /s29");
    assertThat(incident.alerts()).hasSize(30);
    assertThat(incident.contributionNanos())
        .isEqualTo((30 * 100 + 29 * 30 / 2) * 100 * SlideSpec.MILLI);
    assertThat(incident.leading().endpoints().get(0).service()).isEqualTo("s29");
    assertThat(court.hears(slides).incidents()).as("nothing new").isEmpty();
  }

  @Test
  void aConsequenceInAnotherServiceIsNoIncidentOfItsOwn() {
    SlideSpec first =
        slide("shop").finds(place("db"), SAME, 900, by(own("db"), 90), by(own("pool"), 45));
    court.hears(first);

    Judgement judgement =
        court.hears(first.finds(place("pool"), SAME, 300, by(own("pool"), 60), by(own("db"), 20)));

    assertThat(judgement.alerts()).hasSize(2);
    assertThat(judgement.alerts()).extracting(Alert::incident).containsOnly(incidentOf(judgement));
    assertThat(judgement.incidents()).hasSize(1);
  }

  @Test
  void anIncidentIsStillAboutItsServiceWhenOnlyAConsequenceIsLeft() {
    SlideSpec first =
        slide("shop").finds(place("db"), SAME, 900, by(own("db"), 90), by(own("pool"), 45));
    SlideSpec over = slide("shop").tests(place("db"), GONE, GONE);
    court.hears(first);
    court.hears(first.finds(place("pool"), SAME, 300, by(own("pool"), 60), by(own("db"), 20)));

    Judgement left =
        court.hears(over.finds(place("pool"), SAME, 300, by(own("pool"), 60), by(own("db"), 20)));
    Judgement ended =
        court.hears(slide("shop").tests(place("db"), GONE, GONE).tests(place("pool"), GONE, GONE));

    assertThat(left.alerts()).extracting(Alert::status).contains(Status.RESOLVED, Status.FIRING);
    assertThat(Stream.of(left, ended).flatMap(judgement -> judgement.incidents().stream()))
        .extracting(incident -> incident.culprits().get(0).culprit())
        .isNotEmpty()
        .containsOnly(own("db"));
  }

  @Test
  void aSmallPartInCommonDoesNotMakeAConsequence() {
    SlideSpec first =
        slide("shop").finds(place("db"), SAME, 900, by(own("db"), 90), by(own("pool"), 44));
    court.hears(first);

    Judgement judgement =
        court.hears(first.finds(place("pool"), SAME, 300, by(own("pool"), 60), by(own("db"), 20)));

    assertThat(judgement.alerts()).extracting(Alert::incident).doesNotHaveDuplicates();
  }

  private static String incidentOf(Judgement judgement) {
    return judgement.incidents().get(0).id();
  }

  @Test
  void anAlertJoinsTheIncidentOfACulpritThatDidHalfAsMuch() {
    String first =
        incidentOf(court.hears(slide("shop").finds(place("db"), SAME, 900, by(own("db"), 90))));

    Judgement judgement =
        court.hears(slide("mail").finds(place("q"), SAME, 9, by(own("q"), 60), by(own("db"), 30)));
    assertThat(judgement.alerts().get(0).incident()).isEqualTo(first);

    judgement =
        court.hears(slide("pay").finds(place("x"), SAME, 9, by(own("x"), 60), by(own("db"), 29)));
    assertThat(judgement.alerts().get(0).incident()).isNotEqualTo(first);
  }

  @Test
  void whatBeginsMoreThanTwelveWindowsLaterIsNoConsequence() {
    SlideSpec db = slide("shop").finds(place("db"), SAME, 900, by(own("db"), 90));
    String first = incidentOf(court.hears(db));
    int windows = 12 * SlideSpec.WINDOW_SLIDES;

    court.hearsTimes(windows + SlideSpec.WINDOW_SLIDES - 2, db);
    Judgement judgement =
        court.hears(db.finds(place("q"), SAME, 99, by(own("q"), 60), by(own("db"), 30)));
    assertThat(judgement.alerts()).extracting(Alert::incident).containsOnly(first);

    judgement = court.hears(db.finds(place("x"), SAME, 99, by(own("x"), 60), by(own("db"), 30)));
    assertThat(judgement.alerts()).extracting(Alert::incident).contains(first).hasSize(3);
    assertThat(judgement.alerts().stream().map(Alert::incident).distinct()).hasSize(2);
  }

  @Test
  void twoCausesAreTwoIncidents() {
    Judgement judgement =
        court.hears(
            slide("shop").finds(place("db"), SAME, 900, by(own("db"), 90)),
            slide("mail").finds(place("q"), SAME, 2000, by(own("q"), 60)));

    assertThat(judgement.incidents())
        .extracting(incident -> incident.culprits().get(0).culprit())
        .containsExactly(own("q"), own("db"));
    assertThat(judgement.incidents()).extracting(Incident::rank).containsExactly(1, 2);
  }

  @Test
  void aLaterAlertOfTheSameServiceJoins() {
    Judgement first = court.hears(slide("shop").finds(place("db"), SAME, 9, by(own("db"), 90)));

    Judgement second =
        court.hears(
            slide("shop").finds(place("db"), SAME, 9, by(own("db"), 90)),
            slide("mail").finds(call("mail", "db"), SAME, 1, by(edge("mail", "db"), 6)));

    assertThat(second.incidents()).hasSize(1);
    assertThat(incidentOf(second)).isEqualTo(incidentOf(first));
    assertThat(second.incidents().get(0).alerts()).hasSize(2);
    assertThat(second.incidents().get(0).sinceMillis()).isEqualTo(end(0));
    assertThat(second.incidents().get(0).earliestMillis()).isEqualTo(end(1 - WINDOW_SLIDES));
  }

  @Test
  void anIncidentLastsUntilAllItsAlertsAreResolved() {
    SlideSpec shop = slide("shop").finds(place("db"), SAME, 9, by(own("db"), 90));
    court.hears(shop, slide("mail").finds(place("db"), SAME, 5, by(own("db"), 90)));

    Judgement one =
        court.hears(
            slide("shop").tests(place("db"), GONE, GONE),
            slide("mail").finds(place("db"), SAME, 5, by(own("db"), 90)));
    assertThat(one.alerts())
        .extracting(Alert::status)
        .containsExactly(Status.FIRING, Status.RESOLVED);
    assertThat(one.incidents()).extracting(Incident::status).containsExactly(Status.FIRING);

    Judgement other = court.hears(slide("mail").tests(place("db"), GONE, GONE));
    assertThat(other.incidents()).extracting(Incident::status).containsExactly(Status.RESOLVED);
    assertThat(other.incidents().get(0).alerts()).hasSize(2);
  }

  private static SlideSpec slow(String service, long millis) {
    return slide(service)
        .slower(100, 100 + millis)
        .finds(place("db"), SAME, millis * 100 * SlideSpec.MILLI, by(own("db"), millis));
  }

  private static SlideSpec over(String service) {
    return slide(service).tests(place("db"), GONE, GONE);
  }

  @Test
  void itEndsForTheReasonOfWhatItWasAboutAtItsHeight() {
    court.hears(slow("shop", 300), slow("mail", 2));
    court.hearsTimes(4 * SlideSpec.WINDOW_SLIDES, slow("mail", 2));
    court.restore();

    Incident last = court.hears(over("mail")).incidents().get(0);

    assertThat(last.status()).isEqualTo(Status.RESOLVED);
    assertThat(last.reason()).contains(Alert.Reason.NO_TRAFFIC);
  }

  @Test
  void itIsNotOverWhereAPartOfItMayGoOnUnseen() {
    court.hears(slow("shop", 300), slow("mail", 2));
    court.hearsTimes(
        SlideSpec.ACCEPT_SLIDES + 1, slow("shop", 300), slide("mail").is(WatchState.BLIND));
    court.restore();

    Incident last = court.hears(over("shop")).incidents().get(0);

    assertThat(last.reason()).contains(Alert.Reason.BLIND);
  }

  @Test
  void aSmallPartThatEndsForWantOfTrafficIsNotWhyItEnds() {
    court.hears(slow("shop", 300), slow("mail", 2));
    court.hearsTimes(4 * SlideSpec.WINDOW_SLIDES, slow("shop", 300));

    Incident last = court.hears(over("shop")).incidents().get(0);

    assertThat(last.reason()).contains(Alert.Reason.RECOVERED);
  }

  @Test
  void itsLastRecordIsWhatItWasAtItsHeight() {
    court.hears(slow("shop", 30));
    Incident high = court.hears(slow("shop", 300), slow("mail", 200)).incidents().get(0);
    court.hears(over("shop"), slow("mail", 20));
    Incident low = court.hears(over("shop"), slow("mail", 10)).incidents().get(0);
    court.restore();

    Incident last = court.hears(over("shop"), over("mail")).incidents().get(0);

    assertThat(low.leading().totals().afterMeanNanos()).isEqualTo(110 * SlideSpec.MILLI);
    assertThat(low.peak())
        .isEqualTo(new Peak(end(2), high.contributionNanos(), high.endpoints(), high.leading()));
    assertThat(last.status()).isEqualTo(Status.RESOLVED);
    assertThat(last.window().endMillis()).isEqualTo(end(5));
    assertThat(last.leading().totals().afterMeanNanos()).isEqualTo(400 * SlideSpec.MILLI);
    assertThat(last.leading().lastFoundMillis()).isEqualTo(end(2));
    assertThat(last.contributionNanos()).isEqualTo(500 * 100 * SlideSpec.MILLI);
    assertThat(last.endpoints()).isEqualTo(high.endpoints());
    assertThat(last.culprits()).isEqualTo(high.culprits());
    assertThat(last.peak()).isEqualTo(low.peak());
  }

  @Test
  void ofRecordsThatCostNothingTheLargestChangeIsTheHeight() {
    SlideSpec some = slide("shop").finds(place("db"), SAME, -100, by(own("db"), -9));
    court.hears(some);
    court.hearsTimes(5, slide("shop").finds(place("db"), SAME, -900, by(own("db"), -90)));
    court.hearsTimes(5, some);

    Incident last = court.hears(over("shop")).incidents().get(0);

    assertThat(last.leading().finding().contributionNanos()).isEqualTo(-900);
  }

  @Test
  void severityNeverFallsWhileItIsOpen() {
    SlideSpec mild =
        slide("shop").slower(300, 355).finds(place("db"), SAME, 900, by(own("db"), 55));
    SlideSpec bad = slide("shop").slower(300, 360).finds(place("db"), SAME, 900, by(own("db"), 60));

    assertThat(court.hears(mild).incidents().get(0).severity()).isEqualTo(Severity.TICKET);
    assertThat(court.hears(bad).incidents().get(0).severity()).isEqualTo(Severity.PAGE);
    assertThat(court.hears(mild).incidents()).isEmpty();
  }

  @Test
  void whatSomethingElseCostsDoesNotPage() {
    List<Incident> incidents =
        court
            .hears(
                slide("shop")
                    .slower(100, 300)
                    .finds(place("db"), SAME, 180 * 100 * SlideSpec.MILLI, by(own("db"), 180))
                    .finds(place("pool"), SAME, 20 * 100 * SlideSpec.MILLI, by(own("pool"), 20)))
            .incidents();

    assertThat(incidents)
        .extracting(Incident::severity)
        .containsExactly(Severity.PAGE, Severity.TICKET);
  }

  /** So many of its requests, which took so long, wait longer for the database. */
  private static SlideSpec waits(String service, long requests, long beforeMillis, long millis) {
    long before = beforeMillis * SlideSpec.MILLI;
    Score score =
        new Score(
            0.4 * requests,
            0.08 * requests,
            requests,
            requests,
            requests,
            millis * SlideSpec.MILLI);
    List<BlockScore> blocks =
        IntStream.range(0, 12).mapToObj(i -> new BlockScore(i, i % 2 == 0 ? 3 : -3, 8)).toList();
    return slide(service)
        .of(new Totals(12 * requests, requests, before, before, before, before, 0, 1))
        .reads(
            new Reading(
                place("db"),
                score,
                score,
                blocks,
                new Side(12 * requests, 1, 10 * SlideSpec.MILLI),
                new Side(requests, 1, (10 + millis) * SlideSpec.MILLI),
                before));
  }

  @Test
  void overAllEndpointsItPagesByWhatAllTheirRequestsLoseOfTheirOwnMean() {
    Incident ofFewSlow =
        court.hears(waits("a", 10, 1000, 700), waits("b", 190, 100, 30)).incidents().get(0);
    Incident ofOneFast =
        new Court(rules(0, 10))
            .hears(waits("a", 100, 100, 60), waits("b", 100, 1000, 60))
            .incidents()
            .get(0);

    assertThat(ofFewSlow.leading().scope()).isEqualTo(Alert.Scope.SYSTEM);
    assertThat(ofFewSlow.leading().endpoints().get(0).service()).isEqualTo("a");
    assertThat(ofFewSlow.severity()).as("63 ms of 145").isEqualTo(Severity.PAGE);
    assertThat(ofOneFast.leading().endpoints().get(0).service()).isEqualTo("a");
    assertThat(ofOneFast.severity()).as("60 ms of 550").isEqualTo(Severity.TICKET);
  }

  @Test
  void aRareCategoryDoesNotPageByWhatItsOwnRequestsLose() {
    Judgement judgement =
        court.hears(
            slide("shop")
                .slower(100, 102)
                .finds(category(7), SAME, 2 * 100 * SlideSpec.MILLI, by(own("db"), 200)));

    assertThat(judgement.incidents().get(0).severity()).isEqualTo(Severity.TICKET);
  }

  @Test
  void ofManyMembersThoseThatFireStayListed() {
    SlideSpec lasting = slide("shop").finds(place("db"), SAME, 900, by(own("db"), 90));
    court.hears(lasting);
    for (int i = 0; i < Bounds.MAX_LISTED + 20; i++) {
      SlideSpec other = slide("s" + i);
      court.hears(lasting, other.finds(place("db"), SAME, 9000, by(own("db"), 90)));
      court.hears(lasting, slide("s" + i).tests(place("db"), GONE, GONE));
    }

    Incident incident =
        court
            .hears(lasting, slide("last").finds(place("db"), SAME, 90_000, by(own("db"), 90)))
            .incidents()
            .get(0);

    assertThat(incident.alerts()).hasSize(Bounds.MAX_LISTED).contains(incident.leading().id());
  }

  @Test
  void thoseForWhichThereWasNoRoomAreListedWhenOthersEnd() {
    List<SlideSpec> all = new ArrayList<>();
    for (int i = 0; i < 150; i++) {
      all.add(slide("s" + i).finds(place("db"), SAME, 9000 + i, by(own("db"), 90)));
    }
    court.hears(all);
    List<SlideSpec> left = new ArrayList<>(all.subList(100, 150));
    for (int i = 0; i < 100; i++) {
      left.add(slide("s" + i).tests(place("db"), GONE, GONE));
    }

    Incident incident = court.hears(left).incidents().get(0);

    assertThat(incident.alerts()).hasSize(100).contains(incident.leading().id());
  }

  @ParameterizedTest
  @CsvSource({"0.2, true", "0.6, false"})
  void aPlaceThatCostsMoreForMoreRequestsComeThereIsAboutTheCallThatBringsThem(
      double usualShare, boolean aboutTheCall) {
    Frame get = Frame.of("stock", "GET");
    Frame select = Frame.of("stock", "SELECT");
    FrameCulprit database = new FrameCulprit(select);

    Judgement judgement =
        court.hears(
            slide("shop")
                .usually(usualShare)
                .finds(new PlaceTime(database), SAME, 900, by(database, 30))
                .finds(new CallShare(get, select, 1), SAME, 0, by(new FrameCulprit(get), 0)));

    assertThat(judgement.incidents()).hasSize(1);
    assertThat(judgement.incidents().get(0).leading().finding().trial().subject())
        .isInstanceOf(aboutTheCall ? CallShare.class : PlaceTime.class);
  }

  @Test
  void aServiceThatIsSlowForItsCallsAreMoreIsAboutTheCall() {
    Frame get = Frame.of("stock", "GET");
    Frame select = Frame.of("stock", "SELECT");

    Judgement judgement =
        court.hears(
            slide("shop")
                .finds(
                    new PlaceTime(new ServiceCulprit("stock")),
                    SAME,
                    900,
                    by(new FrameCulprit(select), 30))
                .finds(new CallShare(get, select, 1), SAME, 0, by(new FrameCulprit(get), 0)));

    assertThat(judgement.incidents().get(0).leading().finding().trial().subject())
        .isEqualTo(new CallShare(get, select, 1));
  }

  @Test
  void aChangeOfPathsThatCostsMuchPages() {
    Judgement judgement =
        court.hears(
            slide("shop")
                .slower(100, 160)
                .finds(call("shop", "db"), SAME, 60 * 100 * SlideSpec.MILLI, by(own("shop"), 0)));

    assertThat(judgement.incidents().get(0).severity()).isEqualTo(Severity.PAGE);
  }

  @Test
  void aChangeOfPathsThatCostsNothingIsATicket() {
    Judgement judgement =
        court.hears(
            slide("shop").slower(100, 90).finds(call("shop", "db"), SAME, 0, by(own("shop"), -9)));

    assertThat(judgement.incidents().get(0).severity()).isEqualTo(Severity.TICKET);
  }

  @Test
  void aContributionThatChangesByATenthIsWrittenAgain() {
    court.hears(slide("shop").finds(place("db"), SAME, 1000, by(own("db"), 90)));

    assertThat(
            court
                .hears(slide("shop").finds(place("db"), SAME, 1100, by(own("db"), 90)))
                .incidents())
        .isEmpty();
    assertThat(
            court
                .hears(slide("shop").finds(place("db"), SAME, 1101, by(own("db"), 90)))
                .incidents())
        .hasSize(1);
  }

  @Test
  void anIncidentThatGoesOnIsWrittenOnceAWindow() {
    SlideSpec shop = slide("shop").finds(place("db"), SAME, 1000, by(own("db"), 90));

    List<Long> ends =
        IntStream.rangeClosed(1, 12)
            .mapToObj(slide -> court.hears(shop))
            .flatMap(judgement -> judgement.incidents().stream())
            .map(incident -> incident.window().endMillis())
            .toList();

    assertThat(ends).containsExactly(end(1), end(6), end(11));
  }

  @Test
  void aRecordHasTheWindowOfItsSlideAlsoWhereNothingIsSeen() {
    Incident first =
        court
            .hears(slide("shop").finds(place("db"), SAME, 1000, by(own("db"), 90)))
            .incidents()
            .get(0);

    Incident later = court.hearsTimes(5).incidents().get(0);

    assertThat(later.id()).isEqualTo(first.id());
    assertThat(later.status()).isEqualTo(Status.FIRING);
    assertThat(later.window()).isEqualTo(new Period(end(1), end(6)));
    assertThat(later.leading().window()).isEqualTo(first.window());
  }

  @Test
  void whatIsListedIsBounded() {
    List<SlideSpec> slides =
        IntStream.range(0, 150)
            .mapToObj(i -> slide("s" + i).finds(category(i), SAME, i, by(own("db"), 90)))
            .toList();

    Incident incident = court.hears(slides).incidents().get(0);

    assertThat(incident.alerts()).hasSize(Bounds.MAX_LISTED);
    assertThat(incident.endpoints()).hasSize(Bounds.MAX_LISTED);
  }
}
