package io.tracemill.analysis.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tracemill.analysis.record.EndpointProfile;
import io.tracemill.analysis.request.RequestAnalysis;
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
  private static final ProfileLimits WIDE = new ProfileLimits(100, 50, 100, 4);
  private static final ProfileLimits NARROW = new ProfileLimits(3, 3, 2, 2);

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
    NavigableMap<Long, EndpointAccumulator> added = new TreeMap<>();
    for (int i = 0; i < panes.size(); i++) {
      if (!panes.get(i).isEmpty()) {
        EndpointAccumulator pane = pane(panes.get(i), WIDE);
        added.put((long) i, pane);
        window.add(i, pane);
      }
      assertThat(window.profile(TestRequest.ENDPOINT, i + 1L))
          .as("window that ends at %d", i + 1)
          .isEqualTo(merged(added, i + 1L - length, i + 1L));
    }
  }

  private static Optional<EndpointProfile> merged(
      NavigableMap<Long, EndpointAccumulator> panes, long start, long end) {
    EndpointAccumulator all = new EndpointAccumulator(WIDE);
    panes.subMap(start, true, end, false).values().forEach(all::merge);
    return all.count() == 0
        ? Optional.empty()
        : Optional.of(ProfileReader.profile(all, TestRequest.ENDPOINT, start, end));
  }

  @Property(tries = 300)
  void aWindowThatIsMadeAnewOfItsPanesSaysTheSameAlsoWhereLimitsChoose(
      @ForAll("panes") List<List<RequestAnalysis>> panes,
      @ForAll @IntRange(min = 1, max = 8) int length) {
    SlidingWindow window = new SlidingWindow(length, NARROW);
    for (int i = 0; i < panes.size(); i++) {
      window.add(i, pane(panes.get(i), NARROW));
      SlidingWindow anew = new SlidingWindow(length, NARROW);
      for (int start = Math.max(0, i + 1 - length); start <= i; start++) {
        anew.add(start, pane(panes.get(start), NARROW));
      }
      assertThat(anew.profile(TestRequest.ENDPOINT, i + 1L))
          .isEqualTo(window.profile(TestRequest.ENDPOINT, i + 1L));
    }
  }

  @Test
  void aPaneThatIsNotLaterThanTheOthersIsRefused() {
    SlidingWindow window = new SlidingWindow(3, WIDE);
    window.add(4, new EndpointAccumulator(WIDE));

    assertThatThrownBy(() -> window.add(4, new EndpointAccumulator(WIDE)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("pane 4 is too late");
    assertThatThrownBy(() -> window.add(2, new EndpointAccumulator(WIDE)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static EndpointAccumulator pane(List<RequestAnalysis> requests, ProfileLimits limits) {
    EndpointAccumulator pane = new EndpointAccumulator(limits);
    requests.forEach(request -> pane.add(request));
    return pane;
  }
}
