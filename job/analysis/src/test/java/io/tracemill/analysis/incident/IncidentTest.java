package io.tracemill.analysis.incident;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tracemill.analysis.incident.Incident.EndReason;
import io.tracemill.analysis.incident.Incident.Severity;
import io.tracemill.analysis.incident.Incident.Status;
import io.tracemill.analysis.place.Call;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.span.Frame;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class IncidentTest {
  @Test
  void anIncidentIsAboutSomething() {
    assertThatThrownBy(
            () ->
                new Incident(
                    "0123",
                    Status.FIRING,
                    Optional.empty(),
                    Severity.PAGE,
                    1,
                    10,
                    20,
                    30,
                    List.of(),
                    List.of(),
                    List.of(),
                    100))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("0123");
  }

  @Test
  void recordsNameWhatItSaysInSmallLetters() {
    assertThat(Status.RESOLVED.label()).isEqualTo("resolved");
    assertThat(Severity.TICKET.label()).isEqualTo("ticket");
    assertThat(EndReason.NO_TRAFFIC.label()).isEqualTo("no-traffic");
  }

  @Test
  void aSubjectIsOfTheServiceThatAnswers() {
    Place edge = new Place.Edge("payment", "bank");
    Call call = new Call(Frame.of("front", "checkout"), Frame.of("payment", "pay"));

    assertThat(new Subject.PlaceTime(edge).service()).isEqualTo("bank");
    assertThat(new Subject.ErrorShare(edge).service()).isEqualTo("bank");
    assertThat(new Subject.CallShare(call).service()).isEqualTo("payment");
  }
}
