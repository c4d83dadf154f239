package io.tracemill.cli.screen;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tracemill.analysis.record.StreamRecord;
import io.tracemill.connectors.live.PictureLimits;
import io.tracemill.connectors.output.ResultStream;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

final class IncidentsOnScreenTest {
  private Instant now = Instant.ofEpochMilli(Records.START).plusSeconds(60);
  private ScreenState state = state(record -> true);

  @Test
  void theTopOfThePageReadsLikeThis() {
    watched("GET /", "watching", "", 120);
    watched("GET /old", "learning", ",\"reason\":\"new\",\"untilMillis\":" + at(241), 120);
    watched("GET /odd", "blind", ",\"reason\":\"few-requests\"", 120);
    incident("over", "recovered", "ticket", 115);
    incident("slow", "firing", "page", 120);
    incident("odd", "firing", "ticket", 120);
    incident("more", "firing", "info", 120);

    assertThat(top(state))
        .isEqualTo(
            """
            INCIDENTS   2 firing, 1 notice; watching 1 of 3 endpoints; learning until 00:05: frontend GET /old;
                        blind (few-requests): frontend GET /odd.
              PAGE      payment -> slow is slow: +245 ms a call since 00:00 UTC.
                        POST /checkout mean 150 -> 419 ms, p95 210 -> 480 ms (1,840 of 2,100 requests). Chance:
                        less than 1 in 10,000.
              ticket    payment -> odd is slow: +245 ms a call since 00:00 UTC.
                        POST /checkout mean 150 -> 419 ms, p95 210 -> 480 ms (1,840 of 2,100 requests). Chance:
                        less than 1 in 10,000.
              notice    payment -> more is slow: +245 ms a call since 00:00 UTC.
                        POST /checkout mean 150 -> 419 ms, p95 210 -> 480 ms (1,840 of 2,100 requests). Chance:
                        less than 1 in 10,000.
              resolved  Over (recovered): payment -> over is slow: +245 ms a call since 00:00 UTC.
                        POST /checkout mean 150 -> 419 ms, p95 210 -> 480 ms (1,840 of 2,100 requests). Chance:
                        less than 1 in 10,000.
            """);
  }

  @Test
  void linksOfTracesStandOnLinesOfTheirOwn() {
    String link = "https://traces.example.com/explore?left=" + "x".repeat(120);
    String links = "{\"links\":{\"before\":[\"%s/b\"],\"after\":[\"%s/a\"]},".formatted(link, link);
    String incident = Records.incident("slow", "firing", "page", 60).toString();
    Records.accept(state, ResultStream.INCIDENTS, Records.parse(links + incident.substring(1)));

    assertThat(top(state).lines().map(String::strip))
        .contains(link + "/a", link + "/b")
        .containsSubsequence("after:", link + "/a", "before:", link + "/b");
    assertThat(state.incidentChanges()).hasSize(3);
  }

  @Test
  void aResolvedIncidentGoesAfterTenMinutes() {
    incident("slow", "recovered", "page", 60);
    profileEndsAt(60 + 600);
    assertThat(top(state)).contains("resolved");
    profileEndsAt(60 + 601);
    assertThat(top(state)).doesNotContain("resolved");
    assertThat(state.hasIncidents()).isFalse();
  }

  @Test
  void anOldEndReplacesTheIncidentThatFired() {
    incident("slow", "firing", "page", 60);
    profileEndsAt(1000);
    incident("slow", "recovered", "page", 120);
    assertThat(top(state))
        .contains("INCIDENTS   none;")
        .doesNotContain("PAGE", "stale", "resolved");
    incident("slow", "firing", "page", 115);
    assertThat(top(state)).contains("INCIDENTS   none;").doesNotContain("PAGE", "stale");
  }

  @Test
  void aNoticeIsNoIncident() {
    incident("more", "firing", "info", 60);
    assertThat(top(state)).contains("INCIDENTS   none, 1 notice;", "  notice    payment -> more");
    incident("more", "recovered", "info", 90);
    assertThat(top(state)).contains("INCIDENTS   none;").doesNotContain("more");
  }

  @Test
  void anIncidentThatGoesOnUnchangedStays() {
    for (int second = 60; second < 1200; second += 30) {
      incident("slow", "firing", "page", second);
    }
    incidentsOpen(1, 1200);
    assertThat(top(state)).contains("1 firing", "PAGE");
  }

