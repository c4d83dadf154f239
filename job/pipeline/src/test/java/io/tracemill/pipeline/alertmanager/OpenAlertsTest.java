package io.tracemill.pipeline.alertmanager;

import static io.tracemill.pipeline.alertmanager.TestIncident.at;
import static io.tracemill.pipeline.alertmanager.TestIncident.firing;
import static io.tracemill.pipeline.alertmanager.TestIncident.resolved;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.place.Place;
import io.tracemill.pipeline.alertmanager.OpenAlerts.Offered;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Windows are fresh for ten minutes, firing is believed for four, and repeated after one. */
class OpenAlertsTest {
  private static final int CAPACITY = 3;

  private final OpenAlerts alerts = empty();

  private static OpenAlerts empty() {
    return new OpenAlerts(Settings.to(URI.create("http://host")), CAPACITY);
  }

  /** Posts all that is due, each with success. */
  private static List<Alert> postAll(OpenAlerts alerts, long minute) {
    List<Alert> due = alerts.due(at(minute));
    due.forEach(alert -> alerts.answered(alert, at(minute)));
    return due;
  }

  private List<Alert> postAll(long minute) {
    return postAll(alerts, minute);
  }

  @Test
  void theEndTakesThePlaceOfAFiringThatWasNotPosted() {
    alerts.offer(firing("i1", 1).alert(), at(1));
    alerts.offer(resolved("i1", 2).alert(), at(2));
    assertThat(postAll(2)).containsExactly(resolved("i1", 2).alert());
  }

  @Test
  void firingIsRepeatedEveryMinuteUntilItEnds() {
    alerts.offer(firing("i1", 1).alert(), at(1));
    assertThat(postAll(1)).hasSize(1);
    assertThat(alerts.due(at(2) - 1)).isEmpty();
    assertThat(postAll(2)).hasSize(1);
    alerts.offer(resolved("i1", 3).alert(), at(3));
    assertThat(postAll(3)).hasSize(1);
    assertThat(postAll(100)).isEmpty();
    assertThat(alerts.snapshot()).isEmpty();
  }

  @Test
  void aWindowThatEndedLongAgoOpensNoAlert() {
    assertThat(alerts.offer(firing("i1", 0).alert(), at(10))).isEqualTo(Offered.TAKEN);
    assertThat(alerts.offer(firing("i2", 0).alert(), at(10) + 1)).isEqualTo(Offered.STALE);
    assertThat(alerts.offer(resolved("i3", 0).alert(), at(11))).isEqualTo(Offered.STALE);
    assertThat(postAll(11)).hasSize(1);
  }

  @Test
  void theEndOfAnOpenAlertIsPostedHoweverLateTheJobIs() {
    alerts.offer(firing("i1", 1).alert(), at(1));
    postAll(1);
    assertThat(alerts.offer(resolved("i1", 2).alert(), at(90))).isEqualTo(Offered.TAKEN);
    assertThat(postAll(90)).containsExactly(resolved("i1", 2).alert());
  }

  @Test
  void aTicketThatBecomesAPageEndsAsATicket() {
    alerts.offer(firing("i1", 1).ticket().alert(), at(1));
    postAll(1);
    alerts.offer(firing("i1", 2).alert(), at(2));
    assertThat(postAll(2))
        .containsExactlyInAnyOrder(
            firing("i1", 1).ticket().alert().ended(at(2)), firing("i1", 2).alert());
    alerts.offer(resolved("i1", 3).ticket().alert(), at(3));
    assertThat(postAll(3))
        .singleElement()
        .satisfies(
            post -> {
              assertThat(post.firing()).isFalse();
              assertThat(post.labels()).containsEntry("severity", "page");
            });
  }

  @Test
  void aPageStaysOneAndItsServiceIsTheFirst() {
    alerts.offer(firing("i1", 1).alert(), at(1));
    postAll(1);
    alerts.offer(firing("i1", 2).ticket().blaming(new Place.Edge("a", "b")).alert(), at(2));
    assertThat(postAll(2))
        .singleElement()
        .satisfies(post -> assertThat(post.labels()).isEqualTo(firing("i1", 1).alert().labels()));
  }

  @Test
  void anEndIsForgottenWhenAlertmanagerHasFoundOutByItself() {
    alerts.offer(firing("i1", 1).alert(), at(1));
    postAll(1);
    alerts.offer(resolved("i1", 2).alert(), at(2));
    assertThat(alerts.dropExpired(at(6))).isZero();
    assertThat(alerts.dropExpired(at(6) + 1)).isEqualTo(1);
    assertThat(alerts.snapshot()).isEmpty();
  }

  @Test
  void thereIsRoomForSoManyAlerts() {
    for (int i = 0; i < CAPACITY; i++) {
      assertThat(alerts.offer(firing("i" + i, 1).alert(), at(1))).isEqualTo(Offered.TAKEN);
    }
    assertThat(alerts.offer(firing("more", 1).alert(), at(1))).isEqualTo(Offered.NO_ROOM);
    assertThat(alerts.offer(resolved("i0", 2).alert(), at(2))).isEqualTo(Offered.TAKEN);
    postAll(2);
    assertThat(alerts.offer(firing("more", 2).alert(), at(2))).isEqualTo(Offered.TAKEN);
  }

  @Test
  void whatHasWaitedLongestIsFirst() {
    alerts.offer(firing("i1", 1).alert(), at(1) + 1);
    alerts.offer(firing("i2", 1).alert(), at(1));
    assertThat(postAll(2)).containsExactly(firing("i2", 1).alert(), firing("i1", 1).alert());
  }

  @Test
  void whatComesDuringAPostIsPostedAfterIt() {
    alerts.offer(firing("i1", 1).alert(), at(1));
    List<Alert> onItsWay = alerts.due(at(1));
    alerts.offer(resolved("i1", 2).alert(), at(2));
    onItsWay.forEach(alert -> alerts.answered(alert, at(2)));
    assertThat(postAll(2)).containsExactly(resolved("i1", 2).alert());
  }

  @Test
  void afterARestoreOpenAlertsAreRepeatedAtOnce() {
    alerts.offer(firing("i1", 1).alert(), at(1));
    postAll(1);
    alerts.offer(resolved("i2", 1).alert(), at(1));
    OpenAlerts restored = empty();
    restored.restore(alerts.snapshot(), at(2));
    assertThat(postAll(restored, 2))
        .containsExactlyInAnyOrder(firing("i1", 1).alert(), resolved("i2", 1).alert());
  }

  @Test
  void afterALongOutageOnlyANewerRecordOpensThemAgain() {
    alerts.offer(firing("i1", 1).alert(), at(1));
    postAll(1);
    OpenAlerts restored = empty();
    restored.restore(alerts.snapshot(), at(60));
    assertThat(postAll(restored, 60)).isEmpty();
    restored.offer(firing("i1", 30).alert(), at(60));
    assertThat(postAll(restored, 60)).isEmpty();
    restored.offer(firing("i1", 59).alert(), at(60));
    assertThat(postAll(restored, 60)).hasSize(1);
  }
}
