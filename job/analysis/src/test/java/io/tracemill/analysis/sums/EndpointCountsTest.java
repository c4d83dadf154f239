package io.tracemill.analysis.sums;

import static io.tracemill.analysis.request.TestRequest.request;
import static io.tracemill.analysis.request.TestRequest.step;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.request.TestRequest;
import io.tracemill.analysis.span.Frame;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class EndpointCountsTest {
  private static final Frame ENDPOINT = Frame.of("front", "GET /");
  private static final long MILLI = 1_000_000;
  private static final DurationScale SCALE = new DurationScale(MILLI);
  private static final PathStep EDGE = PathStep.edge(ENDPOINT, "cart");

  private static PaneCounts counts(List<RequestAnalysis> requests) {
    EndpointSums sums = new EndpointSums(new SumRules(100, 100, 100, SCALE));
    requests.forEach(sums::add);
    sums.finish();
    return sums.counts(ENDPOINT, 0);
  }

  private static PlaceCounts place(PaneCounts counts, Place place) {
    return requireNonNull(counts.places().get(place));
  }

  @Provide
  Arbitrary<List<RequestAnalysis>> requests() {
    return TestRequest.any();
  }

  @Property
  void partsAddUpToTheWholeInAnyOrder(
      @ForAll("requests") List<RequestAnalysis> requests,
      @ForAll @IntRange(max = 30) int cut,
      @ForAll Random random) {
    PaneCounts whole = counts(requests);
    Collections.shuffle(requests, random);
    int half = Math.min(cut, requests.size());
    PaneCounts some = counts(requests.subList(0, half));
    PaneCounts others = counts(requests.subList(half, requests.size()));

    assertThat(some.plus(others)).isEqualTo(whole);
    assertThat(others.plus(some)).isEqualTo(whole);
  }

  @Test
  void aPlaceHasItsTimePerCall() {
    RequestAnalysis twice =
        request(1).call("front", 5 * MILLI).below(0, "db", MILLI).below(1, "db", 3 * MILLI).build();

    PlaceCounts db = place(counts(List.of(twice)), Place.of(step("db")).orElseThrow());
    assertThat(db.calls()).isEqualTo(2);
    assertThat(db.times().bins()).containsExactly(SCALE.bin(2.0 * MILLI));
  }

  @Test
  void aPlaceOffThePathHasATimeOfZero() {
    PaneCounts counts = counts(List.of(request(1).call("front", 9).offPath(0, "db").build()));

    PlaceCounts db = place(counts, Place.of(step("db")).orElseThrow());
    assertThat(db.times().bins()).containsExactly(0);
    assertThat(db.requests()).isEqualTo(1);
  }

  @Test
  void aServiceWithSeveralPlacesIsAPlaceAsWell() {
    RequestAnalysis request =
        request(1).call("front", 0).below(0, EDGE, 2 * MILLI).below(1, "cart", 4 * MILLI).build();

    PaneCounts counts = counts(List.of(request));
    PlaceCounts cart = place(counts, new Place.Service("cart"));
    assertThat(cart.calls()).isEqualTo(2);
    assertThat(cart.times().bins()).containsExactly(SCALE.bin(3.0 * MILLI));
    assertThat(counts.places()).doesNotContainKey(new Place.Service("front"));
  }

  @Test
  void failuresAreOfTheRequestAndOfPlaces() {
    Place edge = Place.of(EDGE).orElseThrow();
    PaneCounts counts =
        counts(
            List.of(
                request(1).call("front", 1).below(0, EDGE, 2).failed().failed(edge).build(),
                request(2).call("front", 1).below(0, EDGE, 2).failed(edge).build(),
                request(3).call("front", 1).below(0, EDGE, 2).build()));

    assertThat(place(counts, edge).failed()).isEqualTo(2);
    assertThat(place(counts, Place.Request.WHOLE).failed()).isEqualTo(1);
    assertThat(counts.requests()).isEqualTo(3);
  }
}