  @Test
  void anIncidentThatTheJobKnowsNothingOfAnyMoreIsNoPage() {
    incident("slow", "firing", "page", 60);
    incidentsOpen(0, 120);
    assertThat(top(state)).contains("PAGE");
    incidentsOpen(0, 121);
    assertThat(top(state))
        .contains("INCIDENTS   none;", "stale     no record since 00:01:00")
        .doesNotContain("PAGE");
    profileEndsAt(60 + 3601);
    assertThat(top(state)).doesNotContain("stale");
  }

  @Test
  void anIncidentWithoutAWordForFifteenMinutesIsNoPage() {
    incident("slow", "firing", "page", 60);
    profileEndsAt(60 + 900);
    assertThat(top(state)).contains("PAGE");
    profileEndsAt(60 + 901);
    assertThat(top(state))
        .contains("INCIDENTS   none;", "stale     no record since 00:01:00")
        .doesNotContain("PAGE");
  }

  @Test
  void onceTheJobIsSilentThePageSaysSince() {
    incident("slow", "firing", "page", 60);
    now = now.plusSeconds(30);
    assertThat(render(state)).startsWith("INCIDENTS");
    now = now.plusSeconds(1);
    assertThat(render(state)).startsWith("NO RESULTS FROM THE JOB SINCE 00:01:00");
    profileEndsAt(65);
    assertThat(render(state)).startsWith("INCIDENTS");
  }

  @Test
  void aLineTellsOfEachChangeOnce() {
    incident("slow", "firing", "ticket", 60);
    incident("slow", "firing", "ticket", 65);
    incident("slow", "firing", "page", 70);
    incident("slow", "recovered", "page", 120);

    assertThat(state.incidentChanges())
        .containsExactly(
            "00:01:00  ticket    " + summary("slow"),
            "00:01:10  PAGE      " + summary("slow"),
            "00:02:00  resolved  Over (recovered): " + summary("slow"));
    assertThat(state.incidentChanges()).isEmpty();
  }

  @Test
  void whatIsOverWhenItIsFirstHeardOfIsNoNews() {
    incident("slow", "recovered", "page", 120);
    assertThat(state.incidentChanges()).isEmpty();
    assertThat(top(state)).contains("resolved");
  }

  @Test
  void anOlderRecordDoesNotBringAnIncidentBack() {
    incident("slow", "recovered", "page", 120);
    incident("slow", "firing", "page", 115);
    assertThat(top(state)).contains("none").doesNotContain("PAGE");
  }

  @Test
  void anIncidentOnceShownIsFollowedToItsEndWhateverItsEndpoints() {
    ScreenState filtered =
        state(record -> record.about().stream().anyMatch(each -> each.service().equals("here")));
    JsonNode elsewhere = Records.incident("slow", "firing", "page", 60);
    Records.accept(filtered, ResultStream.INCIDENTS, elsewhere);
    assertThat(filtered.hasIncidents()).isFalse();

    String text = elsewhere.toString();
    String here = text.replace("\"service\":\"frontend\"", "\"service\":\"here\"");
    Records.accept(filtered, ResultStream.INCIDENTS, Records.parse(here));
    assertThat(top(filtered)).contains("PAGE");
    Records.accept(
        filtered, ResultStream.INCIDENTS, Records.incident("slow", "no-traffic", "page", 90));
    assertThat(top(filtered)).contains("resolved  Over (no-traffic): ").doesNotContain("PAGE");
  }

  @Test
  void silenceIsNoHealthWhileTheJobLearnsOrIsBlind() {
    assertThat(top(state)).contains("it is unknown whether the job would find one");
    watched("GET /", "learning", ",\"untilMillis\":" + at(240), 60);
    assertThat(top(state))
        .contains("none; LEARNING what is normal until 00:04: the job cannot find any yet.");
    watched("GET /", "blind", "", 65);
    assertThat(top(state)).contains("none; BLIND: ");
    watched("GET /", "watching", "", 70);
    assertThat(top(state)).contains("none; watching 1 of 1 endpoint.");
  }

  @Test
  void ofWhatCameAfterTheNewestReportsNothingIsKnown() {
    watched("GET /", "watching", "", 60);
    now = now.plusSeconds(30);
    assertThat(top(state)).contains("none; watching 1 of 1 endpoint.");
    now = now.plusSeconds(1);
    assertThat(top(state))
        .contains("none; BEHIND, or no traffic: no result after 00:01:00; watching");
    watched("GET /", "watching", "", 65);
    assertThat(top(state)).contains("none; watching 1 of 1 endpoint.");
  }

