package io.tracemill.analysis.alert;

import static io.tracemill.analysis.alert.SlideSpec.MILLI;
import static io.tracemill.analysis.alert.SlideSpec.REJECTED;
import static io.tracemill.analysis.alert.SlideSpec.SAME;
import static io.tracemill.analysis.alert.SlideSpec.edge;
import static io.tracemill.analysis.alert.SlideSpec.frame;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.alert.Alert.Reason;
import io.tracemill.analysis.alert.Alert.Scope;
import io.tracemill.analysis.alert.Alert.Status;
import io.tracemill.analysis.alert.Incident.Peak;
import io.tracemill.analysis.change.Culprit;
import io.tracemill.analysis.change.Culprit.FrameCulprit;
import io.tracemill.analysis.change.Culprit.ServiceCulprit;
import io.tracemill.analysis.change.CulpritChange;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.mutation.EndpointSlide.Totals;
import io.tracemill.analysis.mutation.Finding;
import io.tracemill.analysis.mutation.Finding.Rule;
import io.tracemill.analysis.mutation.Side;
import io.tracemill.analysis.mutation.Subject;
import io.tracemill.analysis.mutation.Subject.CallShare;
import io.tracemill.analysis.mutation.Trial;
import io.tracemill.analysis.mutation.Verdict;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.TraceId;
import io.tracemill.analysis.statistics.TestResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SummaryTest {
  private static final String LINK = "http://traces/{traceId}";
  private static final long SINCE = Instant.parse("2026-11-22T03:12:00Z").toEpochMilli();
  private static final Frame CHECKOUT = Frame.of("web", "POST /checkout");
  private static final Culprit PAYMENT = edge("payment", "bank-api");

  private Subject subject = new Subject.PlaceTime(PAYMENT);
  private Frame endpoint = CHECKOUT;
  private CulpritChange culprit = new CulpritChange(PAYMENT, 20 * MILLI, 265 * MILLI, 0.91);
  private Totals totals =
      new Totals(21_000, 2_100, 150 * MILLI, 419 * MILLI, 210 * MILLI, 480 * MILLI, 0.04, 0.97);
  private Side before = new Side(18_400, 0.876, 20 * MILLI);
  private Side after = new Side(1_840, 0.876, 265 * MILLI);
  private double qValue = 0.00031;
  private int endpoints = 1;
  private Optional<Reason> reason = Optional.empty();
  private long endMillis = SINCE + 5 * 60_000;
  private long lastFoundMillis = endMillis;
  private Optional<Peak> peak = Optional.empty();
  private Scope scope = Scope.ENDPOINT;
  private Verdict verdict = REJECTED;
  private List<Rule> rules = List.of();
  private Optional<CulpritChange> next = Optional.empty();

  private Incident incident() {
    Status status = reason.isPresent() ? Status.RESOLVED : Status.FIRING;
    Period window = new Period(endMillis - 300_000, endMillis);
    Period baseline = new Period(SINCE - 3_600_000, SINCE);
    List<Frame> all = new ArrayList<>(List.of(endpoint));
    for (int i = 1; i < endpoints; i++) {
      all.add(frame("s" + i));
    }
    List<CulpritChange> culprits = new ArrayList<>(List.of(culprit));
    next.ifPresent(culprits::add);
    Finding finding =
        new Finding(
            new Trial(subject, before, after, verdict, SAME),
            500 * MILLI,
            Optional.empty(),
            List.of(),
            culprits,
            rules,
            List.of(new TraceId(0, 1)),
            List.of(new TraceId(0, 2)));
    Alert alert =
        new Alert(
            "a",
            status,
            reason,
            scope,
            1,
            new LastFound(all, finding, totals, Concerned.of(List.of(totals)), lastFoundMillis),
            qValue,
            SINCE,
            SINCE,
            window,
            baseline,
            "i");
    return new Incident(
        "i",
        status,
        reason,
        Incident.Severity.PAGE,
        1,
        SINCE,
        SINCE,
        window,
        culprits,
        all,
        List.of("a"),
        500 * MILLI,
        alert,
        peak.orElse(new Peak(endMillis, 500 * MILLI, all, alert)));
  }

  private String summary() {
    return Summary.of(incident(), "");
  }

  @Test
  void saysWhatSinceWhenHowMuchAndWhere() {
    assertThat(Summary.of(incident(), LINK))
        .isEqualTo(
            "POST /checkout p95 210->480 ms, mean 150->419 ms (+269) since 03:12 UTC,"
                + " 1,840 of 2,100 requests."
                + " 91 % of the mean's +269 ms: waiting on payment -> bank-api, +245 ms."
                + " Not explained: 4 %."
                + " q=0.0003, traces 97 % complete."
                + " Slow: http://traces/00000000000000000000000000000002"
                + " Normal: http://traces/00000000000000000000000000000001");
  }

  @Test
  void theReadmeShowsSuchALine() throws IOException {
    rules = List.of(new Rule("bank-api service.version = v2", 0.84));
    String line = summary().substring(0, summary().indexOf(" Slow: "));

    assertThat(Files.readString(Path.of("../../README.md")).replaceAll("\\s+", " ")).contains(line);
  }

  @Test
  void withoutALinkTheTraceIdsStandThere() {
    assertThat(summary()).endsWith("Slow: " + "0".repeat(31) + "2 Normal: " + "0".repeat(31) + "1");
  }

  @Test
  void saysHowManyOtherEndpoints() {
    endpoints = 13;
    scope = Scope.SYSTEM;

    assertThat(summary())
        .startsWith(
            "POST /checkout p95 210->480 ms, mean 150->419 ms (+269), and 12 more endpoints,"
                + " since 03:12 UTC, 1,840 of 2,100 requests. ");
    endpoints = 2;
    assertThat(summary()).contains(" (+269), and GET /s1, since");
    endpoints = 100;
    assertThat(summary()).contains(", and at least 99 more endpoints, since");
  }

  @Test
  void saysInHowManyRequestsOfThoseWithTheirCallerCallsAreMadeNow() {
    subject = new CallShare(Frame.of("cart", "get"), Frame.of("db", "SELECT"), 1);
    before = new Side(42, 2_100, 0.02, 0);
    after = new Side(80, 210, 0.38, 0);

    assertThat(summary())
        .contains(
            " since 03:12 UTC: 80 of 210 requests with cart get call db SELECT (38 %, before 2 %)."
                + " 91 % of the mean's +269 ms:");
    subject = new CallShare(Frame.of("cart", "get"), Frame.of("db", "SELECT"), 3);
    assertThat(summary()).contains(" call db SELECT 3 times or more (38 %, before 2 %).");
  }

  @Test
  void saysHowManyRequestsNoLongerMakeACall() {
    subject = new CallShare(Frame.of("cart", "get"), Frame.of("db", "SELECT"), 1);
    before = new Side(20_580, 21_000, 0.98, 0);
    after = new Side(798, 2_100, 0.38, 0);
    assertThat(summary())
        .contains(
            " since 03:12 UTC: 1,302 of 2,100 requests with cart get do not call db SELECT"
                + " (62 %, before 2 %).");

    after = new Side(0, 2_100, 0, 0);
    assertThat(summary())
        .contains(
            " since 03:12 UTC: none of 2,100 requests with cart get call db SELECT (before 98 %).");

    after = new Side(0, 0, 0);
    assertThat(summary())
        .as("an alert of an earlier version")
        .contains(" since 03:12 UTC: no requests with cart get call db SELECT (before 98 %).");
  }

  @Test
  void saysWhoseCallsWhereTheyCostNoTime() {
    FrameCulprit caller = new FrameCulprit(Frame.of("cart", "get"));
    subject = new CallShare(caller.frame(), Frame.of("db", "SELECT"), 1);
    culprit = new CulpritChange(caller, 2 * MILLI, MILLI, -0.25);

    assertThat(summary()).contains(" Where: the calls of get in cart. q=");
  }

  @Test
  void saysHowManyTakeAnotherPath() {
    subject = new Subject.CategoryShare(new CallTreeSignature(1, 2));
    before = new Side(42, 21_000, 0.002, 0);
    after = new Side(630, 2_100, 0.3, 0);

    assertThat(summary())
        .contains(" since 03:12 UTC: 630 of 2,100 requests take this path (30 %, before <1 %).");
  }

  @Test
  void saysWhoseOwnTime() {
    FrameCulprit own = new FrameCulprit(Frame.of("ts-contacts-service", "Transaction.commit"));
    culprit = new CulpritChange(own, 0, 269 * MILLI, 1);

    assertThat(summary())
        .contains(
            " 100 % of the mean's +269 ms: own time of Transaction.commit in ts-contacts-service,"
                + " +269 ms.");
  }

  @Test
  void saysWhereWhenNoTimeIsPutDownToIt() {
    culprit = new CulpritChange(PAYMENT, 0, 0, 0);
    assertThat(summary()).contains(" Where: waiting on payment -> bank-api. q=");

    culprit = new CulpritChange(PAYMENT, 5 * MILLI, 2 * MILLI, -0.4);
    assertThat(summary()).contains(" Where: waiting on payment -> bank-api, -3 ms. q=");
  }

  @Test
  void saysHowItEnded() {
    reason = Optional.of(Reason.RECOVERED);
    endMillis = SINCE + 28 * 60_000;
    assertThat(summary()).startsWith("Recovered at 03:40 UTC after 28 min: POST /checkout p95 210");

    endMillis = SINCE + 168_000;
    assertThat(summary()).startsWith("Recovered at 03:14 UTC after 3 min: POST");

    reason = Optional.of(Reason.ACCEPTED);
    endMillis = SINCE + 370 * 60_000;
    assertThat(summary()).startsWith("Accepted as normal at 09:22 UTC after 6 h 10 min: POST");

    reason = Optional.of(Reason.NO_TRAFFIC);
    endMillis = SINCE + 50_000;
    assertThat(summary()).startsWith("Closed without traffic at 03:12 UTC after 50 s: POST");

    reason = Optional.of(Reason.RELEARNED);
    endMillis = SINCE + 95 * 60_000;
    assertThat(summary())
        .startsWith(
            "Closed, but may go on (its baseline was lost and learned anew) at 04:47 UTC after"
                + " 95 min: POST");

    reason = Optional.of(Reason.BLIND);
    assertThat(summary())
        .startsWith("Closed, but may go on (its requests could not be judged for long) at 04:47");
  }

  @Test
  void saysWhenItsFiguresAreFromOnceItIsOver() {
    reason = Optional.of(Reason.RECOVERED);
    endMillis = SINCE + 28 * 60_000;
    lastFoundMillis = SINCE + 13 * 60_000;
    assertThat(summary())
        .contains(" 2,100 requests. Figures of its height, 03:40 UTC, found at 03:25 UTC. 91 % of");

    peak = Optional.of(new Peak(lastFoundMillis, 1, List.of(CHECKOUT), incident().leading()));
    assertThat(summary())
        .contains(" 1,840 of 2,100 requests. Figures of its height, 03:25 UTC. 91 % of the mean's");
  }

  @Test
  void saysWhatItWasBeforeItShrankToLessThanHalf() {
    endpoints = 13;
    lastFoundMillis = SINCE + 13 * 60_000;
    Incident high = incident();
    endpoints = 1;
    lastFoundMillis = endMillis;
    totals =
        new Totals(21_000, 2_100, 150 * MILLI, 169 * MILLI, 210 * MILLI, 230 * MILLI, 0.04, 0.97);
    long peakMillis = SINCE + 13 * 60_000;
    peak = Optional.of(new Peak(peakMillis, 1_002 * MILLI, high.endpoints(), high.leading()));

    assertThat(summary())
        .startsWith("POST /checkout p95 210->230 ms, mean 150->169 ms (+19) since 03:12 UTC, 1,840")
        .contains(
            " Not explained: 4 %. At its height, 03:25 UTC: POST /checkout p95 210->480 ms,"
                + " mean 150->419 ms (+269), and 12 more endpoints. q=");
    lastFoundMillis = SINCE;
    assertThat(summary())
        .contains(" requests. Figures of 03:12 UTC. 91 % of", " At its height, 03:25 UTC: POST");
    peak = Optional.of(new Peak(peakMillis, 1_000 * MILLI, high.endpoints(), high.leading()));
    assertThat(summary()).doesNotContain("height");
  }

  @Test
  void saysWhenItsFiguresAreFromWhereNothingOfItIsFoundForAWindow() {
    endMillis = SINCE + 18 * 60_000;
    lastFoundMillis = SINCE + 14 * 60_000;
    assertThat(summary()).doesNotContain("Figures");

    lastFoundMillis = SINCE + 13 * 60_000;
    assertThat(summary()).contains(" 2,100 requests. Figures of 03:25 UTC. 91 % of");
  }

  @Test
  void saysTheDayWhereItIsNotThatOfTheRecord() {
    endMillis = Instant.parse("2026-11-22T23:59:59Z").toEpochMilli();
    assertThat(summary()).contains(" since 03:12 UTC, ");

    endMillis = Instant.parse("2026-11-23T00:00:00Z").toEpochMilli();
    assertThat(summary()).contains(" since 2026-11-22 03:12 UTC, ");

    reason = Optional.of(Reason.RECOVERED);
    assertThat(summary())
        .startsWith("Recovered at 00:00 UTC after 20 h 48 min: ")
        .contains(" since 2026-11-22 03:12 UTC, ");
  }

  @Test
  void showsTimesInTheUnitThatFits() {
    assertThat(Quantities.change(100_000, 600_000)).isEqualTo("100->600 us (+500)");
    assertThat(Quantities.change(400_000, 2_600_000)).isEqualTo("0.4->2.6 ms (+2.2)");
    assertThat(Quantities.change(900 * MILLI, 1_480 * MILLI)).isEqualTo("900->1,480 ms (+580)");
    assertThat(Quantities.change(1_200 * MILLI, 14_800 * MILLI)).isEqualTo("1.2->14.8 s (+13.6)");
    assertThat(Quantities.change(480 * MILLI, 210 * MILLI)).isEqualTo("480->210 ms (-270)");
    assertThat(Quantities.difference(-1_500_000)).isEqualTo("-1.5 ms");
  }

  @Test
  void aShareIsOfTheChangeOfTheMeanThatIsShown() {
    totals = new Totals(5, 5, 99_600_000, 101_400_000, 210 * MILLI, 200 * MILLI, 0, 1);
    culprit = new CulpritChange(PAYMENT, 0, 900_000, 0.5);
    assertThat(summary())
        .startsWith("POST /checkout p95 210->200 ms, mean 100->101 ms (+1) since 03:12 UTC")
        .contains(" 50 % of the mean's +1 ms: waiting on payment -> bank-api, +900 us.");

    totals = new Totals(5, 5, 100_100_000, 100_400_000, 210 * MILLI, 200 * MILLI, 0, 1);
    assertThat(summary()).contains(" mean 100->100 ms (+0) ").contains(" of the mean's +300 us: ");
  }

  @Test
  void whatARuleFoundHasNoQ() {
    verdict = new Verdict(true, TestResult.ruled(20, true), true, false);

    assertThat(summary())
        .contains(" By mutations.sm-threshold, traces 97 % complete.")
        .doesNotContain("q<");
  }

  @Test
  void aShareOfACategoryIsOfItsOwnMean() {
    scope = Scope.CATEGORY;
    subject = new Subject.CategoryTime(new CallTreeSignature(1, 2));
    before = new Side(300, 0.1, 400 * MILLI);
    after = new Side(210, 0.1, 600 * MILLI);
    culprit = new CulpritChange(PAYMENT, 20 * MILLI, 200 * MILLI, 0.9);

    assertThat(summary())
        .contains(
            ", 210 of 2,100 requests (one category)."
                + " 90 % of their mean's +200 ms: waiting on payment -> bank-api, +180 ms. q=");

    culprit = new CulpritChange(PAYMENT, 20 * MILLI, 265 * MILLI, 0.91);
    assertThat(summary()).contains(" 91 % of the mean's +269 ms: ");
  }

  @Test
  void aShareOfSeveralEndpointsIsOfTheMeanOfAllTheirRequests() {
    scope = Scope.SYSTEM;
    endpoints = 13;
    assertThat(summary())
        .contains(
            " 91 % of their mean's +269 ms: waiting on payment -> bank-api, +245 ms. q=0.0003");

    subject = new CallShare(Frame.of("cart", "get"), Frame.of("db", "SELECT"), 1);
    assertThat(summary()).contains(" Where: waiting on payment -> bank-api, +245 ms. q=0.0003");
  }

  @Test
  void ofMoreThanTheWholeItIsSaidThatTheRestChangedTheOtherWay() {
    culprit = new CulpritChange(PAYMENT, 20 * MILLI, 313 * MILLI, 1.09);
    assertThat(summary())
        .contains(
            " 109 % of the mean's +269 ms (the rest changed the other way): waiting on"
                + " payment -> bank-api, +293 ms. ");

    culprit = new CulpritChange(PAYMENT, 20 * MILLI, 290 * MILLI, 1.003);
    assertThat(summary()).contains(" 100 % of the mean's +269 ms: ");
  }

  @Test
  void namesWhatSlowRequestsCanBeToldByIfItIsAccurate() {
    rules = List.of(new Rule("payment service.version = v2", 0.74), new Rule("a b = c", 0.7));
    assertThat(summary())
        .contains(" 4 %. Sets them apart: payment service.version = v2 (74 % accurate). q=");

    rules = List.of(new Rule("payment service.version = v2", 0.59));
    assertThat(summary()).doesNotContain("apart");

    rules = List.of(new Rule("payment service.version = v2", 0.9));
    subject = new CallShare(Frame.of("cart", "get"), Frame.of("db", "SELECT"), 1);
    assertThat(summary()).as("of requests that take another way").doesNotContain("apart");
  }

  @Test
  void whatLiesAtOtherPlacesIsSaidWhereItIsMuch() {
    culprit = new CulpritChange(culprit.culprit(), 0, 81 * MILLI, 0.3);

    assertThat(summary()).contains(", +81 ms. Elsewhere: 66 %. Not explained: 4 %. q=");
  }

  @Test
  void otherPlacesWithALargePartOfTheChangeAreNamedToo() {
    culprit = new CulpritChange(culprit.culprit(), 0, 134 * MILLI, 0.5);
    next = Optional.of(new CulpritChange(edge("payment", "ledger"), 20 * MILLI, 88 * MILLI, 0.25));
    assertThat(summary())
        .contains(
            " 50 % of the mean's +269 ms: waiting on payment -> bank-api, +134 ms;"
                + " 25 %: waiting on payment -> ledger, +68 ms. Elsewhere: 21 %. Not explained: 4 %.");

    next = Optional.of(new CulpritChange(edge("payment", "ledger"), 20 * MILLI, 38 * MILLI, 0.07));
    assertThat(summary()).contains(", +134 ms. Elsewhere: 46 %. ").doesNotContain("ledger");
  }

  @Test
  void whereAServiceWasFoundAsAWholeItsPlacesArePartsOfIt() {
    subject = new Subject.PlaceTime(new ServiceCulprit("bank-api"));
    before = new Side(1_840, 2_100, 0.876, 30 * MILLI);
    after = new Side(1_840, 2_100, 0.876, 191 * MILLI);
    culprit = new CulpritChange(PAYMENT, 0, 80_700_000, 0.3);
    next = Optional.of(new CulpritChange(edge("ledger", "bank-api"), 0, 53_800_000, 0.2));

    assertThat(summary())
        .contains(
            " 60 % of the mean's +269 ms: all of bank-api, +161 ms; 30 %: waiting on payment ->"
                + " bank-api, +81 ms; 20 %: waiting on ledger -> bank-api, +54 ms. Elsewhere: 36 %."
                + " Not explained: 4 %.");
  }

  @Test
  void ofFewerThanFiveRequestsThereIsNoPercentile() {
    scope = Scope.SYSTEM;
    endpoints = 4;
    totals = new Totals(200, 1, 306 * MILLI, 905 * MILLI, 839 * MILLI, 908 * MILLI, 0, 1);

    assertThat(summary()).startsWith("POST /checkout, and 3 more endpoints, since 03:12 UTC, ");
  }

  @Test
  void rulesOfOneEndpointAreNotSaidOfSeveral() {
    rules = List.of(new Rule("payment service.version = v2", 0.9));
    scope = Scope.SYSTEM;
    assertThat(summary())
        .contains(
            " Sets those of one endpoint apart: payment service.version = v2 (90 % accurate). q=")
        .doesNotContain("them apart");
  }

  @Test
  void whatOtherCallsCostIsNotSaidToBeTheFramesOwnTime() {
    subject = new CallShare(Frame.of("cart", "get"), Frame.of("db", "SELECT"), 1);
    FrameCulprit caller = new FrameCulprit(Frame.of("cart", "get"));
    culprit = new CulpritChange(caller, 5 * MILLI, 3 * MILLI, 0.91);

    assertThat(summary())
        .contains(" 91 % of the mean's +269 ms: the calls of get in cart. Not explained: 4 %.");

    culprit = new CulpritChange(caller, 0, 269 * MILLI, 1);
    assertThat(summary())
        .contains(" 100 % of the mean's +269 ms: own time of get in cart, +269 ms.");
  }

  @Test
  void whereOtherCallsAreMadeItSaysWhatIsSlowerWithThem() {
    subject = new CallShare(Frame.of("cart", "get"), Frame.of("db", "SELECT"), 1);
    culprit = new CulpritChange(new FrameCulprit(Frame.of("cart", "get")), 5, 5, 0);
    next = Optional.of(new CulpritChange(PAYMENT, 20 * MILLI, 29 * MILLI, 0.5));
    assertThat(summary())
        .contains(
            " Where: the calls of get in cart; slower: waiting on payment -> bank-api, +9 ms. ");

    next = Optional.of(new CulpritChange(PAYMENT, 20 * MILLI, 12 * MILLI, -0.5));
    assertThat(summary()).contains(" Where: the calls of get in cart. ");
  }

  @Test
  void anOwnTimeThatExplainsNothingIsNotGivenAsWhereACallOfSeveralEndpointsIsFrom() {
    subject = new CallShare(Frame.of("cart", "get"), Frame.of("db", "SELECT"), 1);
    scope = Scope.SYSTEM;
    FrameCulprit caller = new FrameCulprit(Frame.of("cart", "get"));
    culprit = new CulpritChange(caller, 3 * MILLI, 3 * MILLI + 1000, 0.01);
    assertThat(summary()).contains(" Where: the calls of get in cart. ");

    culprit = new CulpritChange(caller, 3 * MILLI, 30 * MILLI, 0.1);
    assertThat(summary()).contains(" Where: own time of get in cart, +27 ms. ");
  }

  @Test
  void requestsThatAreNotSlowerAreNotCalledSlow() {
    verdict = SlideSpec.verdict(false, 1e-8, true);
    assertThat(summary()).contains(" Now: 000").contains(" Before: 000").doesNotContain("Slow");

    verdict = REJECTED;
    subject = new CallShare(Frame.of("cart", "get"), Frame.of("db", "SELECT"), 1);
    assertThat(summary()).contains(" Now: 000").contains(" Before: 000").doesNotContain("Slow");
  }

  @Test
  void showsHowSureItIsWithoutFalsePrecision() {
    assertThat(Quantities.qValue(0.0082)).isEqualTo("q=0.008");
    assertThat(Quantities.qValue(1e-9)).isEqualTo("q<0.0001");
    assertThat(Quantities.qValue(1)).isEqualTo("q=1");
    assertThat(Quantities.percent(0.998)).isEqualTo("99 %");
    assertThat(Quantities.percent(1)).isEqualTo("100 %");
    assertThat(Quantities.percent(0)).isEqualTo("0 %");
  }

  @Test
  void namesCannotBreakTheLine() {
    endpoint = Frame.of("web", "a\nb\u202ec\u2028d\ud800e");
    assertThat(summary()).startsWith("a b\ufffdc d\ufffde p95 ");

    endpoint = Frame.of("web", "x".repeat(81));
    assertThat(summary()).startsWith("x".repeat(79) + "\u2026 p95 ");
    endpoint = Frame.of("web", "x".repeat(80));
    assertThat(summary()).startsWith("x".repeat(80) + " p95 ");
    endpoint = Frame.of("web", "");
    assertThat(summary()).startsWith("web p95 ");
  }
}
