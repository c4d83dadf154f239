package io.tracemill.analysis.incident;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.incident.Incident.Severity;
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
                    Optional.empty(),
                    Severity.PAGE,
                    1,
                    10,
                    20,
                    30,
                    List.of(),
                    List.of(),
                    100))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("0123");
  }

  @Test
  void ofCohortsItHasTheirTimesAndAnIdOfTheseTimes() {
    Period before = new Period(1_000_000, 1_600_000);
    Period after = new Period(1_600_000, 1_900_000);
    Incident found = incident();
    Incident dated = found.dated(before, after);

    assertThat(dated.sinceMillis()).isEqualTo(1_600_000);
    assertThat(dated.firedMillis()).isEqualTo(1_900_000);
    assertThat(dated.endMillis()).isEqualTo(1_900_000);
    assertThat(dated.culprit().window()).isEqualTo(after);
    assertThat(dated.culprit().baseline()).isEqualTo(before);
    assertThat(dated.culprit().after()).isEqualTo(found.culprit().after());
    assertThat(dated.id()).matches("[0-9a-f]{32}").isEqualTo(found.dated(before, after).id());
    assertThat(dated.id()).isNotEqualTo(found.dated(before, new Period(1_600_000, 2_000_000)).id());
    assertThat(dated.idOf(dated.culprit()))
        .matches("[0-9a-f]{32}")
        .isNotEqualTo(dated.id())
        .isNotEqualTo(found.idOf(found.culprit()));
  }

  private static Incident incident() {
    Frame endpoint = Frame.of("front", "checkout");
    Subject slow = new Subject.PlaceTime(new Place.Edge("payment", "bank"));
    Finding finding =
        Finding.at(
            endpoint,
            slow,
            new Finding.Side(100, 120, 5, 1),
            new Finding.Side(50, 60, 9, 1),
            new Period(60, 90),
            new Period(0, 60),
            1e-9,
            200);
    return new Incident(
        "0123",
        Optional.empty(),
        Severity.PAGE,
        1,
        70,
        90,
        90,
        List.of(endpoint),
        List.of(finding),
        200);
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
