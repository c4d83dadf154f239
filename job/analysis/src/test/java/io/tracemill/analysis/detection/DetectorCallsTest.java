package io.tracemill.analysis.detection;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.incident.Incident;
import io.tracemill.analysis.incident.Incident.Severity;
import io.tracemill.analysis.incident.Subject.CallShare;
import io.tracemill.analysis.incident.Subject.PlaceTime;
import io.tracemill.analysis.place.Call;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.span.Frame;
import org.junit.jupiter.api.Test;

/** Calls that are made more or less often. */
class DetectorCallsTest {
  private final Chains chains = new Chains(3);
  private final Frame checkout = chains.endpoint("checkout", 30, "front", "payment", "bank");
  private final Run run = new Run(chains).minutes(20);

  private static CallShare call(String parent, String child) {
    return new CallShare(new Call(Chains.frame(parent), Chains.frame(child)));
  }

  @Test
  void aCallThatIsNoLongerMadeIsANotice() {
    chains.missing("bank", 1);
    Incident incident = run.minutes(5).only();

    assertThat(incident.severity()).isEqualTo(Severity.INFO);
    assertThat(incident.culprit().subject()).isEqualTo(call("payment", "bank"));
    assertThat(incident.culprit().before().share()).isEqualTo(1);
    assertThat(incident.culprit().after().share()).isLessThan(0.6);
    assertThat(incident.contributionNanos()).isZero();
  }

  @Test
  void ofCallsBelowEachOtherTheUppermostIsTheCulprit() {
    chains.missing("payment", 1);

    assertThat(run.minutes(5).only().culprit().subject())
        .isEqualTo(new CallShare(new Call(checkout, Chains.frame("payment"))));
  }

  @Test
  void aCallThatWasNeverSeenIsFound() {
    chains.endpoint("checkout", 30, "front", "payment", "bank", "fraud");
    Incident incident = run.minutes(5).only();

    assertThat(incident.severity()).isEqualTo(Severity.INFO);
    assertThat(incident.culprit().subject()).isEqualTo(call("bank", "fraud"));
    assertThat(incident.culprit().before().share()).isZero();
  }

  @Test
  void aNoticeBecomesTheIncidentOfTheServiceThatItsCallsMakeSlow() {
    chains.querying("bank", 0.2);
    run.minutes(20);
    chains.querying("bank", 1);
    run.minutes(5);

    assertThat(run.only().severity()).isNotEqualTo(Severity.INFO);
    assertThat(run.only().culprit().subject())
        .isEqualTo(new CallShare(new Call(Chains.frame("bank"), Chains.query("bank"))));
    assertThat(run.only().findings())
        .anyMatch(finding -> finding.subject().equals(new PlaceTime(new Place.Service("bank"))));
  }

  @Test
  void aNoticeDoesNotSwallowASlowerPlace() {
    chains.missing("bank", 1);
    run.minutes(3);
    Place edge = Chains.edge("front", "payment");
    chains.slower(edge, 5);
    run.minutes(3);

    assertThat(run.incidents())
        .extracting(incident -> incident.culprit().subject())
        .containsExactly(call("payment", "bank"), new PlaceTime(edge));
  }
}
