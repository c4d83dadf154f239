package io.tracemill.analysis.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tracemill.analysis.record.EndpointProfile;
import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.request.TestRequest;
import io.tracemill.analysis.sample.GivenRows;
import io.tracemill.analysis.sample.RequestRow;
import io.tracemill.analysis.sums.DurationScale;
import io.tracemill.analysis.sums.EndpointSums;
import io.tracemill.analysis.sums.SumRules;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Panes of one millisecond. */
class SlidingWindowTest {
  private static final DurationScale SCALE = new DurationScale(1_000_000);
  private static final SumRules WIDE = new SumRules(100, 50, 100, SCALE);
  private static final SumRules NARROW = new SumRules(3, 3, 2, SCALE);

  @Provide
  Arbitrary<List<List<RequestAnalysis>>> panes() {
    return TestRequest.any().map(SlidingWindowTest::cut);
  }

  /** No request is in two panes. */
  private static List<List<RequestAnalysis>> cut(List<RequestAnalysis> requests) {
    List<List<RequestAnalysis>> panes = new ArrayList<>();
    int from = 0;
    for (int i = 0; from < requests.size(); i++) {
      int to = Math.min(requests.size(), from + i % 4);
      panes.add(requests.subList(from, to));
      from = to;
    }
    return panes;
  }

  @Property(tries = 300)
  void aProfileIsThatOfAllPanesOfTheWindowMergedAnew(
      @ForAll("panes") List<List<RequestAnalysis>> panes,
      @ForAll @IntRange(min = 1, max = 8) int length) {
    SlidingWindow window = new SlidingWindow(length, WIDE);
    NavigableMap<Long, EndpointSums> added = new TreeMap<>();
    for (int i = 0; i < panes.size(); i++) {
      if (!panes.get(i).isEmpty()) {
        EndpointSums pane = pane(panes.get(i), WIDE);
        added.put((long) i, pane);
        window.add(i, pane, GivenRows.of(panes.get(i)));
      }
      assertThat(window.profile(TestRequest.ENDPOINT, i + 1L))
          .as("window that ends at %d", i + 1)
          .isEqualTo(merged(added, rows(panes, i + 1 - length, i + 1), i + 1L - length, i + 1L));
      EndpointSums all = EndpointSums.sum(WIDE, added.tailMap(i + 1L - length).values());
      assertThat(window.requests(i + 1L).counts(TestRequest.ENDPOINT, 0))
          .isEqualTo(all.counts(TestRequest.ENDPOINT, 0));
    }
  }

  private static List<RequestRow> rows(List<List<RequestAnalysis>> panes, int start, int end) {
    return panes.subList(Math.max(0, start), end).stream()
        .map(GivenRows::of)
        .flatMap(List::stream)
        .toList();
  }

  private static Optional<EndpointProfile> merged(
      NavigableMap<Long, EndpointSums> panes, List<RequestRow> rows, long start, long end) {
    EndpointSums all = new EndpointSums(WIDE);
    panes.subMap(start, true, end, false).values().forEach(all::merge);
    return all.count() == 0
        ? Optional.empty()
        : Optional.of(ProfileReader.profile(all, rows, TestRequest.ENDPOINT, start, end));
  }

  @Property(tries = 300)
  void aWindowThatIsMadeAnewOfItsPanesSaysTheSameAlsoWhereLimitsChoose(
      @ForAll("panes") List<List<RequestAnalysis>> panes,
      @ForAll @IntRange(min = 1, max = 8) int length) {
    SlidingWindow window = new SlidingWindow(length, NARROW);
    for (int i = 0; i < panes.size(); i++) {
      window.add(i, pane(panes.get(i), NARROW), GivenRows.of(panes.get(i)));
      SlidingWindow anew = new SlidingWindow(length, NARROW);
      for (int start = Math.max(0, i + 1 - length); start <= i; start++) {
        anew.add(start, pane(panes.get(start), NARROW), GivenRows.of(panes.get(start)));
      }
      assertThat(anew.profile(TestRequest.ENDPOINT, i + 1L))
          .isEqualTo(window.profile(TestRequest.ENDPOINT, i + 1L));
    }
  }

  @Test
  void aPaneThatIsNotLaterThanTheOthersIsRefused() {
    SlidingWindow window = new SlidingWindow(3, WIDE);
    window.add(4, new EndpointSums(WIDE), List.of());

    assertThatThrownBy(() -> window.add(4, new EndpointSums(WIDE), List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("pane 4 is too late");
    assertThatThrownBy(() -> window.add(2, new EndpointSums(WIDE), List.of()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static EndpointSums pane(List<RequestAnalysis> requests, SumRules limits) {
    EndpointSums pane = new EndpointSums(limits);
    requests.forEach(pane::add);
    pane.finish();
    return pane;
  }
}