  @Test
  void whatCameBeforeTheStartIsReadFirstAndThatIsNoLag() {
    state = new ScreenState(0, now.toEpochMilli(), record -> true, () -> now);
    watched("GET /", "learning", "", 20);
    assertThat(top(state))
        .contains("none; CATCHING UP with older traffic, now at 00:00:20; LEARNING")
        .doesNotContain("BEHIND");
    watched("GET /", "watching", "", 60);
    assertThat(top(state)).contains("none; watching 1 of 1 endpoint.");
    watched("GET /", "watching", "", 90);
    now = now.plusSeconds(61);
    assertThat(top(state)).contains("none; BEHIND");
  }

  @Test
  void aJobMayLagByTwoSlidesAndTheOneThatIsUnderWay() {
    String ofFiveSeconds = Records.watched("GET /", "blind", 60).toString();
    String ofAMinute = ofFiveSeconds.replace("" + (Records.START + 55_000), "" + Records.START);
    Records.accept(state, ResultStream.QUALITY, Records.parse(ofAMinute));
    now = now.plusSeconds(180);
    assertThat(top(state)).contains("none; BLIND");
    now = now.plusSeconds(1);
    assertThat(top(state)).contains("none; BEHIND");
  }

  @Test
  void anEndpointThatIsHeardOfNoMoreIsNotCounted() {
    watched("GET /", "watching", "", 60);
    watched("GET /gone", "watching", "", 40);
    assertThat(top(state)).contains("watching 1 of 1 endpoint.");
  }

  @Test
  void manyIncidentsDoNotFillTheScreen() {
    for (int i = 0; i < 3 * PictureLimits.SCREEN.incidents(); i++) {
      incident("i" + i, "firing", "ticket", 60);
    }
    assertThat(top(state).lines()).hasSizeLessThan(30);
    assertThat(top(state)).contains("and 992 more");
  }

  @Test
  void summariesCannotSteerTheTerminal() {
    incident("\\u001b[2J\\u202e", "firing", "page", 60);
    assertThat(state.incidentChanges())
        .allMatch(line -> line.chars().noneMatch(Character::isISOControl))
        .noneMatch(line -> line.contains("\u202e"));
    assertThat(top(state)).doesNotContain("\u001b").doesNotContain("\u202e");
  }

  @Test
  void nothingOfASummaryIsCut() {
    String name = "com.example." + "y".repeat(100) + ".pay";
    incident(name, "firing", "page", 60);

    assertThat(top(state).replaceAll("\\s", "")).contains(name, "Chance:lessthan1in10,000.");
  }

  private ScreenState state(Predicate<StreamRecord> wanted) {
    InstantSource clock = () -> now;
    return new ScreenState(0, 0, wanted, clock);
  }

  private void incident(String id, String status, String severity, int endSecond) {
    Records.accept(
        state, ResultStream.INCIDENTS, Records.incident(id, status, severity, endSecond));
  }

  private void watched(String operation, String label, String more, int endSecond) {
    Records.accept(state, ResultStream.QUALITY, Records.watched(operation, label, more, endSecond));
  }

  private static long at(int second) {
    return Records.START + second * 1000L;
  }

  private void incidentsOpen(int count, int endSecond) {
    Records.accept(
        state,
        ResultStream.QUALITY,
        Records.parse(
            "{\"scope\":\"job\",\"window\":{\"endMillis\":%d},\"incidents\":{\"open\":%d}}"
                .formatted(Records.START + endSecond * 1000L, count)));
  }

  private void profileEndsAt(int endSecond) {
    Records.accept(state, ResultStream.PROFILES, Records.profile("GET /", endSecond, 10, 5, "[]"));
  }

  private static String summary(String id) {
    return "payment -> " + id + " " + Records.CHANGE;
  }

  private static String render(ScreenState state) {
    return ProfileScreen.of(false).render(state);
  }

  /** The page above its endpoints. */
  private static String top(ScreenState state) {
    List<String> lines =
        render(state).lines().takeWhile(line -> !line.startsWith("ENDPOINTS")).toList();
    return String.join("\n", lines) + "\n";
  }
}
