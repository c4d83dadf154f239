package io.tracemill.cli.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.alert.Alert;
import io.tracemill.analysis.alert.Alert.Scope;
import io.tracemill.analysis.alert.Concerned;
import io.tracemill.analysis.alert.Judgement;
import io.tracemill.analysis.alert.LastFound;
import io.tracemill.analysis.alert.Tested;
import io.tracemill.analysis.change.Culprit;
import io.tracemill.analysis.change.Culprit.FrameCulprit;
import io.tracemill.analysis.change.CulpritChange;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.mutation.EndpointSlide;
import io.tracemill.analysis.mutation.EndpointSlide.Totals;
import io.tracemill.analysis.mutation.Finding;
import io.tracemill.analysis.mutation.Reading;
import io.tracemill.analysis.mutation.Side;
import io.tracemill.analysis.mutation.Subject;
import io.tracemill.analysis.mutation.Trial;
import io.tracemill.analysis.mutation.Verdict;
import io.tracemill.analysis.quality.WatchState;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.statistics.TestResult;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.topology.Rules;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class OutcomeTextTest {
  private static final long MILLI = 1_000_000;
  private static final Frame BUY = Frame.of("shop", "GET /buy");
  private static final Period WINDOW = new Period(60_000, 120_000);

  @Test
  void placesThatWereFoundComeFirstAndOthersAreMarked() {
    CulpritChange noisy = change("stock", 30, 50);
    CulpritChange found = change("payment", 20, 50);

    String text =
        text(List.of(alert(Scope.ENDPOINT, found)), endpoint(BUY, 50, List.of(), noisy, found));

    assertThat(text.lines().filter(line -> line.contains("%  ")).map(String::strip))
        .containsExactly(
            "+20.0 ms  40 %  payment call, 10.0 ms -> 30.0 ms",
            "+30.0 ms  60 %  stock call, 10.0 ms -> 40.0 ms (no alert is put down to it)");
  }

  @Test
  void placesThatAreNotShownAreOneLineInWhichThoseThatWentTheOtherWayCount() {
    String text =
        text(
            List.of(),
            endpoint(
                BUY,
                500,
                List.of(),
                change("a", 300, 500),
                change("b", 200, 500),
                change("c", 100, 500),
                change("d", 50, 500),
                change("small", 1, 500),
                change("e", -150, 500)));

    assertThat(text.lines().filter(line -> line.contains("%  ")).map(String::strip))
        .containsExactly(
            "+300 ms  60 %  a call, 10.0 ms -> 310 ms",
            "+200 ms  40 %  b call, 10.0 ms -> 210 ms",
            "+100 ms  20 %  c call, 10.0 ms -> 110 ms",
            "-100 ms  -20 %  2 more places");
  }

  @Test
  void whereAMeanMovedButNoTestPassedTheAccountIsShown() {
    String text =
        text(
            List.of(),
            endpoint(Frame.of("shop", "GET /a"), -45, List.of(), change("cart", -5, -45)),
            endpoint(BUY, 40, List.of(), change("payment", 30, 40)),
            endpoint(Frame.of("shop", "GET /c"), 1, List.of(), change("stock", 1, 1)));

    assertThat(text.lines())
        .containsSubsequence(
            "No test passes in 2 endpoints whose mean differs (by mutations.min-effect or more):"
                + " it may be chance:",
            "  shop GET /buy",
            "    mean 50.0 ms -> 90.0 ms (+40.0 ms), p95 80.0 ms -> 200 ms, 600 requests against"
                + " 600, 0 tests",
            "          +30.0 ms  75 %  payment call, 10.0 ms -> 40.0 ms",
            "      not explained: 0 %",
            "  shop GET /a",
            "          -5.00 ms  11 %  cart call, 10.0 ms -> 5.00 ms",
            "No change found in 1 other endpoint:",
            "  shop GET /c");
    assertThat(text).doesNotContain("no alert is put down", "stock");
  }

  @Test
  void ofManyThatMovedOnlyTheFirstHaveAnAccount() {
    String text =
        text(
            List.of(),
            IntStream.range(0, 30)
                .mapToObj(
                    i ->
                        endpoint(
                            Frame.of("shop", "GET /" + i), 100, List.of(), change("db", 99, 100)))
                .toArray(ComparedEndpoint[]::new));

    assertThat(text.lines().filter(line -> line.contains("db call"))).hasSize(3);
    assertThat(text.lines()).hasSizeLessThan(60).contains("  and 10 more");
  }

  @Test
  void anEndpointThatAnAlertOverAllHasNoRoomForIsNoneWithoutAChange() {
    CulpritChange found = change("payment", 20, 50);
    Alert alert = alert(Scope.SYSTEM, found);
    Frame unlisted = Frame.of("shop", "GET /a");
    Frame faster = Frame.of("shop", "GET /b");
    Frame part = Frame.of("payment", "call");

    String text =
        text(
            List.of(alert),
            endpoint(BUY, 50, List.of(reading(alert, 20)), found),
            endpoint(unlisted, 50, List.of(reading(alert, 20)), found),
            endpoint(faster, 0, List.of(reading(alert, -20))),
            interior(endpoint(part, 1, List.of(reading(alert, 20)))));

    assertThat(text.lines())
        .containsSubsequence(
            "shop GET /buy",
            "shop GET /a",
            "No change found in 2 other endpoints:",
            "  payment call",
            "  shop GET /b");
  }

  @Test
  void ofEndpointsWithTooFewRequestsNothingIsConcluded() {
    String text =
        text(
            List.of(),
            endpoint(Frame.of("shop", "GET /c"), 1, List.of(), change("stock", 1, 1)),
            few(endpoint(BUY, 40, List.of(), change("payment", 30, 40))),
            few(endpoint(Frame.of("shop", "GET /d"), 1, List.of(), change("cart", 1, 1))));

    assertThat(text.lines())
        .containsSubsequence(
            "No change found in 1 endpoint:",
            "  shop GET /c",
            "Nothing is concluded of 2 endpoints:",
            "  shop GET /buy",
            "    mean 50.0 ms -> 90.0 ms (+40.0 ms), p95 80.0 ms -> 200 ms, 600 requests against"
                + " 600, too few to judge (mutations.min-traces)",
            "          +30.0 ms  75 %  payment call, 10.0 ms -> 40.0 ms",
            "  shop GET /d");
    assertThat(text).contains("None of 2 tests passed").doesNotContain("No test passes", "cart");
  }

  @Test
  void whereNoEndpointHasRequestsEnoughTheTestsOverAllAreCounted() {
    assertThat(text(List.of(), few(endpoint(BUY, 1, List.of()))).lines())
        .startsWith("Nothing is concluded of 1 endpoint:", "  shop GET /buy")
        .anyMatch(line -> line.startsWith("None of 2 tests passed:"));
  }

  private static String text(List<Alert> alerts, ComparedEndpoint... endpoints) {
    StringWriter text = new StringWriter();
    Outcome outcome =
        Outcome.of(
            List.of(endpoints),
            new Judgement(alerts, List.of()),
            new Tested(2, 2, 1),
            Rules.judge(TracemillConfig.defaults()));
    OutcomeText.print(outcome, incident -> "", new PrintWriter(text));
    return text.toString();
  }

  private static ComparedEndpoint endpoint(
      Frame frame, long riseMillis, List<Reading> readings, CulpritChange... places) {
    Totals totals = totals(riseMillis);
    EndpointSlide slide =
        new EndpointSlide(
            frame,
            WINDOW,
            WINDOW,
            WatchState.WATCHING,
            false,
            false,
            totals,
            List.of(),
            List.of(),
            readings);
    return new ComparedEndpoint(slide, Optional.empty(), List.of(places), Optional.empty());
  }

  /** The same, whose requests are parts of others. */
  private static ComparedEndpoint interior(ComparedEndpoint endpoint) {
    return with(WatchState.WATCHING, true, endpoint);
  }

  /** The same, with fewer requests than are compared. */
  private static ComparedEndpoint few(ComparedEndpoint endpoint) {
    return with(WatchState.BLIND, false, endpoint);
  }

  private static ComparedEndpoint with(
      WatchState state, boolean interior, ComparedEndpoint endpoint) {
    EndpointSlide slide = endpoint.slide();
    return new ComparedEndpoint(
        new EndpointSlide(
            slide.endpoint(),
            WINDOW,
            WINDOW,
            state,
            false,
            interior,
            slide.totals(),
            slide.trials(),
            slide.findings(),
            slide.readings()),
        endpoint.account(),
        endpoint.culprits(),
        endpoint.doubt());
  }

  private static Totals totals(long riseMillis) {
    return new Totals(
        600, 600, 50 * MILLI, (50 + riseMillis) * MILLI, 80 * MILLI, 200 * MILLI, 0, 1);
  }

  private static Reading reading(Alert alert, long riseMillis) {
    Reading.Score score = new Reading.Score(1, 1, 1, 1, 1, riseMillis * MILLI);
    Side side = new Side(600, 1, 10 * MILLI);
    return new Reading(
        alert.finding().trial().subject(), score, score, List.of(), side, side, 50 * MILLI);
  }

  private static CulpritChange change(String service, long millis, long ofMillis) {
    Culprit place = new FrameCulprit(Frame.of(service, "call"));
    return new CulpritChange(place, 10 * MILLI, (10 + millis) * MILLI, (double) millis / ofMillis);
  }

  private static Alert alert(Scope scope, CulpritChange place) {
    Verdict verdict = new Verdict(true, new TestResult(1, 1e-8, 1e-12), true, false);
    Side side = new Side(600, 1, 10 * MILLI);
    Subject subject = new Subject.PlaceTime(place.culprit());
    Finding finding =
        new Finding(
            new Trial(subject, side, side, verdict, verdict),
            1,
            Optional.empty(),
            List.of(),
            List.of(place),
            List.of(),
            List.of(),
            List.of());
    return new Alert(
        "a",
        Alert.Status.FIRING,
        Optional.empty(),
        scope,
        1,
        new LastFound(
            List.of(BUY), finding, totals(50), new Concerned(600, 10 * MILLI), WINDOW.endMillis()),
        1e-6,
        0,
        0,
        WINDOW,
        WINDOW,
        "i");
  }
}
