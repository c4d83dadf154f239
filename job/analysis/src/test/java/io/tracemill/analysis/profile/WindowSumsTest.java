package io.tracemill.analysis.profile;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.record.EndpointProfile;
import io.tracemill.analysis.record.EndpointProfile.Increment;
import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.request.TestRequest;
import io.tracemill.analysis.sample.GivenRows;
import io.tracemill.analysis.sample.RequestRow;
import io.tracemill.analysis.sums.DurationScale;
import io.tracemill.analysis.sums.EndpointSums;
import io.tracemill.analysis.sums.ServiceEdge;
import io.tracemill.analysis.sums.SumRules;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;

class WindowSumsTest {
  private static final SumRules LIMITS = new SumRules(100, 50, 100, new DurationScale(1_000_000));
  private static final Period WINDOW = new Period(0, 60_000);

  @Provide
  Arbitrary<List<RequestAnalysis>> requests() {
    return TestRequest.any();
  }

  @Property(tries = 300)
  void aProfileIsThatOfAllRequestsInOneSumHoweverTheyAreCutIntoPanes(
      @ForAll("requests") List<RequestAnalysis> requests,
      @ForAll @IntRange(min = 1, max = 8) int paneSize) {
    WindowSums window = new WindowSums(LIMITS, WINDOW, 60_000);
    for (int from = 0; from < requests.size(); from += paneSize) {
      window.add(from, sums(requests.subList(from, Math.min(requests.size(), from + paneSize))));
    }
    List<RequestRow> rows = GivenRows.of(requests);

    Optional<EndpointProfile> profile = window.profile(TestRequest.ENDPOINT, rows);

    EndpointSums all = sums(requests);
    assertThat(profile)
        .usingRecursiveComparison()
        .ignoringFields("value.newest")
        .isEqualTo(
            all.count() == 0
                ? Optional.empty()
                : Optional.of(ProfileReader.profile(all, rows, TestRequest.ENDPOINT, 0, 60_000)));
    assertThat(window.requests().counts(TestRequest.ENDPOINT, 0))
        .isEqualTo(all.counts(TestRequest.ENDPOINT, 0));
  }

  @Test
  void aWindowWithoutRequestsHasNoProfile() {
    WindowSums window = new WindowSums(LIMITS, WINDOW, 60_000);
    window.add(0, new EndpointSums(LIMITS));

    assertThat(window.profile(TestRequest.ENDPOINT, List.of())).isEmpty();
  }

  @Property(tries = 300)
  void aProfileSaysWhichOfItsRequestsTheWindowBeforeLacks(
      @ForAll("requests") List<RequestAnalysis> before,
      @ForAll("requests") List<RequestAnalysis> after) {
    WindowSums window = new WindowSums(LIMITS, WINDOW, 20_000);
    window.add(20_000, sums(before));
    window.add(40_000, sums(after));

    Optional<Increment> newest =
        window.profile(TestRequest.ENDPOINT, List.of()).flatMap(EndpointProfile::newest);

    assertThat(newest.map(Increment::requests).orElse(0L)).isEqualTo(after.size());
    assertThat(newest.map(Increment::errors).orElse(0L))
        .isEqualTo(after.stream().filter(RequestAnalysis::failed).count());
    assertThat(newest.map(each -> each.durations().sumNanos()).orElse(0L))
        .isEqualTo(after.stream().mapToLong(RequestAnalysis::durationNanos).sum());
    newest.ifPresent(each -> assertThat(each.time()).isEqualTo(new Period(40_000, 60_000)));
  }

  @Test
  void theNewestCallsAreAtEdgesOfTheWindowWhichMayBeFull() {
    WindowSums window = new WindowSums(LIMITS, WINDOW, 20_000);
    window.add(20_000, callsTo(0, 500));
    window.add(40_000, callsTo(499, 502));

    assertThat(window.newestEdges().entrySet())
        .extracting(each -> each.getKey().callee(), each -> each.getValue().calls())
        .containsExactly(Tuple.tuple("(other)", 2L), Tuple.tuple("s499", 1L));
    assertThat(window.requests().edges()).containsKeys(ServiceEdge.OTHER).hasSize(501);
  }

  private static EndpointSums callsTo(int from, int to) {
    return sums(
        IntStream.range(from, to)
            .mapToObj(
                i ->
                    TestRequest.request(i).call("a", 1).serviceCall("a", "s" + i, 6, false).build())
            .toList());
  }

  private static EndpointSums sums(List<RequestAnalysis> requests) {
    EndpointSums sums = new EndpointSums(LIMITS);
    requests.forEach(sums::add);
    sums.finish();
    return sums;
  }
}
