package io.tracemill.console.feed;

import static io.tracemill.console.feed.TestRecords.BUY;
import static io.tracemill.console.feed.TestRecords.MINUTE;
import static io.tracemill.console.feed.TestRecords.PAY;
import static io.tracemill.console.feed.TestRecords.anomaly;
import static io.tracemill.console.feed.TestRecords.incident;
import static io.tracemill.console.feed.TestRecords.jobQuality;
import static io.tracemill.console.feed.TestRecords.mutation;
import static io.tracemill.console.feed.TestRecords.node;
import static io.tracemill.console.feed.TestRecords.profile;
import static io.tracemill.console.feed.TestRecords.record;
import static io.tracemill.console.feed.TestRecords.stacks;
import static io.tracemill.console.feed.TestRecords.watch;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.incident.Incident.Severity;
import io.tracemill.analysis.span.Frame;
import io.tracemill.connectors.live.EndpointView;
import io.tracemill.connectors.live.IncidentView;
import io.tracemill.connectors.live.LatencyPoint;
import io.tracemill.connectors.live.Picture;
import io.tracemill.connectors.live.PictureLimits;
import io.tracemill.connectors.live.StepShare;
import io.tracemill.connectors.output.ResultStream;
import io.tracemill.console.feed.TestRecords.Result;
import java.util.List;
import org.junit.jupiter.api.Test;

class PictureTest {
  private static final long NOON = 1_700_000_000_000L;
  private static final PictureLimits SMALL = new PictureLimits(3, 4, 5_000, 1_000, 3, 10 * MINUTE);

  private final Picture picture = new Picture(SMALL);

  private void accept(Result... results) {
    TestRecords.accept(picture, results);
  }

  private List<Frame> endpoints() {
    return picture.endpoints().stream().map(EndpointView::endpoint).toList();
  }

  private List<String> incidents() {
    return picture.incidents().stream().map(IncidentView::id).toList();
  }

  @Test
  void theNewestWindowOfAnEndpointReplacesTheOneBefore() {
    accept(profile(BUY, NOON, 60), profile(BUY, NOON + MINUTE, 120));
    EndpointView view = picture.find(BUY).orElseThrow();
    assertThat(view.points()).extracting(LatencyPoint::traces).containsExactly(60L, 120L);
    assertThat(view.profile()).isEqualTo(profile(BUY, NOON + MINUTE, 120).text());
    assertThat(picture.asOfMillis()).hasValue(NOON + MINUTE);
  }

  @Test
  void aRateIsKnownOnceTheJobHasObservedAWholeWindow() {
    accept(jobQuality(NOON), profile(BUY, NOON, 60));
    assertThat(picture.find(BUY).orElseThrow().ratePerSecond()).isEmpty();
    accept(profile(BUY, NOON + MINUTE, 120));
    assertThat(picture.find(BUY).orElseThrow().ratePerSecond()).hasValue(2);
  }

  @Test
  void theRateOfRecordsThatAreCompleteIsThatOfTheObservedPartOfAWindow() {
    accept(jobQuality(NOON), profile(BUY, NOON + MINUTE / 2, 60));
    picture.complete();
    assertThat(picture.find(BUY).orElseThrow().ratePerSecond()).hasValue(2);
  }

  @Test
  void thereIsNoRateWithoutAccountsOfTheJob() {
    accept(profile(BUY, NOON, 60));
    assertThat(picture.find(BUY).orElseThrow().ratePerSecond()).isEmpty();
    picture.complete();
    assertThat(picture.find(BUY).orElseThrow().ratePerSecond()).isEmpty();
  }

  @Test
  void aNewerRecordOfAWindowReplacesTheOlder() {
    accept(profile(BUY, NOON, 60), profile(BUY, NOON, 61));
    assertThat(picture.find(BUY).orElseThrow().points())
        .extracting(LatencyPoint::traces)
        .containsExactly(61L);
  }

