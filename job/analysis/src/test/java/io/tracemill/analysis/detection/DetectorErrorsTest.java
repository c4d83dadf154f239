package io.tracemill.analysis.detection;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.incident.Incident;
import io.tracemill.analysis.incident.Incident.EndReason;
import io.tracemill.analysis.incident.Incident.Severity;
import io.tracemill.analysis.incident.Subject.ErrorShare;
import io.tracemill.analysis.incident.Subject.PlaceTime;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.span.Frame;
import org.junit.jupiter.api.Test;

/** Requests that fail. */
class DetectorErrorsTest {
  private final Chains chains = new Chains(4);
  private final Frame checkout = chains.endpoint("checkout", 60, "front", "payment", "bank");
  private final Run run = new Run(chains);

  @Test
  void errorsArePutDownToTheDeepestPlace() {
    run.minutes(20);
    chains.failing("bank", 0.2);
    Incident incident = run.minutes(3).only();

    assertThat(incident.culprit().subject()).isEqualTo(new ErrorShare(Chains.operation("bank")));
    assertThat(incident.endpoints()).containsExactly(checkout);
  }

  @Test
  void moreErrorsThanATwentiethPage() {
    run.minutes(20);
    chains.failing("bank", 0.2);

    assertThat(run.minutes(3).only().severity()).isEqualTo(Severity.PAGE);
  }

  @Test
  void fewerErrorsThanATwentiethAreATicket() {
    chains.endpoint("checkout", 300, "front", "payment", "bank");
    run.minutes(60);
    chains.failing("bank", 0.04);

    assertThat(run.minutes(10).only().severity()).isEqualTo(Severity.TICKET);
  }

  @Test
  void fewerErrorsThanOneInFiftyAreNone() {
    chains.endpoint("checkout", 300, "front", "payment", "bank");
    run.minutes(20);
    chains.failing("bank", 0.012);

    assertThat(run.minutes(20).incidents()).isEmpty();
  }

  @Test
  void errorsThatBecomeFewerAreNone() {
    chains.failing("bank", 0.3);
    run.minutes(30);
    chains.healthy();

    assertThat(run.minutes(20).incidents()).isEmpty();
  }

  @Test
  void errorsCostTheMeanOfEachFailedRequest() {
    run.minutes(20);
    chains.failing("bank", 0.2);
    run.minutes(10);
    chains.healthy();
    Incident ended = run.minutes(5).only();

    double failed = 0.2 * ended.findings().get(1).after().requests();
    assertThat(ended.contributionNanos() / (failed * 5 * Chains.MILLIS * 1e6)).isBetween(0.8, 1.4);
    assertThat(ended.reason()).contains(EndReason.RECOVERED);
  }

  @Test
  void errorsOfAServiceThatIsSlowerAreOfTheSameIncident() {
    Place bank = Chains.operation("bank");
    run.minutes(20);
    chains.slower(bank, 5);
    run.minutes(3);
    chains.failing("bank", 0.3);
    Incident incident = run.minutes(4).only();

    assertThat(incident.culprit().subject()).isEqualTo(new PlaceTime(bank));
    assertThat(incident.findings())
        .anyMatch(finding -> finding.subject().equals(new ErrorShare(bank)));
  }
}
