package io.tracemill.pipeline.endpoint;

import static io.tracemill.pipeline.endpoint.EndpointHarness.MINUTE;
import static io.tracemill.pipeline.endpoint.EndpointHarness.incident;
import static io.tracemill.pipeline.endpoint.EndpointHarness.restored;
import static io.tracemill.pipeline.endpoint.EndpointHarness.started;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.explanation.ExplainedIncident;
import io.tracemill.analysis.explanation.Explanation;
import io.tracemill.analysis.explanation.FormerMutations;
import io.tracemill.analysis.explanation.IncidentRecords;
import io.tracemill.analysis.incident.Finding;
import io.tracemill.analysis.incident.Incident;
import io.tracemill.analysis.incident.Subject;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.record.MutationRecord;
import io.tracemill.analysis.span.Frame;
import io.tracemill.pipeline.judge.RoutedIncident;
import io.tracemill.pipeline.judge.RoutedIncident.HostVerdict;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.apache.flink.state.rocksdb.EmbeddedRocksDBStateBackend;
import org.junit.jupiter.api.Test;

/** Twenty minutes of 100 ms, then 300 ms; only the first pane of a minute has requests. */
class EndpointIncidentsTest {
  private static final int BEGAN = 20;

  private static Explanation explanation(ExplainedIncident incident) {
    return incident.explanation().orElseThrow();
  }

  private static Period minutes(long from, long to) {
    return new Period(from * MINUTE, to * MINUTE);
  }

  private static Period untilPaneAfter(long minute) {
    return new Period(BEGAN * MINUTE, minute * MINUTE + MINUTE / 2);
  }

  /** Since the end of the pane in which it began, as the judge says it. */
  private static double since() {
    return BEGAN + 0.5;
  }

  private static void slow(EndpointHarness harness, int until) throws Exception {
    harness.feedMinutes(0, BEGAN, 100);
    harness.feedMinutes(BEGAN, until, 300);
  }

  @Test
  void anIncidentIsExplainedByWhatWasBeforeItAndSince() throws Exception {
    try (var harness = started()) {
      slow(harness, BEGAN + 2);
      harness.feed(incident("i", since(), BEGAN + 2.5, true, 9));
      assertThat(harness.incidents()).as("its time has not come").isEmpty();
      harness.watermark((BEGAN + 3) * MINUTE);

      Explanation why = explanation(harness.incidents().get(0));
      assertThat(why.baseline()).as("30 panes").isEqualTo(minutes(BEGAN - 15, BEGAN));
      assertThat(why.window()).isEqualTo(untilPaneAfter(BEGAN + 2));
      assertThat(why.totals().before().traces()).isEqualTo(20 * 15);
      assertThat(why.totals().after().traces()).isEqualTo(40);
      assertThat(why.account().deltaMeanNanos()).isBetween(180_000_000L, 220_000_000L);
      assertThat(harness.side(EndpointFunction.CHANGES)).containsExactly(why);
    }
  }

  @Test
  void whatStackSamplesSayIsInItsRecordsUntilItEnds() throws Exception {
    try (var harness = started()) {
      slow(harness, BEGAN + 2);
      RoutedIncident first = incident("i", since(), BEGAN + 2, true, 9);
      harness.feed(first);
      harness.watermark((BEGAN + 2) * MINUTE + 1);
      for (String host : List.of("a", "b", "c", "d", "a")) {
        HostVerdict verdict = new HostVerdict(host, host.equals("b") ? "" : "on " + host);
        harness.feed(new RoutedIncident(first.endpoint(), first.incident(), Optional.of(verdict)));
      }
      harness.feed(incident("i", since(), BEGAN + 2.5, true, 9));
      harness.feed(incident("i", since(), BEGAN + 3, false, 9));
      harness.feed(incident("i", since(), BEGAN + 3.5, true, 9));
      harness.watermark((BEGAN + 4) * MINUTE);

      assertThat(harness.incidents())
          .extracting(each -> each.stacks().sentences())
          .containsExactly(
              List.of(),
              List.of("on a", "on c", "on d"),
              List.of("on a", "on c", "on d"),
              List.of());
    }
  }

  @Test
  void itIsExplainedAnewWhenItHasGrown() throws Exception {
    try (var harness = started()) {
      slow(harness, BEGAN + 2);
      harness.feed(incident("i", since(), BEGAN + 2, true, 9));
      harness.feed(incident("i", since(), BEGAN + 2.5, true, 9));
      harness.feedMinutes(BEGAN + 2, BEGAN + 3, 300);
      harness.feed(incident("i", since(), BEGAN + 3, true, 9));
      harness.watermark((BEGAN + 3) * MINUTE + 1);

      assertThat(harness.incidents())
          .extracting(incident -> explanation(incident).window())
          .containsExactly(
              minutes(BEGAN, BEGAN + 2), untilPaneAfter(BEGAN + 2), untilPaneAfter(BEGAN + 2));
      assertThat(harness.side(EndpointFunction.CHANGES)).hasSize(2);
    }
  }