  @Test
  void anOlderWindowIsIgnored() {
    accept(profile(BUY, NOON, 60), profile(BUY, NOON - MINUTE, 7));
    EndpointView view = picture.find(BUY).orElseThrow();
    assertThat(view.newest().traces()).isEqualTo(60);
    assertThat(view.points()).hasSize(1);
    assertThat(picture.asOfMillis()).hasValue(NOON);
  }

  @Test
  void thePastIsBounded() {
    for (int minute = 0; minute < 9; minute++) {
      accept(profile(BUY, NOON + minute * MINUTE, minute));
    }
    assertThat(picture.find(BUY).orElseThrow().points())
        .extracting(LatencyPoint::traces)
        .containsExactly(5L, 6L, 7L, 8L);
  }

  @Test
  void endpointsWithoutRequestsForLongestMakeRoom() {
    accept(profile(BUY, NOON, 1), profile(PAY, NOON + 1, 1));
    accept(profile(Frame.of("a", "a"), NOON + 2, 1), profile(Frame.of("b", "b"), NOON + 3, 1));
    assertThat(endpoints()).doesNotContain(BUY).hasSize(3);
  }

  @Test
  void profilesMakeRoomWhenTheyAreTooLargeTogether() {
    Picture picture =
        new Picture(
            new PictureLimits(
                100, 4, 3L * profile(BUY, NOON, 1).text().length(), 1_000, 3, 10 * MINUTE));
    for (int i = 0; i < 9; i++) {
      TestRecords.accept(picture, profile(Frame.of("shop", "bu" + i), NOON + i, 1));
    }
    assertThat(picture.endpoints())
        .extracting(view -> view.endpoint().operation())
        .containsExactly("bu6", "bu7", "bu8");
  }

  @Test
  void anEndpointWithoutRequestsIsForgotten() {
    accept(profile(BUY, NOON, 1), watch(PAY, NOON, "learning"));
    accept(profile(Frame.of("a", "a"), NOON + 10 * MINUTE, 1));
    assertThat(endpoints()).contains(BUY);
    accept(profile(Frame.of("a", "a"), NOON + 11 * MINUTE, 1));
    assertThat(endpoints()).doesNotContain(BUY);
    assertThat(picture.watches()).isEmpty();
    assertThat(picture.find(BUY)).isEmpty();
  }

  @Test
  void anEndpointThatIsOnlyWatchedIsNotListed() {
    accept(watch(BUY, NOON, "blind"));
    assertThat(endpoints()).isEmpty();
    assertThat(picture.watches()).containsOnlyKeys(BUY);
  }

  @Test
  void aWatchTakesNoRoomOfOtherEndpoints() {
    accept(profile(BUY, NOON, 1), profile(PAY, NOON, 1), profile(Frame.of("a", "a"), NOON, 1));
    accept(watch(Frame.of("b", "b"), NOON + 1, "blind"));
    assertThat(picture.watches()).isEmpty();
    assertThat(endpoints()).hasSize(3);
  }

  @Test
  void theHottestStepAndTheEdgesAreSharesOfAllRequests() {
    accept(profile(BUY, NOON, 60));
    EndpointView view = picture.find(BUY).orElseThrow();
    assertThat(view.steps()).startsWith(new StepShare("shop", "buy", "", 0.6));
    assertThat(view.edges()).containsExactly(new StepShare("shop", "", "bank", 0.1));
  }

  @Test
  void anEndpointBehindSeveralGatewaysHasSeveralRoots() {
    Result profile = profile(BUY, NOON, 60);
    node(profile.json().withArray("tree"), -1, BUY, 1_000, 1_000);
    accept(TestRecords.result(profile.stream(), profile.key(), profile.json()));
    EndpointView view = picture.find(BUY).orElseThrow();
    assertThat(view.steps()).startsWith(new StepShare("shop", "buy", "", 0.8));
    assertThat(view.edges()).containsExactly(new StepShare("shop", "", "bank", 0.05));
  }

