package io.tracemill.pipeline.alertmanager;

import static io.tracemill.pipeline.alertmanager.TestIncident.MINUTE;
import static io.tracemill.pipeline.alertmanager.TestIncident.at;
import static io.tracemill.pipeline.alertmanager.TestIncident.firing;
import static io.tracemill.pipeline.alertmanager.TestIncident.resolved;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.incident.Incident.Severity;
import io.tracemill.analysis.place.Place;
import io.tracemill.pipeline.alertmanager.Outbox.Offered;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Windows are fresh for ten minutes, firing is believed for four, and repeated after one. */
class OutboxTest {
  private static final int CAPACITY = 3;

  private final Outbox outbox = emptyOutbox();

  private static Outbox emptyOutbox() {
    return new Outbox(Settings.to(URI.create("http://host")), CAPACITY);
  }

  /** Posts all that is due, each with success. */
  private static List<AlertPost> postAll(Outbox outbox, long minute) {
    List<AlertPost> posted = new ArrayList<>();
    Optional<AlertPost> next = outbox.next(at(minute));
    while (next.isPresent()) {
      posted.add(next.get());
      outbox.accepted(next.get(), at(minute));
      next = outbox.next(at(minute));
    }
    return posted;
  }

  private List<AlertPost> postAll(long minute) {
    return postAll(outbox, minute);
  }

  @Test
  void theNewestRecordOfAnIncidentIsTheOneThatIsPosted() {
    outbox.offer(firing("i1", 1).post(), at(1));
    outbox.offer(firing("i1", 2).post(), at(2));
    assertThat(postAll(2)).containsExactly(firing("i1", 2).post());
  }

  @Test
  void theEndTakesThePlaceOfAFiringThatWasNotPosted() {
    outbox.offer(firing("i1", 1).post(), at(1));
    outbox.offer(resolved("i1", 2).post(), at(2));
    assertThat(postAll(2)).containsExactly(resolved("i1", 2).post());
  }

  @Test
  void firingIsRepeatedEveryMinuteUntilItEnds() {
    outbox.offer(firing("i1", 1).post(), at(1));
    assertThat(postAll(1)).hasSize(1);
    assertThat(outbox.millisToNext(at(1))).isEqualTo(MINUTE);
    assertThat(outbox.next(at(2) - 1)).isEmpty();
    assertThat(postAll(2)).hasSize(1);
    outbox.offer(resolved("i1", 3).post(), at(3));
    assertThat(postAll(3)).hasSize(1);
    assertThat(postAll(100)).isEmpty();
    assertThat(outbox.snapshot()).isEmpty();
  }

  @Test
  void itIsRepeatedAlsoWhereTheClockWasPutBack() {
    outbox.offer(firing("i1", 1).post(), at(1));
    postAll(1);
    assertThat(outbox.millisToNext(at(-60))).isZero();
    assertThat(postAll(-60)).hasSize(1);
  }

  @Test
  void whatHasWaitedLongestIsNext() {
    outbox.offer(firing("i1", 1).post(), at(1));
    outbox.offer(firing("i2", 1).post(), at(1) + 1);
    outbox.postpone(firing("i1", 1).post(), at(2));
    assertThat(postAll(2)).containsExactly(firing("i2", 1).post(), firing("i1", 1).post());
  }

  @Test
  void aWindowThatEndedLongAgoOpensNoAlert() {
    assertThat(outbox.offer(firing("i1", 0).post(), at(10))).isEqualTo(Offered.TAKEN);
    assertThat(outbox.offer(firing("i2", 0).post(), at(10) + 1)).isEqualTo(Offered.STALE);
    assertThat(outbox.offer(resolved("i3", 0).post(), at(11))).isEqualTo(Offered.STALE);
    assertThat(postAll(11)).hasSize(1);
  }

  @Test
  void aFreshRecordOpensWhatWasSkipped() {
    outbox.offer(firing("i1", 1).post(), at(60));
    assertThat(postAll(60)).isEmpty();
    outbox.offer(firing("i1", 59).post(), at(60));
    assertThat(postAll(60)).containsExactly(firing("i1", 59).post());
  }