  @Test
  void requestsAheadOfTheWatermarkExplainNothing() throws Exception {
    List<ExplainedIncident> explained = new ArrayList<>();
    for (boolean ahead : List.of(false, true)) {
      try (var harness = EndpointHarness.started(MINUTE / 2)) {
        slow(harness, BEGAN + 1);
        harness.feed(EndpointHarness.traffic(BEGAN + 1, 300));
        harness.watermark((BEGAN + 1) * MINUTE + MINUTE / 2);
        if (ahead) {
          harness.feed(EndpointHarness.traffic(BEGAN + 1.5, 900));
        }
        harness.feed(incident("i", since(), BEGAN + 1.5, true, 9));
        harness.watermark((BEGAN + 1) * MINUTE + MINUTE / 2 + 1);
        explained.addAll(harness.incidents());
      }
    }
    assertThat(explanation(explained.get(0)).totals().after().traces()).isEqualTo(20);
    assertThat(explained.get(1)).usingRecursiveComparison().isEqualTo(explained.get(0));
  }

  @Test
  void theJudgedPaneExplainsToo() throws Exception {
    try (var harness = started()) {
      slow(harness, BEGAN + 2);
      harness.feed(EndpointHarness.traffic(BEGAN + 2, 900));
      harness.watermark((BEGAN + 2) * MINUTE + MINUTE / 2);
      harness.feed(incident("i", since(), BEGAN + 2.5, true, 9));
      harness.watermark((BEGAN + 2) * MINUTE + MINUTE / 2 + 1);

      Explanation why = explanation(harness.incidents().get(0));
      assertThat(why.window()).isEqualTo(untilPaneAfter(BEGAN + 2));
      assertThat(why.totals().after().traces()).isEqualTo(60);
    }
  }

  @Test
  void theTimeOfAnotherIncidentIsNoBaseline() throws Exception {
    try (var harness = started()) {
      harness.feedMinutes(0, 5, 100);
      harness.feedMinutes(5, 10, 300);
      harness.feed(incident("first", 5.5, 10, true, 9));
      harness.watermark(10 * MINUTE + 1);
      harness.feedMinutes(10, 14, 100);
      harness.feed(incident("first", 5.5, 11, false, 9));
      harness.feedMinutes(14, 16, 300);
      harness.feed(incident("second", 14.5, 16, true, 9));
      harness.watermark(16 * MINUTE + 1);

      List<ExplainedIncident> all = harness.incidents();
      assertThat(explanation(all.get(0)).baseline()).isEqualTo(minutes(0, 5));
      assertThat(explanation(all.get(2)).baseline()).isEqualTo(minutes(11, 14));
      assertThat(explanation(all.get(2)).totals().before().traces()).isEqualTo(20 * 3);
    }
  }

  @Test
  void itsFiguresAreThoseOfItsRanges() throws Exception {
    try (var harness = started()) {
      slow(harness, BEGAN + 2);
      harness.feed(incident("i", since(), BEGAN + 2, true, 9));
      harness.watermark((BEGAN + 2) * MINUTE + 1);

      ExplainedIncident incident = harness.incidents().get(0);
      Finding finding = incident.incident().culprit();
      assertThat(finding.before().requests()).isEqualTo(20 * 15);
      assertThat(finding.after().requests()).isEqualTo(40);
      assertThat(finding.baseline()).isEqualTo(minutes(BEGAN - 15, BEGAN));
      assertThat(finding.window()).isEqualTo(minutes(BEGAN, BEGAN + 2));
      assertThat(finding.after().meanNanos() - finding.before().meanNanos())
          .isBetween(180_000_000L, 220_000_000L);
      assertThat(incident.incident().contributionNanos()).isEqualTo(finding.contributionNanos());
    }
  }

  @Test
  void anEndpointThatIsNotTheFirstTellsOfItsOwnFindingsAndItsAccount() throws Exception {
    try (var harness = started()) {
      slow(harness, BEGAN + 2);
      harness.feed(secondOf(incident("i", since(), BEGAN + 2, true, 9).incident()));
      harness.watermark((BEGAN + 2) * MINUTE + 1);

      ExplainedIncident part = harness.incidents().get(0);
      assertThat(part.isWhole()).isFalse();
      assertThat(IncidentRecords.mutations(part))
          .filteredOn(mutation -> mutation.kind() != MutationRecord.Kind.CATEGORY)
          .singleElement()
          .satisfies(
              mutation -> {
                assertThat(mutation.scope()).isEqualTo(MutationRecord.Scope.ENDPOINT);
                assertThat(mutation.rank()).isEqualTo(2);
                assertThat(mutation.before().traces()).isEqualTo(20 * 15);
              });
      assertThat(harness.side(EndpointFunction.CHANGES)).hasSize(1);
    }
  }