  @Test
  void recordsOfAStreamAreThoseOfTheNewestWindow() {
    accept(
        record(ResultStream.HOTSPOTS, NOON, "a", "old"),
        record(ResultStream.HOTSPOTS, NOON + 1, "a", "new"),
        record(ResultStream.HOTSPOTS, NOON + 1, "b", "other"),
        record(ResultStream.HOTSPOTS, NOON, "c", "late"));
    assertThat(picture.newestWindow(ResultStream.HOTSPOTS))
        .satisfiesExactly(
            first -> assertThat(first).contains("new"),
            second -> assertThat(second).contains("other"));
  }

  @Test
  void recordsWithoutEndpointsAreKeptTheNewestWindowFirst() {
    Picture picture = new Picture(PictureLimits.LIVE);
    for (int window = 1; window <= 25; window++) {
      TestRecords.accept(picture, stacks(BUY, NOON + window, "no-anomaly", ""));
    }
    assertThat(picture.records(ResultStream.STACK_EXPLANATIONS))
        .hasSize(24)
        .first()
        .asString()
        .contains(Long.toString(NOON + 25));
  }

  @Test
  void theNewestAnomaliesOfEachEndpointAreKept() {
    Picture picture = new Picture(PictureLimits.LIVE);
    TestRecords.accept(picture, anomaly(PAY, "pay", NOON));
    for (int i = 0; i < 1_010; i++) {
      TestRecords.accept(picture, anomaly(BUY, "buy" + i, NOON + i));
    }
    assertThat(picture.records(ResultStream.ANOMALIES, BUY))
        .hasSize(1_000)
        .first()
        .asString()
        .contains("buy1009");
    assertThat(picture.records(ResultStream.ANOMALIES)).hasSize(1_001);
  }

  @Test
  void aNewerRecordWithTheSameKeyReplacesTheOlder() {
    accept(
        record(ResultStream.HOTSPOTS, NOON, "a", "first"),
        record(ResultStream.HOTSPOTS, NOON, "a", "second"));
    assertThat(picture.newestWindow(ResultStream.HOTSPOTS))
        .singleElement()
        .asString()
        .contains("second");
  }

  @Test
  void changesOfAnEndpointAreKeptTheNewestFirst() {
    for (int minute = 0; minute < 20; minute++) {
      accept(record(ResultStream.CHANGES, BUY, NOON + minute, "no" + minute + "."));
    }
    List<String> changes = picture.records(ResultStream.CHANGES, BUY);
    assertThat(changes.get(0)).contains("no19.");
    assertThat(String.join("", changes).length()).isLessThanOrEqualTo(1_000);
  }

  @Test
  void aFullShelfDropsTheEndpointThatWasWrittenLeastRecently() {
    accept(
        record(ResultStream.CHANGES, BUY, NOON, "x".repeat(300)),
        record(ResultStream.CHANGES, PAY, NOON, "x".repeat(300)),
        record(ResultStream.CHANGES, BUY, NOON, "y".repeat(300)),
        record(ResultStream.CHANGES, Frame.of("a", "a"), NOON, "x".repeat(300)));
    assertThat(picture.records(ResultStream.CHANGES, PAY)).isEmpty();
    assertThat(picture.records(ResultStream.CHANGES, BUY)).hasSize(1);
  }

  @Test
  void aShelfWithoutEndpointsIsBoundedToo() {
    for (int i = 0; i < 50; i++) {
      accept(record(ResultStream.HOTSPOTS, NOON + i, "a", "x".repeat(200) + i));
    }
    assertThat(picture.newestWindow(ResultStream.HOTSPOTS))
        .singleElement()
        .asString()
        .contains("49");
    accept(record(ResultStream.HOTSPOTS, NOON + 99, "a", "x".repeat(2_000)));
    assertThat(picture.newestWindow(ResultStream.HOTSPOTS)).isEmpty();
  }

