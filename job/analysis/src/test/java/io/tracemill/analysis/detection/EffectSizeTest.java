package io.tracemill.analysis.detection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tracemill.analysis.incident.Finding;
import io.tracemill.analysis.incident.Subject.PlaceTime;
import io.tracemill.analysis.place.Call;
import io.tracemill.analysis.place.Place;
import org.junit.jupiter.api.Test;

class EffectSizeTest {
  private static final int REQUESTS = 10;
  private static final Place PLACE = Chains.operation("payment");
  private static final Call CALL = new Call(Learned.ENDPOINT, Chains.frame("payment"));

  /** A place's milliseconds before and now, in requests that take so long before. */
  private static Learned place(double before, double now, double whole) {
    return Learned.of(pane -> pane(pane, before, whole), pane -> pane(pane, now, whole));
  }

  private static PaneBuilder pane(PaneBuilder pane, double place, double whole) {
    return pane.times(PLACE, REQUESTS, request -> place)
        .times(Place.Request.WHOLE, REQUESTS, request -> whole)
        .call(Learned.ENDPOINT, REQUESTS, Chains.frame("payment"), REQUESTS / 2);
  }

  private static boolean isLarge(Learned learned) {
    return learned.effects.of(learned.slower(PLACE)).isPresent();
  }

  @Test
  void aPlaceTakesThreeMillisecondsMore() {
    assertThat(isLarge(place(5, 7, 10))).isFalse();
    assertThat(isLarge(place(5, 9, 10))).isTrue();
  }

  @Test
  void aPlaceTakesATwentiethOfTheEndpointsDurationMore() {
    assertThat(isLarge(place(100, 140, 1000))).isFalse();
    assertThat(isLarge(place(100, 170, 1000))).isTrue();
  }

  @Test
  void aPlaceTakesAQuarterOfItsOwnTimeMore() {
    assertThat(isLarge(place(100, 115, 110))).isFalse();
    assertThat(isLarge(place(100, 140, 110))).isTrue();
  }

  @Test
  void aFasterPlaceIsNone() {
    Learned learned = place(100, 10, 110);
    Question faster = learned.question(new PlaceTime(PLACE), -3, 0);

    assertThat(learned.effects.of(faster)).isEmpty();
    assertThat(isLarge(learned)).isFalse();
  }

  @Test
  void aPlaceCostsWhatItsCallsTakeMore() {
    Learned learned = place(20, 40, 100);
    Finding found = learned.effects.of(learned.slower(PLACE)).orElseThrow();

    double requests = REQUESTS * Learned.WINDOW;
    assertThat(found.after().requests()).isEqualTo((long) requests);
    assertThat(found.after().all()).isEqualTo((long) requests);
    assertThat(found.before().meanNanos()).isBetween(18_900_000L, 21_100_000L);
    assertThat(found.after().meanNanos()).isBetween(37_900_000L, 42_100_000L);
    assertThat(found.contributionNanos())
        .isCloseTo(
            REQUESTS * Learned.WINDOW * (found.after().meanNanos() - found.before().meanNanos()),
            within((long) requests));
    assertThat(found.endpoints()).containsExactly(Learned.ENDPOINT);
  }

  @Test
  void aCallsShareChangesByThreeTenthsEitherWay() {
    Learned learned = place(20, 20, 100);

    assertThat(learned.effects.of(learned.call(CALL, 0.75, 0.5))).isEmpty();
    assertThat(learned.effects.of(learned.call(CALL, 0.85, 0.5))).isPresent();
    assertThat(learned.effects.of(learned.call(CALL, 0.15, 0.5))).isPresent();
  }

  @Test
  void errorsRiseByOneInFifty() {
    Learned learned = place(20, 20, 100);

    assertThat(learned.effects.of(learned.errors(PLACE, 0.015))).isEmpty();
    assertThat(learned.effects.of(learned.errors(PLACE, 0.03))).isPresent();
  }

  @Test
  void errorsCostTheEndpointsMeanForEachExtraOne() {
    Learned learned = place(20, 20, 100);
    Finding found = learned.effects.of(learned.errors(PLACE, 0.5)).orElseThrow();

    assertThat(found.contributionNanos()).isCloseTo(2_000_000_000L, within(100_000_000L));
    assertThat(found.after().share()).isEqualTo(0.5);
  }
}
