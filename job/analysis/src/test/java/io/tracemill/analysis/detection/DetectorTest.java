package io.tracemill.analysis.detection;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.baseline.EndpointRows;
import io.tracemill.analysis.incident.Finding;
import io.tracemill.analysis.incident.Incident;
import io.tracemill.analysis.incident.Incident.EndReason;
import io.tracemill.analysis.incident.Incident.Severity;
import io.tracemill.analysis.incident.Incident.Status;
import io.tracemill.analysis.incident.Subject.CallShare;
import io.tracemill.analysis.incident.Subject.PlaceTime;
import io.tracemill.analysis.place.Call;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.span.Frame;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Places that become slower: what is found, when, and what is one incident. */
class DetectorTest {
  private static final Place TO_BANK = Chains.edge("payment", "bank");

  private final Chains chains = new Chains(1);
  private final Run run = new Run(chains);

  private Frame checkout() {
    return chains.endpoint("checkout", 30, "front", "payment", "bank");
  }

  private static Place culprit(Incident incident) {
    return ((PlaceTime) incident.culprit().subject()).place();
  }

  @Test
  void anEdgeFiveTimesAsSlowIsFoundWithinTwoMinutes() {
    checkout();
    run.minutes(20);
    chains.slower(TO_BANK, 5);

    assertThat(culprit(run.minutes(2).only())).isEqualTo(TO_BANK);
  }

  @Test
  void anEdgeTwiceAsSlowIsFoundWithinFiveMinutes() {
    checkout();
    run.minutes(20);
    chains.slower(TO_BANK, 2);

    assertThat(culprit(run.minutes(5).only())).isEqualTo(TO_BANK);
  }

  @Test
  void aCulpritSaysWhatItTookBeforeAndTakesNow() {
    checkout();
    run.minutes(20);
    chains.slower(TO_BANK, 5);

    Incident incident = run.minutes(5).only();
    assertThat(incident.culprit())
        .satisfies(
            bank -> {
              assertThat(bank.before().meanNanos()).isBetween(18_000_000L, 23_000_000L);
              assertThat(bank.after().meanNanos()).isBetween(90_000_000L, 115_000_000L);
              assertThat(incident.shareOf(bank)).isGreaterThan(0.8);
            });
  }

  /** Each query takes as long as before, so the query is not what became slow. */
  @Test
  void aServiceIsSlowByTheQueryThatItMakesMoreOften() {
    checkout();
    chains.querying("bank", 0.1);
    run.minutes(20);
    chains.querying("bank", 1);

    Incident incident = run.minutes(5).only();
    assertThat(incident.severity()).isNotEqualTo(Severity.INFO);
    assertThat(incident.culprit().subject())
        .isEqualTo(new CallShare(new Call(Chains.frame("bank"), Chains.query("bank"))));
    assertThat(incident.shareOf(incident.culprit())).isGreaterThan(0.5);
  }

  /** Finding 10: "bank is slow", where every span of it takes as long as before. */
  @Test
  void aServiceIsSlowBecauseOfACallThatItNeverMadeBefore() {
    checkout();
    run.minutes(20);
    chains.querying("bank", 1);

    Incident incident = run.minutes(5).only();
    Finding call = incident.culprit();
    assertThat(call.subject())
        .isEqualTo(new CallShare(new Call(Chains.frame("bank"), Chains.query("bank"))));
    assertThat(call.before().share()).isZero();
    assertThat(call.contributionNanos() / call.after().requests())
        .isBetween(15_000_000L, 25_000_000L);
  }

  @Test
  void aFasterPlaceIsNoIncident() {
    checkout();
    run.minutes(20);
    chains.slower(TO_BANK, 0.2);

    assertThat(run.minutes(20).incidents()).isEmpty();
  }

  @Test
  void itBeganWithinAPaneOfItsBeginning() {
    checkout();
    run.minutes(20);
    long beginning = run.now() + Run.PANE;
    chains.slower(TO_BANK, 3);

    assertThat(Math.abs(run.minutes(5).only().sinceMillis() - beginning))
        .isLessThanOrEqualTo(Run.PANE);
  }

  @Test
  void itEndsWithinThreeMinutesOfItsEnd() {
    checkout();
    run.minutes(20);
    chains.slower(TO_BANK, 5);
    run.minutes(10);
    assertThat(run.only().status()).isEqualTo(Status.FIRING);

    chains.healthy();
    assertThat(run.minutes(3).only())
        .satisfies(
            ended -> {
              assertThat(ended.reason()).contains(EndReason.RECOVERED);
              assertThat(ended.rank()).isZero();
              assertThat(culprit(ended)).isEqualTo(TO_BANK);
            });
  }

  @Test
  void theNextFaultIsTheNextIncident() {
    checkout();
    run.minutes(20);
    chains.slower(TO_BANK, 5);
    run.minutes(5);
    chains.healthy();
    run.minutes(4);
    chains.slower(TO_BANK, 5);
    run.minutes(3);

    assertThat(run.incidents()).hasSize(2).allMatch(one -> culprit(one).equals(TO_BANK));
  }

  @Test
  void aCauseAndWhatFollowsFromItAreOneIncident() {
    checkout();
    run.minutes(20);
    chains.slower(TO_BANK, 6);
    run.minutes(1);
    chains.slower(Chains.operation("payment"), 3);
    run.minutes(5);

    assertThat(culprit(run.only())).isEqualTo(TO_BANK);
    assertThat(run.only().findings())
        .anyMatch(finding -> finding.subject().equals(new PlaceTime(Chains.operation("payment"))));
  }

