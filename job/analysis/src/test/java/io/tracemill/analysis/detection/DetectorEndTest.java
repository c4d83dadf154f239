package io.tracemill.analysis.detection;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.incident.Incident;
import io.tracemill.analysis.incident.Incident.EndReason;
import io.tracemill.analysis.incident.Incident.Status;
import io.tracemill.analysis.incident.Subject.PlaceTime;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.sums.PaneCounts.Evidence;
import org.junit.jupiter.api.Test;

/** Incidents that end otherwise than by recovery. */
class DetectorEndTest {
  private static final Place TO_BANK = Chains.edge("payment", "bank");
  private static final double ACCEPT_MINUTES = 20;

  private final Chains chains = new Chains(2);
  private final Frame checkout = chains.endpoint("checkout", 30, "front", "payment", "bank");
  private final Run run = new Run(chains, acceptingEarly());

  private static DetectionRules acceptingEarly() {
    DetectionRules standard = DetectionRules.standard();
    return new DetectionRules(
        standard.paneMillis(),
        standard.alarmsPerWeek(),
        standard.minRequests(),
        Math.round(ACCEPT_MINUTES * Run.MINUTE),
        standard.minEffect(),
        standard.page());
  }

  private Incident accepted() {
    run.minutes(20);
    chains.slower(TO_BANK, 3);
    return run.minutes(ACCEPT_MINUTES + 5).only();
  }

  @Test
  void withoutTrafficItEnds() {
    run.minutes(20);
    chains.slower(TO_BANK, 5);
    run.minutes(5);
    chains.remove(checkout);

    assertThat(run.minutes(8).only().reason()).contains(EndReason.NO_TRAFFIC);
  }

  @Test
  void aLongGapEndsIt() {
    run.minutes(20);
    chains.slower(TO_BANK, 5);
    run.minutes(5).gap(10).minutes(0.5);

    assertThat(run.incidents().get(0).reason()).contains(EndReason.NO_TRAFFIC);
  }

  @Test
  void whatLastsIsAccepted() {
    Incident accepted = accepted();

    assertThat(accepted.reason()).contains(EndReason.ACCEPTED);
    assertThat(accepted.endMillis() - accepted.firedMillis())
        .isEqualTo(Math.round(ACCEPT_MINUTES * Run.MINUTE));
  }

  @Test
  void whatWasAcceptedIsNormal() {
    accepted();

    assertThat(run.minutes(60).incidents()).hasSize(1);
  }

  @Test
  void aSecondFaultOnTopOfAnAcceptedOneIsFound() {
    accepted();
    run.minutes(10);
    chains.slower(TO_BANK, 12);
    run.minutes(3);

    assertThat(run.firing())
        .singleElement()
        .satisfies(
            second -> {
              assertThat(second.culprit().subject()).isEqualTo(new PlaceTime(TO_BANK));
              assertThat(second.culprit().before().meanNanos()).isGreaterThan(50_000_000);
            });
  }

  @Test
  void itDoesNotEndWhileItsEndpointIsBlind() {
    run.minutes(20);
    chains.slower(TO_BANK, 5);
    run.minutes(3);
    chains.evidence(new Evidence(1000, 50, 20, 0));
    run.minutes(8);
    assertThat(run.only().status()).isEqualTo(Status.FIRING);

    chains.healthy();
    assertThat(run.minutes(8).only().reason()).contains(EndReason.RECOVERED);
  }
}