  @Test
  void theEndOfAnOpenAlertIsPostedHoweverLateTheJobIs() {
    outbox.offer(firing("i1", 1).post(), at(1));
    postAll(1);
    assertThat(outbox.offer(resolved("i1", 2).post(), at(90))).isEqualTo(Offered.TAKEN);
    assertThat(postAll(90)).containsExactly(resolved("i1", 2).post());
  }

  @Test
  void aTicketThatBecomesAPageEndsAsATicket() {
    outbox.offer(firing("i1", 1).ticket().post(), at(1));
    postAll(1);
    outbox.offer(firing("i1", 2).post(), at(2));
    assertThat(postAll(2))
        .containsExactlyInAnyOrder(
            firing("i1", 1).ticket().post().ended(at(2)), firing("i1", 2).post());
    outbox.offer(resolved("i1", 3).ticket().post(), at(3));
    assertThat(postAll(3))
        .singleElement()
        .satisfies(
            post -> {
              assertThat(post.firing()).isFalse();
              assertThat(post.identity().severity()).isEqualTo(Severity.PAGE);
            });
  }

  @Test
  void aPageStaysOneAndItsServiceIsTheFirst() {
    outbox.offer(firing("i1", 1).post(), at(1));
    postAll(1);
    outbox.offer(firing("i1", 2).ticket().blaming(new Place.Edge("a", "b")).post(), at(2));
    assertThat(postAll(2))
        .singleElement()
        .satisfies(
            post -> assertThat(post.identity()).isEqualTo(firing("i1", 1).post().identity()));
  }

  @Test
  void anEndEndsTheTicketThatItIsThoughTheRecordSaysPage() {
    outbox.offer(firing("i1", 1).ticket().post(), at(1));
    postAll(1);
    outbox.offer(resolved("i1", 2).post(), at(2));
    assertThat(postAll(2))
        .singleElement()
        .satisfies(post -> assertThat(post.identity().severity()).isEqualTo(Severity.TICKET));
    assertThat(outbox.snapshot()).isEmpty();
  }

  @Test
  void whatIsRefusedIsTriedAgainWithTheNextRecordOnlyAndIsNewsOnce() {
    outbox.offer(firing("i1", 1).post(), at(1));
    assertThat(outbox.refused(firing("i1", 1).post(), at(1))).isTrue();
    assertThat(postAll(60)).isEmpty();
    outbox.offer(firing("i1", 59).post(), at(60));
    assertThat(outbox.refused(firing("i1", 59).post(), at(60))).isFalse();
    outbox.offer(resolved("i1", 60).post(), at(61));
    assertThat(outbox.refused(resolved("i1", 60).post(), at(61))).isFalse();
    assertThat(outbox.snapshot()).isEmpty();
  }

  @Test
  void whatComesDuringAPostIsPostedAfterIt() {
    outbox.offer(firing("i1", 1).post(), at(1));
    AlertPost onItsWay = outbox.next(at(1)).orElseThrow();
    outbox.offer(resolved("i1", 2).post(), at(2));
    outbox.accepted(onItsWay, at(2));
    assertThat(postAll(2)).containsExactly(resolved("i1", 2).post());
  }

  @Test
  void anEndIsForgottenWhenAlertmanagerHasFoundOutByItself() {
    outbox.offer(firing("i1", 1).post(), at(1));
    postAll(1);
    outbox.offer(resolved("i1", 2).post(), at(2));
    assertThat(outbox.forgetExpired(at(6))).isZero();
    assertThat(outbox.forgetExpired(at(6) + 1)).isEqualTo(1);
    assertThat(outbox.snapshot()).isEmpty();
  }

  @Test
  void thereIsRoomForSoManyAlerts() {
    for (int i = 0; i < CAPACITY; i++) {
      assertThat(outbox.offer(firing("i" + i, 1).post(), at(1))).isEqualTo(Offered.TAKEN);
    }
    assertThat(outbox.offer(firing("more", 1).post(), at(1))).isEqualTo(Offered.NO_ROOM);
    assertThat(outbox.offer(resolved("i0", 2).post(), at(2))).isEqualTo(Offered.TAKEN);
    postAll(2);
    assertThat(outbox.offer(firing("more", 2).post(), at(2))).isEqualTo(Offered.TAKEN);
  }

