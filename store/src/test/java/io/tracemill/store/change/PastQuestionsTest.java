package io.tracemill.store.change;

import static io.tracemill.analysis.request.TestRequest.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tracemill.analysis.cohort.CohortSplit.ByTime;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.profile.ProfileReader;
import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.sums.DurationScale;
import io.tracemill.analysis.sums.EndpointSums;
import io.tracemill.analysis.sums.PaneCounts;
import io.tracemill.analysis.sums.SumRules;
import io.tracemill.store.engine.EngineLimits;
import io.tracemill.store.engine.QueryException;
import io.tracemill.store.engine.Store;
import io.tracemill.store.engine.StoreSession;
import io.tracemill.store.layout.StoredPane;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PastQuestionsTest {
  /** A whole hour. */
  private static final long START = 1_795_600_800_000L;

  private static final long MINUTE = 60_000;
  private static final Frame SHOP = Frame.of("shop", "GET /");
  private static final SumRules RULES = new SumRules(100, 100, 10, new DurationScale(1000));

  @TempDir private Path directory;

  private static RequestAnalysis shop(int id, Random random) {
    return request(id)
        .category(random.nextInt(4))
        .call("shop", 1_000_000 + random.nextInt(5_000_000))
        .below(0, "db", 2_000_000 + random.nextInt(9_000_000))
        .build();
  }

  private static List<StoredPane> panes(int minute, List<RequestAnalysis> requests) {
    return TestPanes.minute(SHOP, START + minute * MINUTE, requests, RULES);
  }

  private StoreSession session(List<StoredPane> panes, Period time) {
    return session(panes, time, EngineLimits.DEFAULT);
  }

  private StoreSession session(List<StoredPane> panes, Period time, EngineLimits limits) {
    TestPanes.write(directory, panes);
    return Store.open(directory, Optional.empty(), limits).session(time);
  }

  @Test
  void aProfileIsThatOfTheRequestsOfItsWholePanes() {
    Random random = new Random(3);
    EndpointSums expected = new EndpointSums(RULES);
    List<StoredPane> panes = new ArrayList<>();
    for (int minute = 0; minute < 6; minute++) {
      List<RequestAnalysis> requests = new ArrayList<>();
      for (int i = 0; i < 50; i++) {
        requests.add(shop(100 * minute + i, random));
      }
      if (minute >= 1 && minute < 4) {
        requests.forEach(expected::add);
      }
      panes.addAll(panes(minute, requests));
    }
    panes.add(new StoredPane(START + MINUTE, MINUTE, SHOP, 7, StoredPane.VERSION - 1, new byte[0]));

    Period asked = new Period(START + MINUTE / 2, START + 4 * MINUTE + 1);
    expected.finish();
    PastProfile past;
    try (StoreSession session = session(panes, asked)) {
      past = PastProfile.ask(session, asked, SHOP, RULES);
    }

    assertThat(past.profile())
        .isEqualTo(
            ProfileReader.profile(expected, List.of(), SHOP, START + MINUTE, START + 4 * MINUTE));
    assertThat(past.profile().traceCount()).isEqualTo(150);
    assertThat(past.otherVersions()).isEqualTo(1);
    assertThat(past.data()).isEqualTo(new Period(START, START + 5 * MINUTE));
  }

  @Test
  void countsOfLongRangesAreAddedUpInLongerPanes() {
    Random random = new Random(4);
    List<StoredPane> panes = new ArrayList<>();
    for (int minute = 0; minute < 520; minute++) {
      panes.addAll(panes(minute, List.of(shop(2 * minute, random))));
    }
    Period before = new Period(START, START + 500 * MINUTE);
    Period after = new Period(START + 500 * MINUTE, START + 520 * MINUTE);
    // Each range has more panes than an answer may have rows.
    EngineLimits fewRows = EngineLimits.DEFAULT.withMaxRows(10);
    PastChange change;
    try (StoreSession session = session(panes, new Period(START, START + 520 * MINUTE), fewRows)) {
      change = PastChange.ask(session, session, new ByTime(before, after), Optional.empty(), RULES);
    }

    assertThat(change.cohorts().paneMillis()).isEqualTo(3 * MINUTE);
    assertThat(change.cohorts().before().panes())
        .hasSize(167)
        .allSatisfy(
            pane -> assertThat(pane.stream().mapToLong(PaneCounts::requests).sum()).isIn(3L, 2L));
    assertThat(change.cohorts().before().requestCount()).isEqualTo(500);
    assertThat(change.cohorts().after().panes()).hasSize(7);
  }

  @Test
  void twoRangesAreComparedInPanesOfOneLength() {
    Random random = new Random(5);
    List<StoredPane> panes = new ArrayList<>();
    for (int minute = 0; minute < 20; minute++) {
      panes.addAll(panes(minute, List.of(shop(2 * minute, random), shop(2 * minute + 1, random))));
    }
    Period before = new Period(START, START + 12 * MINUTE);
    Period after = new Period(START + 12 * MINUTE, START + 20 * MINUTE);
    PastChange change;
    try (StoreSession session = session(panes, new Period(START, START + 20 * MINUTE))) {
      change = PastChange.ask(session, session, new ByTime(before, after), Optional.empty(), RULES);
      assertThat(PastChange.stretches(session, before, 1)).containsExactly(before);
    }

    assertThat(change.cohorts().paneMillis()).isEqualTo(MINUTE);
    assertThat(change.cohorts().before().panes()).hasSize(12);
    assertThat(change.cohorts().after().panes()).hasSize(8);
    assertThat(change.cohorts().before().time()).isEqualTo(before);
    assertThat(change.cohorts().after().requestCount()).isEqualTo(16);
  }

  @Test
  void aRangeWithoutAWholePaneIsRefusedInOneLine() {
    Period asked = new Period(START + 1, START + MINUTE - 1);
    try (StoreSession session = session(panes(0, List.of(shop(1, new Random(6)))), asked)) {
      assertThatThrownBy(() -> PastProfile.ask(session, asked, SHOP, RULES))
          .isInstanceOf(QueryException.class)
          .hasMessageStartingWith("no pane is wholly in ");
      assertThatThrownBy(() -> PastProfile.ask(session, new Period(1_000, 2_000), SHOP, RULES))
          .isInstanceOf(QueryException.class)
          .hasMessage("the store has no requests of this time; give another range of time");
    }
  }
}