  @Test
  void anEndpointWithoutRequestsHasNotTheExplanationOfAnother() throws Exception {
    try (var harness = started()) {
      slow(harness, BEGAN + 2);
      Incident incident =
          secondOf(incident("i", since(), BEGAN + 2, true, 9).incident()).incident();
      for (Frame endpoint : List.of(EndpointHarness.FRONT, incident.endpoints().get(0))) {
        harness.feed(new RoutedIncident(endpoint, incident));
      }
      harness.watermark((BEGAN + 2) * MINUTE + 1);

      assertThat(harness.incidents()).hasSize(2);
      assertThat(harness.incidents())
          .filteredOn(part -> part.explanation().isPresent())
          .extracting(ExplainedIncident::at)
          .containsExactly(EndpointHarness.FRONT);
    }
  }

  /** The same incident with another first endpoint and a finding of all endpoints before it. */
  private static RoutedIncident secondOf(Incident first) {
    Frame other = Frame.of("front", "other");
    Finding slow = first.culprit();
    Finding own =
        Finding.at(
            EndpointHarness.FRONT,
            new Subject.ErrorShare(Place.Request.WHOLE),
            slow.before(),
            slow.after(),
            slow.window(),
            slow.baseline(),
            slow.pValue(),
            1);
    Finding all =
        new Finding(
            new Subject.PlaceTime(new Place.Service("db")),
            true,
            List.of(other, EndpointHarness.FRONT),
            slow.before(),
            slow.after(),
            slow.window(),
            slow.baseline(),
            slow.pValue(),
            10);
    return new RoutedIncident(
        EndpointHarness.FRONT,
        new Incident(
            first.id(),
            first.reason(),
            first.severity(),
            first.rank(),
            first.sinceMillis(),
            first.firedMillis(),
            first.endMillis(),
            all.endpoints(),
            List.of(all, own, slow),
            10));
  }

  @Test
  void anIncidentIsExplainedAsItWasWhenItWasLargest() throws Exception {
    try (var harness = started()) {
      slow(harness, BEGAN + 3);
      harness.feed(incident("i", since(), BEGAN + 3, true, 9));
      harness.feedMinutes(BEGAN + 3, BEGAN + 6, 100);
      harness.feed(incident("i", since(), BEGAN + 6, true, 9));
      harness.feed(incident("i", since(), BEGAN + 6.5, false, 9));
      harness.watermark((BEGAN + 7) * MINUTE);

      assertThat(harness.incidents())
          .extracting(incident -> explanation(incident).window())
          .containsExactly(
              minutes(BEGAN, BEGAN + 3), minutes(BEGAN, BEGAN + 3), minutes(BEGAN, BEGAN + 3));
    }
  }

  @Test
  void allMutationsThatWereFiringAreResolvedWithTheirIncident() throws Exception {
    Map<String, String> last = new HashMap<>();
    List<ExplainedIncident> incidents = new ArrayList<>();
    OperatorSubtaskState state;
    try (var harness = started(new EmbeddedRocksDBStateBackend())) {
      slow(harness, BEGAN + 3);
      harness.feed(incident("i", since(), BEGAN + 3, true, 3));
      harness.watermark((BEGAN + 3) * MINUTE + 1);
      for (int minute = BEGAN + 3; minute < BEGAN + 14; minute++) {
        harness.feed(EndpointHarness.traffic(minute, 300, "cache"));
        harness.watermark((minute + 1) * MINUTE);
      }
      harness.feed(incident("i", since(), BEGAN + 14, true, 4));
      harness.watermark((BEGAN + 14) * MINUTE + 1);
      state = harness.snapshot(1, 1);
      incidents.addAll(harness.incidents());
    }
    try (var harness = restored(new EmbeddedRocksDBStateBackend(), state, MINUTE)) {
      harness.feed(incident("i", since(), BEGAN + 14.5, false, 3));
      harness.watermark((BEGAN + 15) * MINUTE);
      incidents.addAll(harness.incidents());
    }

    for (ExplainedIncident incident : incidents) {
      IncidentRecords.mutations(incident)
          .forEach(mutation -> last.put(mutation.id(), mutation.status().label()));
    }
    assertThat(last).hasSizeGreaterThan(2);
    assertThat(last.values()).containsOnly("resolved");
    FormerMutations former = incidents.get(2).former();
    assertThat(former.categories())
        .isNotEmpty()
        .allSatisfy(each -> assertThat(each.window()).isEqualTo(minutes(BEGAN, BEGAN + 3)));
  }