  @Test
  void incidentsAreTheWorstFirst() {
    Picture picture = new Picture(PictureLimits.LIVE);
    TestRecords.accept(picture, incident("ended", "page", 0, NOON, NOON));
    TestRecords.accept(picture, incident("ended later", "info", 0, NOON, NOON + 1));
    TestRecords.accept(picture, incident("info", "info", 1, NOON, NOON));
    TestRecords.accept(picture, incident("second page", "page", 4, NOON, NOON));
    TestRecords.accept(picture, incident("ticket", "ticket", 2, NOON, NOON));
    TestRecords.accept(picture, incident("page", "page", 3, NOON, NOON));
    assertThat(picture.incidents())
        .extracting(IncidentView::id)
        .containsExactly("page", "second page", "ticket", "info", "ended later", "ended");
  }

  @Test
  void mutedIncidentsComeAfterTheOthersThatFireAndAreNotCounted() {
    Picture picture = new Picture(PictureLimits.LIVE);
    TestRecords.accept(picture, incident("ended", "page", 0, NOON, NOON));
    TestRecords.accept(picture, TestRecords.mutedIncident("muted", "shop", "move", NOON));
    TestRecords.accept(picture, incident("ticket", "ticket", 2, NOON, NOON));
    assertThat(picture.incidents())
        .extracting(IncidentView::id)
        .containsExactly("ticket", "muted", "ended");
    assertThat(picture.firingBySeverity())
        .containsEntry(Severity.PAGE, 0L)
        .containsEntry(Severity.TICKET, 1L);
  }

  @Test
  void anOlderRecordOfAnIncidentIsIgnored() {
    accept(incident("a", "page", 0, NOON, NOON + 1), incident("a", "page", 1, NOON, NOON));
    assertThat(picture.incident("a").orElseThrow().firing()).isFalse();
  }

  @Test
  void anIncidentThatTheJobDoesNotWriteAnyMoreHasEnded() {
    accept(incident("a", "page", 1, NOON, NOON));
    accept(profile(BUY, NOON + 15 * MINUTE, 1));
    assertThat(picture.incident("a").orElseThrow().firing()).isTrue();
    accept(profile(BUY, NOON + 16 * MINUTE, 1));
    assertThat(picture.incident("a").orElseThrow().firing()).isFalse();
    accept(incident("b", "info", 1, NOON, NOON + 16 * MINUTE));
    assertThat(incidents()).containsExactly("b", "a");
  }

  @Test
  void incidentsThatEndedMakeRoomFirst() {
    accept(
        incident("old", "page", 1, NOON, NOON),
        incident("ended", "page", 0, NOON, NOON + 9),
        incident("b", "page", 1, NOON, NOON + 1),
        incident("c", "page", 1, NOON, NOON + 2));
    assertThat(incidents()).containsExactlyInAnyOrder("old", "b", "c");
    accept(incident("d", "page", 1, NOON, NOON + 3));
    assertThat(incidents()).containsExactlyInAnyOrder("b", "c", "d");
  }

  @Test
  void mutationsFollowTheirIncident() {
    accept(mutation("m1", "a"), incident("a", "page", 1, NOON, NOON), mutation("m2", "a"));
    assertThat(picture.mutations("a"))
        .containsExactly(mutation("m1", "a").text(), mutation("m2", "a").text());
    assertThat(picture.records(ResultStream.MUTATIONS, BUY)).hasSize(2);
    assertThat(picture.records(ResultStream.MUTATIONS, PAY)).isEmpty();
    for (int i = 1; i <= 3; i++) {
      accept(incident("b" + i, "page", i, NOON, NOON + i));
    }
    assertThat(picture.incident("a")).isEmpty();
    assertThat(picture.mutations("a")).isEmpty();
  }

  @Test
  void whatIsNoJsonObjectIsNoRecord() {
    for (String text : List.of("", "[]", "1", "{", "null", "nonsense")) {
      assertThat(picture.accept(ResultStream.PROFILES, "", text)).as(text).isFalse();
    }
  }
}