  private void fillWithTickets() {
    for (int i = 0; i < CAPACITY; i++) {
      outbox.offer(firing("t" + i, 1).since(-i).ticket().post(), at(1));
    }
    postAll(1);
  }

  @Test
  void aPageTakesThePlaceOfTheYoungestTicketWhereThereIsNoRoom() {
    fillWithTickets();

    assertThat(outbox.offer(firing("page", 1).post(), at(1))).isEqualTo(Offered.DISPLACING);

    assertThat(postAll(2))
        .extracting(post -> post.identity().incident())
        .containsExactlyInAnyOrder("page", "t1", "t2");
    assertThat(outbox.offer(firing("t0", 2).ticket().post(), at(2))).isEqualTo(Offered.NO_ROOM);
  }

  @Test
  void aTicketThatIsOverGoesFirst() {
    fillWithTickets();
    outbox.offer(resolved("t2", 2).ticket().post(), at(2));

    assertThat(outbox.offer(firing("page", 2).post(), at(2))).isEqualTo(Offered.DISPLACING);

    assertThat(postAll(3))
        .extracting(post -> post.identity().incident())
        .containsExactlyInAnyOrder("page", "t0", "t1");
  }

  @Test
  void aTicketThatBecomesAPageTakesItsOwnPlaceWhereThereIsNoRoom() {
    fillWithTickets();

    assertThat(outbox.offer(firing("t1", 2).since(-1).post(), at(2))).isEqualTo(Offered.TAKEN);

    assertThat(postAll(2))
        .filteredOn(post -> post.identity().incident().equals("t1"))
        .singleElement()
        .satisfies(post -> assertThat(post.identity().severity()).isEqualTo(Severity.PAGE));
    assertThat(outbox.snapshot()).hasSize(CAPACITY);
  }

  @Test
  void whatIsOverBeforeItIsPostedDisplacesNobody() {
    fillWithTickets();

    assertThat(outbox.offer(resolved("page", 1).post(), at(1))).isEqualTo(Offered.NO_ROOM);
  }

  @Test
  void whatNobodyWasToldIsUntold() {
    outbox.offer(firing("i1", 1).post(), at(1));
    outbox.postpone(firing("i1", 1).post(), at(2));
    assertThat(outbox.untold()).containsExactly(firing("i1", 1).post());
    postAll(2);
    assertThat(outbox.untold()).isEmpty();
  }

  @Test
  void afterARestoreOpenAlertsAreRepeatedAtOnce() {
    outbox.offer(firing("i1", 1).post(), at(1));
    postAll(1);
    outbox.offer(resolved("i2", 1).post(), at(1));
    Outbox restored = emptyOutbox();
    restored.restore(outbox.snapshot(), at(2));
    assertThat(postAll(restored, 2))
        .containsExactlyInAnyOrder(firing("i1", 1).post(), resolved("i2", 1).post());
  }

  @Test
  void afterALongOutageOnlyANewerRecordOpensThemAgain() {
    outbox.offer(firing("i1", 1).post(), at(1));
    postAll(1);
    Outbox restored = emptyOutbox();
    restored.restore(outbox.snapshot(), at(60));
    assertThat(postAll(restored, 60)).isEmpty();
    restored.offer(firing("i1", 30).post(), at(60));
    assertThat(postAll(restored, 60)).isEmpty();
    restored.offer(firing("i1", 59).post(), at(60));
    assertThat(postAll(restored, 60)).hasSize(1);
  }

  @Test
  void ofALateJobWhatAlertmanagerStillBelievesIsRepeatedAfterARestore() {
    outbox.offer(firing("i1", 1).post(), at(1));
    postAll(1);
    postAll(58);
    Outbox restored = emptyOutbox();
    restored.restore(outbox.snapshot(), at(60));
    assertThat(postAll(restored, 60)).hasSize(1);
  }
}