  @Test
  void whatWasBeforeALongIncidentIsNotForgotten() throws Exception {
    try (var harness = started()) {
      slow(harness, BEGAN + 3);
      for (int end = BEGAN + 3; end < BEGAN + 240; end++) {
        harness.feed(incident("i", since(), end, true, 9));
        harness.feedMinutes(end, end + 1, 300);
      }
      List<ExplainedIncident> all = harness.incidents();
      Explanation last = explanation(all.get(all.size() - 1));
      assertThat(last.baseline()).isEqualTo(minutes(BEGAN - 15, BEGAN));
      assertThat(last.window().lengthMillis()).as("at most ten minutes").isEqualTo(10 * MINUTE);
    }
  }

  @Test
  void withoutRequestsSinceItBeganThereIsNoExplanation() throws Exception {
    try (var harness = started()) {
      slow(harness, BEGAN);
      harness.feed(incident("i", BEGAN + 0.8, BEGAN + 0.9, true, 9));
      harness.watermark((long) ((BEGAN + 0.9) * MINUTE));

      assertThat(harness.incidents())
          .singleElement()
          .satisfies(incident -> assertThat(incident.explanation()).isEmpty());
    }
  }

  @Test
  void withoutRequestsBeforeItThereIsNoExplanation() throws Exception {
    try (var harness = started()) {
      harness.feedMinutes(10, 12, 300);
      harness.feed(incident("i", 10.5, 12, true, 9));
      harness.watermark(12 * MINUTE + 1);

      assertThat(harness.incidents())
          .singleElement()
          .satisfies(incident -> assertThat(incident.explanation()).isEmpty());
    }
  }

  @Test
  void nothingStaysInStateOfAnIncidentThatEnded() throws Exception {
    try (var harness = started()) {
      slow(harness, BEGAN + 3);
      harness.feed(incident("i", since(), BEGAN + 3, true, 9));
      harness.feed(incident("i", since(), BEGAN + 4, false, 9));
      harness.watermark(Long.MAX_VALUE);

      assertThat(harness.incidents()).hasSize(2);
      assertThat(harness.numKeyedStateEntries()).isZero();
      assertThat(harness.numEventTimeTimers()).isZero();
    }
  }

  @Test
  void aRestoreInTheMiddleChangesNothing() throws Exception {
    List<Object> undisturbed = results(new HashMapStateBackend(), false);

    assertThat(undisturbed).hasSizeGreaterThan(BEGAN + 20);
    assertThat(results(new HashMapStateBackend(), true))
        .usingRecursiveComparison()
        .isEqualTo(undisturbed);
    assertThat(results(new EmbeddedRocksDBStateBackend(), true))
        .usingRecursiveComparison()
        .isEqualTo(undisturbed);
  }

  private static List<Object> results(StateBackend backend, boolean disturbed) throws Exception {
    List<Object> profiles = new ArrayList<>();
    List<Object> incidents = new ArrayList<>();
    EndpointHarness harness = started(backend);
    slow(harness, BEGAN + 2);
    for (int minute = BEGAN + 2; minute < BEGAN + 20; minute++) {
      harness.feed(incident("i", since(), minute + 0.5, minute < BEGAN + 18, minute));
      harness.feed(EndpointHarness.traffic(minute, 300));
      if (disturbed && minute % 3 == 0) {
        OperatorSubtaskState state = harness.snapshot(minute, minute);
        profiles.addAll(harness.extractOutputValues());
        incidents.addAll(harness.incidents());
        harness.close();
        harness = restored(backend, state, MINUTE);
      }
      harness.watermark((minute + 1) * MINUTE);
    }
    profiles.addAll(harness.extractOutputValues());
    incidents.addAll(harness.incidents());
    harness.close();
    profiles.addAll(incidents);
    return profiles;
  }

  @Test
  void tasksShareEndpointsAfterARescale() throws Exception {
    OperatorSubtaskState state;
    try (var harness = started()) {
      slow(harness, BEGAN + 2);
      harness.feed(incident("i", since(), BEGAN + 2.5, true, 9));
      state = harness.snapshot(1, 1);
    }
    List<ExplainedIncident> explained = new ArrayList<>();
    for (int task = 0; task < 3; task++) {
      try (var harness = EndpointHarness.rescaled(state, 3, task)) {
        harness.watermark(Long.MAX_VALUE);
        explained.addAll(harness.incidents());
        assertThat(harness.numKeyedStateEntries()).isZero();
      }
    }
    assertThat(explained)
        .singleElement()
        .satisfies(
            incident ->
                assertThat(explanation(incident).totals().before().traces()).isEqualTo(20 * 15));
  }
}
