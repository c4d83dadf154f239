package io.tracemill.analysis.incident;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.incident.HandlingRules.Owner;
import io.tracemill.analysis.incident.Incident.Severity;
import io.tracemill.analysis.incident.Subject.ErrorShare;
import io.tracemill.analysis.incident.Subject.PlaceTime;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.span.Frame;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HandlingRulesTest {
  private static final Mute.Hours ALWAYS =
      hours("00:00", "00:00", EnumSet.allOf(DayOfWeek.class), "UTC");
  private static final Subject BANK = new PlaceTime(new Place.Edge("payment", "bank"));

  private static Mute.Hours hours(String start, String end, Set<DayOfWeek> days, String zone) {
    return new Mute.Hours(LocalTime.parse(start), LocalTime.parse(end), days, ZoneId.of(zone));
  }

  private static Incident incident(Subject culprit, long endMillis, String... services) {
    List<Frame> endpoints = Stream.of(services).map(each -> Frame.of(each, "GET /")).toList();
    Finding.Side side = new Finding.Side(100, 100, 10, 1);
    Period period = new Period(0, 1);
    return new Incident(
        "i1",
        Optional.empty(),
        Severity.PAGE,
        1,
        0,
        0,
        endMillis,
        endpoints,
        List.of(new Finding(culprit, true, endpoints, side, side, period, period, 0.1, 1)),
        1);
  }

  private static Optional<String> owner(Incident incident, Owner... owners) {
    return new HandlingRules(List.of(owners), List.of()).of(incident).owner();
  }

  private static Optional<String> muted(Incident incident, Mute... mutes) {
    return new HandlingRules(List.of(), List.of(mutes)).of(incident).muted();
  }

  private static Optional<String> mutedAt(String time, Mute.Hours hours) {
    return muted(
        incident(BANK, Instant.parse(time).toEpochMilli(), "shop"),
        new Mute("move", "*", "*", Long.MIN_VALUE, Long.MAX_VALUE, hours));
  }

  @Test
  void theFirstPatternThatMatchesTheCauseNamesTheOwner() {
    assertThat(
            owner(
                incident(BANK, 5, "shop"),
                new Owner("shop", "a"),
                new Owner("b*", "b"),
                new Owner("bank", "c")))
        .contains("b");
  }

  @Test
  void withoutAPatternThatMatchesThereIsNoOwner() {
    assertThat(owner(incident(BANK, 5, "shop"), new Owner("shop", "a"))).isEmpty();
  }

  @Test
  void anIncidentOfWholeRequestsBelongsToTheirEndpoint() {
    assertThat(
            owner(
                incident(new ErrorShare(Place.Request.WHOLE), 5, "shop", "cart"),
                new Owner("cart", "a"),
                new Owner("shop", "b")))
        .contains("b");
  }

  @ParameterizedTest
  @CsvSource({"9, false", "10, true", "19, true", "20, false"})
  void aMuteBeginsWithItsFirstMillisecondAndEndsBeforeItsLast(long millis, boolean muted) {
    assertThat(
            muted(incident(BANK, millis, "shop"), new Mute("move", "*", "*", 10, 20, ALWAYS))
                .isPresent())
        .isEqualTo(muted);
  }

  @Test
  void aMuteCoversTheServicesOfItsPattern() {
    assertThat(muted(incident(BANK, 1, "shop"), new Mute("move", "shop", "*", 0, 9, ALWAYS)))
        .isEmpty();
    assertThat(muted(incident(BANK, 1, "shop"), new Mute("move", "ban*", "*", 0, 9, ALWAYS)))
        .contains("move");
  }

  @Test
  void aMuteOfEndpointsCoversNoIncidentWithAnother() {
    Mute mute = new Mute("move", "*", "shop *", 0, 9, ALWAYS);
    assertThat(muted(incident(BANK, 1, "shop", "shop"), mute)).contains("move");
    assertThat(muted(incident(BANK, 1, "shop", "cart"), mute)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "2026-11-28T21:59:00Z, false", // a Saturday
    "2026-11-28T22:00:00Z, true",
    "2026-11-29T06:29:00Z, true",
    "2026-11-29T06:30:00Z, false",
    "2026-11-29T22:00:00Z, false",
    "2026-11-28T03:00:00Z, false"
  })
  void hoursPastMidnightBelongToTheDayOnWhichTheyStart(String time, boolean muted) {
    assertThat(
            mutedAt(time, hours("22:00", "06:30", Set.of(DayOfWeek.SATURDAY), "UTC")).isPresent())
        .isEqualTo(muted);
  }

  @ParameterizedTest
  @CsvSource({
    "2026-07-01T06:30:00Z, true",
    "2026-07-01T07:30:00Z, false",
    "2026-12-01T06:30:00Z, false",
    "2026-12-01T07:30:00Z, true"
  })
  void hoursFollowTheClockOfTheirZone(String time, boolean muted) {
    assertThat(
            mutedAt(time, hours("08:00", "09:00", EnumSet.allOf(DayOfWeek.class), "Europe/Berlin"))
                .isPresent())
        .isEqualTo(muted);
  }

  @Test
  void aMuteThatNeverHoldsIsRejected() {
    assertThatThrownBy(() -> new Mute("move", "*", "*", 20, 20, ALWAYS))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("move");
  }
}