  @Test
  void aConsequenceThatIsFoundFirstIsOfTheSameIncidentAsItsCause() {
    checkout();
    run.minutes(20);
    chains.slower(Chains.operation("payment"), 3);
    run.minutes(2);
    assertThat(culprit(run.only())).isEqualTo(Chains.operation("payment"));
    chains.slower(TO_BANK, 8);
    run.minutes(5);

    assertThat(culprit(run.only())).isEqualTo(TO_BANK);
  }

  @Test
  void aChangeMoreThanFiveMinutesLaterIsAnotherIncident() {
    checkout();
    run.minutes(20);
    chains.slower(Chains.operation("payment"), 3);
    run.minutes(7);
    chains.slower(TO_BANK, 8);
    run.minutes(5);

    assertThat(run.incidents()).hasSize(2);
  }

  @Test
  void unrelatedFaultsAreTwoIncidents() {
    checkout();
    chains.endpoint("search", 30, "shop", "index");
    run.minutes(20);
    chains.slower(TO_BANK, 5);
    chains.slower(Chains.edge("shop", "index"), 4);
    run.minutes(3);

    assertThat(run.incidents())
        .extracting(DetectorTest::culprit)
        .containsExactlyInAnyOrder(TO_BANK, Chains.edge("shop", "index"));
  }

  @Test
  void whatAllEndpointsShareIsFoundOverAllOfThem() {
    checkout();
    chains.endpoint("refund", 30, "front", "payment", "bank");
    chains.endpoint("browse", 30, "front", "catalogue");
    run.minutes(20);
    chains.slower(TO_BANK, 5);

    Incident incident = run.minutes(5).only();
    assertThat(incident.culprit().endpoint()).isEmpty();
    assertThat(incident.endpoints())
        .extracting(Frame::operation)
        .containsExactlyInAnyOrder("checkout", "refund");
  }

  @Test
  void whatOneOfManyEndpointsHasIsFoundOnIt() {
    Frame checkout = checkout();
    for (int other = 0; other < 9; other++) {
      chains.endpoint("other" + other, 30, "front", "payment", "bank");
    }
    run.minutes(20);
    chains.slower(checkout, TO_BANK, 4);

    Incident incident = run.minutes(5).only();
    assertThat(culprit(incident)).isEqualTo(TO_BANK);
    assertThat(incident.endpoints().get(0)).isEqualTo(checkout);
  }

  @Test
  void aRiseOfAFifthAndFiftyMillisecondsPages() {
    checkout();
    run.minutes(20);
    chains.slower(TO_BANK, 5);

    assertThat(run.minutes(5).only().severity()).isEqualTo(Severity.PAGE);
  }

  @Test
  void aRiseOfLessThanFiftyMillisecondsIsATicket() {
    checkout();
    run.minutes(20);
    chains.slower(TO_BANK, 2.5);

    assertThat(run.minutes(5).only().severity()).isEqualTo(Severity.TICKET);
  }

  @Test
  void aRiseOfLessThanAFifthOfTheEndpointIsATicket() {
    checkout();
    chains.slower(Chains.operation("payment"), 50);
    run.minutes(20);
    chains.slower(TO_BANK, 5);

    assertThat(run.minutes(5).only().severity()).isEqualTo(Severity.TICKET);
  }

  @Test
  void theOrderOfEndpointsDoesNotMatter() {
    checkout();
    chains.endpoint("refund", 30, "front", "payment", "bank");
    chains.endpoint("search", 30, "shop", "index");
    Detector forward = new Detector(DetectionRules.standard());
    Detector backward = new Detector(DetectionRules.standard());
    for (int pane = 1; pane <= 80; pane++) {
      if (pane == 40) {
        chains.slower(TO_BANK, 4);
        chains.slower(Chains.edge("shop", "index"), 4);
      }
      var counts = new ArrayList<>(chains.pane(pane * Run.PANE));
      Judgement judgement = forward.judge(pane * Run.PANE, counts);
      Collections.reverse(counts);
      assertThat(backward.judge(pane * Run.PANE, counts)).isEqualTo(judgement);
    }
    assertThat(forward.openIncidents()).isEqualTo(2);
  }

  @Test
  void placesAndCallsBeyondTheLimitsAreRefused() {
    PaneBuilder builder =
        new PaneBuilder(DetectionRules.standard().scale(), Frame.of("front", "wide"));
    builder.time(Place.Request.WHOLE, 1);
    for (int i = 0; i < EndpointRows.MAX_PLACES + 10; i++) {
      builder.time(Chains.operation("s" + i), 1);
    }
    for (int i = 0; i < EndpointRows.MAX_CALLS + 10; i++) {
      builder.call(Frame.of("front", "wide"), 1, Chains.frame("s" + i), 1);
    }
    Detector detector = new Detector(DetectionRules.standard());
    detector.judge(Run.PANE, List.of(builder.build(0)));

    EndpointRows rows = (EndpointRows) detector.state().get(1);
    assertThat(rows.places()).hasSize(EndpointRows.MAX_PLACES);
    assertThat(rows.calls()).hasSize(EndpointRows.MAX_CALLS);
  }
}
