package io.tracemill.analysis.explanation;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.difference.Condition;
import io.tracemill.analysis.difference.Difference;
import io.tracemill.analysis.explanation.ChangeAccount.PlaceChange;
import io.tracemill.analysis.incident.Finding;
import io.tracemill.analysis.incident.Finding.Side;
import io.tracemill.analysis.incident.Incident;
import io.tracemill.analysis.incident.Incident.EndReason;
import io.tracemill.analysis.incident.Incident.Severity;
import io.tracemill.analysis.incident.Subject;
import io.tracemill.analysis.incident.Subject.CallShare;
import io.tracemill.analysis.incident.Subject.ErrorShare;
import io.tracemill.analysis.incident.Subject.PlaceTime;
import io.tracemill.analysis.place.Call;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.record.IncidentRecord.Requests;
import io.tracemill.analysis.record.IncidentRecord.Totals;
import io.tracemill.analysis.request.RequestAttribute;
import io.tracemill.analysis.span.Frame;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class IncidentSentenceTest {
  private static final Frame CHECKOUT = Frame.of("checkout", "POST /checkout");
  private static final Place BANK = new Place.Edge("payment", "bank-api");
  private static final long MS = 1_000_000;
  private static final long SINCE = at("2026-11-23T03:12:00Z");
  private static final long END = at("2026-11-23T03:41:00Z");
  private static final Period WINDOW = new Period(SINCE, END);

  private final List<Frame> endpoints =
      List.of(CHECKOUT, Frame.of("cart", "GET /cart"), Frame.of("front", "GET /"));
  private Finding culprit = culprit(new PlaceTime(BANK), 30 * MS, 275 * MS, 1, 1);
  private final List<Finding> findings = new ArrayList<>();
  private Optional<EndReason> reason = Optional.empty();
  private long since = SINCE;
  private long judged = END;
  private Optional<Explanation> explanation = Optional.of(explanation(0.9, 0.95));

  @Test
  void aSlowPlaceIsTheCauseAndTheEndpointTheEffect() {
    assertThat(sentence())
        .isEqualTo(
            "payment -> bank-api is slow: +245 ms a call since 03:12 UTC. POST /checkout mean"
                + " 150 -> 419 ms, p95 210 -> 480 ms (1,840 of 2,100 requests); 2 more endpoints."
                + " Mostly bank-api v2. Chance: less than 1 in 10,000.");
  }

  @Test
  void whatStackSamplesOfTheFirstHostSayIsInTheSentence() {
    ExplainedIncident known = explained();
    ExplainedIncident sampled =
        new ExplainedIncident(
            known.at(),
            known.incident(),
            Optional.empty(),
            FormerMutations.NONE,
            HostStacks.NONE
                .plus("bank", "node-9", "")
                .plus("bank", "node-7", "on node-7 `gzip` took 18 % of the CPU.")
                .plus("bank", "node-8", "on node-8 too."));

    assertThat(IncidentSentence.of(sampled))
        .contains(" Stack samples (2 of 3 hosts): on node-7 `gzip` took 18 % of the CPU. Chance:")
        .doesNotContain("node-8");
  }

  @Test
  void withoutAnExplanationTheEffectIsLeftOut() {
    explanation = Optional.empty();

    assertThat(sentence())
        .isEqualTo(
            "payment -> bank-api is slow: +245 ms a call since 03:12 UTC."
                + " Chance: less than 1 in 10,000.");
  }

  @Test
  void aboutCohortsItDoesNotSaySinceWhen() {
    explanation = Optional.empty();

    assertThat(IncidentSentence.ofCohorts(explained()))
        .isEqualTo("payment -> bank-api is slow: +245 ms a call. Chance: less than 1 in 10,000.");
  }

  @Test
  void whatTheCulpritDoesNotExplainIsSaidWhenItIsMoreThanAFifth() {
    explanation = Optional.of(explanation(0.65, 0.95));

    assertThat(sentence()).contains("Mostly bank-api v2. Other places: 35 % of the rise. Chance:");
  }

  @Test
  void aServiceExplainsWhatItsPlacesDo() {
    culprit = culprit(new PlaceTime(new Place.Service("bank-api")), 0, 245 * MS, 1, 1);

    assertThat(sentence())
        .startsWith("bank-api is slow: +245 ms a request")
        .doesNotContain("Other places");
  }

  @Test
  void aRuleThatIsHardlyBetterThanGuessingIsNotMostly() {
    explanation = Optional.of(explanation(0.9, 0.15));

    assertThat(sentence()).doesNotContain("Mostly");
  }

  @Test
  void errorsAreSharesOfCallsAndOfRequests() {
    culprit = culprit(new ErrorShare(BANK), 0, 0, 0.001, 0.23);
    findings.add(finding(new ErrorShare(BANK), 0.001, 0.23));
    findings.add(finding(new ErrorShare(Place.Request.WHOLE), 0.003, 0.12));

    assertThat(sentence())
        .isEqualTo(
            "payment -> bank-api fails: 23 % of the requests that use it since 03:12 UTC, before 0.1 %. POST"
                + " /checkout: 12 % of requests fail (221 of 1,840), before 0.3 %; 2 more"
                + " endpoints. Mostly bank-api v2. Chance: less than 1 in 10,000.");
  }

  @Test
  void anEndpointThatFailsByItselfIsSaidOnce() {
    explanation = Optional.empty();
    culprit = culprit(new ErrorShare(Place.Request.WHOLE), 0, 0, 0.003, 0.12);
    findings.add(finding(new ErrorShare(Place.Request.WHOLE), 0.003, 0.12));

    assertThat(sentence())
        .isEqualTo(
            "POST /checkout fails: 12 % of requests (221 of 1,840) since 03:12 UTC, before 0.3 %."
                + " Chance: less than 1 in 10,000.");
  }

  @Test
  void ofErrorsItSaysNothingOfLatency() {
    culprit = culprit(new ErrorShare(BANK), 0, 0, 0.001, 0.23);

    assertThat(sentence()).contains("before 0.1 %. Mostly").doesNotContain(" ms");
  }

  @Test
  void errorsThatDoNotReachTheEndpointAreSaidNotTo() {
    culprit = culprit(new ErrorShare(BANK), 0, 0, 0.001, 0.23);
    findings.add(finding(new ErrorShare(BANK), 0.001, 0.23));
    findings.add(finding(new ErrorShare(Place.Request.WHOLE), 0.1, 0.1));

    assertThat(sentence())
        .contains(
            "POST /checkout fails no more often than before: 10 % of requests (184 of 1,840)");
  }

  @Test
  void aPlaceIsSlowOnlyIfTheEndpointIs() {
    explanation = Optional.of(explanation(0.9, 0.15, 140, 210));

    assertThat(sentence())
        .startsWith(
            "payment -> bank-api takes longer: +245 ms a call since 03:12 UTC. POST /checkout is no"
                + " slower: mean 150 -> 140 ms, p95 210 -> 210 ms (1,840 of");
  }

  @Test
  void aPlaceWhoseMeanFellIsNotSlow() {
    culprit = culprit(new PlaceTime(BANK), 32 * MS, 30 * MS, 1, 1);

    assertThat(sentence())
        .startsWith(
            "payment -> bank-api: times changed since 03:12 UTC, but the mean did not rise: 32 ->"
                + " 30 ms a call.");
  }

  @Test
  void sharesThatReadTheSameAreNoChange() {
    explanation = Optional.empty();

    assertThat(calls(1, 1)).contains("calls cache GET as often as before: 100 % of requests");
    culprit = culprit(new ErrorShare(BANK), 0, 0, 0.1, 0.1001);
    assertThat(sentence()).startsWith("payment -> bank-api fails no more often than before: 10 %");
  }

  @Test
  void figuresOfAnEarlierWindowNameIt() {
    since = SINCE;
    judged = at("2026-11-23T04:00:00Z");

    assertThat(sentence()).contains("of 2,100 requests, 03:12 UTC to 03:41 UTC)");
  }

  @Test
  void callsThatMakeAServiceSlowSayWhatThatCosts() {
    assertThat(calls(0.25, 0.99))
        .startsWith(
            "checkout POST /checkout calls cache GET more often: 99 % of requests since 03:12 UTC,"
                + " before 25 %. POST /checkout mean 150 -> 419 ms,");
  }

  @Test
  void callsThatChangeAreANotice() {
    explanation = Optional.empty();

    assertThat(calls(0.99, 0.03))
        .isEqualTo(
            "checkout POST /checkout calls cache GET less often: 3 % of requests since 03:12 UTC,"
                + " before 99 %. Chance: less than 1 in 10,000.");
    assertThat(calls(0.1, 0.6)).contains("calls cache GET more often: 60 % of requests");
    assertThat(calls(0, 0.97))
        .startsWith("checkout POST /checkout now calls cache GET: 97 % of requests since 03:12");
  }

  @Test
  void onceResolvedItSaysHowItEndedInThePast() {
    reason = Optional.of(EndReason.RECOVERED);
    assertThat(sentence())
        .startsWith(
            "Recovered at 03:41 UTC after 29 min: payment -> bank-api was slow: +245 ms a call");

    reason = Optional.of(EndReason.NO_TRAFFIC);
    assertThat(calls(0.99, 0.03))
        .startsWith("Ended at 03:41 UTC after 29 min for lack of requests: checkout POST");
    assertThat(calls(0.99, 0.03)).contains("called cache GET less often");
  }

  @Test
  void aMomentOnAnotherDayHasItsDate() {
    since = at("2026-11-22T21:41:00Z");
    reason = Optional.of(EndReason.ACCEPTED);

    assertThat(sentence())
        .startsWith("Accepted as normal after 6 h: payment -> bank-api was slow:")
        .contains(" since 2026-11-22 21:41 UTC.");
  }

  private String calls(double before, double after) {
    Call call = new Call(CHECKOUT, Frame.of("cache", "GET"));
    culprit = culprit(new CallShare(call), 0, 0, before, after);
    return sentence();
  }

  private String sentence() {
    return IncidentSentence.of(explained());
  }

  private ExplainedIncident explained() {
    findings.removeIf(finding -> finding.key().equals(culprit.key()));
    findings.add(0, culprit);
    Incident incident =
        new Incident("1", reason, Severity.PAGE, 1, since, END, judged, endpoints, findings, 0);
    return new ExplainedIncident(incident, explanation);
  }

  private static Finding finding(Subject subject, double before, double after) {
    return culprit(subject, 30 * MS, 275 * MS, before, after);
  }

  private static Finding culprit(
      Subject subject, long beforeNanos, long afterNanos, double before, double after) {
    return Finding.at(
        CHECKOUT,
        subject,
        new Side(9000, 10000, beforeNanos, before),
        new Side(1840, 2100, afterNanos, after),
        WINDOW,
        WINDOW,
        2e-5,
        1);
  }

  private static Explanation explanation(double explained, double version) {
    return explanation(explained, version, 419, 480);
  }

  private static Explanation explanation(double explained, double version, long mean, long p95) {
    PlaceChange bank = new PlaceChange(BANK, 20 * MS, 262 * MS, explained);
    RequestAttribute v2 = new RequestAttribute("bank-api", "service.version", "v2");
    return new Explanation(
        CHECKOUT,
        WINDOW,
        WINDOW,
        new Totals(
            CHECKOUT,
            new Requests(10000, 0, 150 * MS, 210 * MS, Optional.empty()),
            new Requests(2100, 0, mean * MS, p95 * MS, Optional.empty())),
        new ChangeAccount(
            150 * MS, mean * MS, List.of(), (mean - 150) * MS, List.of(bank), 1 - explained),
        List.of(),
        List.of(new Difference(List.of(Condition.is(v2)), 0, version)),
        new Exemplars(List.of(), List.of()),
        SubjectFigures.NONE,
        SubjectFigures.NONE);
  }

  private static long at(String time) {
    return Instant.parse(time).toEpochMilli();
  }
}
