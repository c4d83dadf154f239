package io.tracemill.analysis.sums;

import static io.tracemill.analysis.request.TestRequest.request;
import static io.tracemill.analysis.request.TestRequest.signature;
import static io.tracemill.analysis.request.TestRequest.step;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.request.TestRequest;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.sketch.LatencySketch;
import io.tracemill.analysis.sums.EvidenceSums.Sum;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class EndpointSumsTest {
  private static final DurationScale SCALE = new DurationScale(1_000_000);
  private static final SumRules ROOMY = new SumRules(1000, 1000, 1000, SCALE);

  @Property
  void sumsAreThoseOfAllRequests(@ForAll("requests") List<RequestAnalysis> requests) {
    EndpointSums sums = of(requests);

    assertThat(SlowSums.of(sums)).isEqualTo(SlowSums.of(requests));
    assertThat(sums.counts(TestRequest.ENDPOINT, SlowPaneCounts.PANE))
        .isEqualTo(SlowPaneCounts.of(requests, SCALE, TestRequest.ENDPOINT));
    assertThat(sums.count()).isEqualTo(requests.size());
    assertThat(sums.failed()).isEqualTo(requests.stream().filter(r -> r.failed()).count());
    assertThat(sums.other().count()).isZero();
  }

  @Property
  void failedPlacesAreThoseOfTheCountsWithoutTheRequestItself(
      @ForAll("requests") List<RequestAnalysis> requests) {
    Map<Place, List<Long>> expected = new TreeMap<>(Place.ORDER);
    SlowPaneCounts.of(requests, SCALE, TestRequest.ENDPOINT)
        .places()
        .forEach(
            (place, counts) -> {
              if (counts.failed() > 0 && place != Place.Request.WHOLE) {
                expected.put(place, List.of(counts.requests(), counts.failed()));
              }
            });

    assertThat(failedPlaces(of(requests))).isEqualTo(expected);
  }

  private static Map<Place, List<Long>> failedPlaces(EndpointSums sums) {
    Map<Place, List<Long>> found = new TreeMap<>(Place.ORDER);
    sums.forEachFailedPlace((place, count, failed) -> found.put(place, List.of(count, failed)));
    return found;
  }

  @Property
  void responseTimesAreThoseOfTheRequests(@ForAll("requests") List<RequestAnalysis> requests) {
    EndpointSums all = new EndpointSums(ROOMY);
    all.mergeAsOne(of(requests));
    LatencySketch expected = new LatencySketch();
    requests.forEach(request -> expected.add(request.durationNanos()));

    assertThat(all.categories()).isEmpty();
    assertThat(bins(all.other().latency())).isEqualTo(bins(expected));
    assertThat(all.counts(TestRequest.ENDPOINT, 0))
        .isEqualTo(of(requests).counts(TestRequest.ENDPOINT, 0));
    assertThat(SlowSums.of(all).edges()).isEqualTo(SlowSums.of(requests).edges());
  }

  private static Map<Integer, Long> bins(LatencySketch sketch) {
    Map<Integer, Long> bins = new TreeMap<>();
    sketch.forEachBin(bins::put);
    return bins;
  }

  @Property
  void orderOfArrivalDoesNotMatter(
      @ForAll("requests") List<RequestAnalysis> requests, @ForAll Random random)
      throws IOException {
    List<RequestAnalysis> shuffled = new ArrayList<>(requests);
    Collections.shuffle(shuffled, random);

    assertThat(bytes(of(shuffled))).isEqualTo(bytes(of(requests)));
  }

  @Property
  void mergingIsAssociativeAndCommutative(
      @ForAll("requests") List<RequestAnalysis> requests,
      @ForAll @IntRange(max = 30) int oneCut,
      @ForAll @IntRange(max = 30) int otherCut)
      throws IOException {
    int from = Math.min(requests.size(), Math.min(oneCut, otherCut));
    int to = Math.min(requests.size(), Math.max(oneCut, otherCut));
    EndpointSums a = of(requests.subList(0, from));
    EndpointSums b = of(requests.subList(from, to));
    EndpointSums c = of(requests.subList(to, requests.size()));
    byte[] expected = bytes(of(requests));

    assertThat(bytes(merged(merged(a, b), c))).isEqualTo(expected);
    assertThat(bytes(merged(a, merged(b, c)))).isEqualTo(expected);
    assertThat(bytes(merged(c, merged(b, a)))).isEqualTo(expected);
    assertThat(bytes(EndpointSums.sum(ROOMY, List.of(b, c, a)))).isEqualTo(expected);
  }

  @Property
  void finishingNowAndThenChangesNothing(
      @ForAll("requests") List<RequestAnalysis> requests, @ForAll @IntRange(max = 30) int cut)
      throws IOException {
    EndpointSums sums = new EndpointSums(ROOMY);
    for (int i = 0; i < requests.size(); i++) {
      if (i == cut) {
        sums.finish();
      }
      sums.add(requests.get(i));
    }
    sums.finish();
    sums.finish();

    assertThat(bytes(sums)).isEqualTo(bytes(of(requests)));
  }

  @Property
  void bytesMakeEqualSums(@ForAll("requests") List<RequestAnalysis> requests) throws IOException {
    EndpointSums written = of(requests);

    EndpointSums read = read(bytes(written), ROOMY);

    assertThat(bytes(read)).isEqualTo(bytes(written));
    assertThat(SlowSums.of(read)).isEqualTo(SlowSums.of(written));
    assertThat(read.counts(TestRequest.ENDPOINT, 0))
        .isEqualTo(written.counts(TestRequest.ENDPOINT, 0));
    assertThat(read.weight()).isEqualTo(written.weight());
  }

  @Property
  void aMergeLeavesItsSourceAlone(
      @ForAll("requests") List<RequestAnalysis> a, @ForAll("requests") List<RequestAnalysis> b)
      throws IOException {
    EndpointSums source = of(a);
    EndpointSums target = new EndpointSums(ROOMY);
    target.merge(source);
    b.forEach(target::add);
    target.finish();

    assertThat(bytes(source)).isEqualTo(bytes(of(a)));
  }

  @Property
  void requestsCanBeAddedToMergedSums(
      @ForAll("requests") List<RequestAnalysis> requests, @ForAll @IntRange(max = 30) int cut)
      throws IOException {
    int half = Math.min(cut, requests.size());
    EndpointSums sums = new EndpointSums(ROOMY);
    sums.merge(of(requests.subList(0, half)));
    requests.subList(half, requests.size()).forEach(sums::add);
    sums.finish();

    assertThat(bytes(sums)).isEqualTo(bytes(of(requests)));
  }

  @Property
  void limitsKeepTotals(
      @ForAll("requests") List<RequestAnalysis> requests,
      @ForAll @IntRange(min = 1, max = 4) int maxNodes,
      @ForAll @IntRange(min = 1, max = 3) int maxCategories)
      throws IOException {
    SumRules limits = new SumRules(maxNodes, 3, maxCategories, SCALE);
    EndpointSums added = of(requests, limits);
    EndpointSums merged = new EndpointSums(limits);
    requests.forEach(request -> merged.merge(of(List.of(request))));

    for (EndpointSums sums :
        List.of(added, merged, read(bytes(of(requests)), limits), read(bytes(merged), limits))) {
      assertThat(sums.other().form()).isEmpty();
      long duration = sums.other().latencySumNanos();
      long own = own(sums.other());
      for (CategorySums category : sums.categories().values()) {
        duration += category.latencySumNanos();
        own += own(category);
      }
      assertThat(sums.categories()).hasSizeLessThanOrEqualTo(maxCategories);
      assertThat(sums.count()).isEqualTo(requests.size());
      assertThat(duration)
          .isEqualTo(own)
          .isEqualTo(requests.stream().mapToLong(RequestAnalysis::durationNanos).sum());
      assertThat(sums.counts(TestRequest.ENDPOINT, SlowPaneCounts.PANE))
          .isEqualTo(SlowPaneCounts.of(requests, SCALE, TestRequest.ENDPOINT));
      assertThat(SlowSums.of(sums).edges()).isEqualTo(SlowSums.of(requests).edges());
    }
  }

  private static long own(CategorySums category) {
    long own = 0;
    for (int node = 0; node < category.tree().size(); node++) {
      own += category.tree().exclusiveNanos(node);
    }
    return own;
  }

  @Test
  void requestsOfAnExcludedTraceAreEvidenceOnly() {
    EndpointSums sums = new EndpointSums(ROOMY);
    sums.add(request(1).call("front", 10).skew(3).clipped(4).build());
    sums.add(request(2).call("front", 10).incomplete().build());
    sums.countIncomplete(request(3).call("front", 10).incomplete().truncated().skew(5).build());
    sums.finish();

    assertThat(sums.count()).isEqualTo(2);
    assertThat(sums.evidence().get(Sum.SPANS)).isEqualTo(3);
    assertThat(sums.evidence().get(Sum.INCOMPLETE)).isEqualTo(2);
    assertThat(sums.evidence().get(Sum.TRUNCATED)).isEqualTo(1);
    assertThat(sums.evidence().get(Sum.CORRECTED)).isEqualTo(1);
    assertThat(sums.evidence().get(Sum.SKEW_NANOS)).isEqualTo(3);
    assertThat(sums.evidence().get(Sum.CLIPPED_NANOS)).isEqualTo(4);
  }

  @Test
  void incompleteRequestsAloneLeaveNoCounts() {
    EndpointSums sums = new EndpointSums(ROOMY);
    sums.countIncomplete(TestRequest.simpleIncomplete(1, 10));
    sums.finish();

    assertThat(sums.counts(TestRequest.ENDPOINT, 30_000))
        .isEqualTo(
            PaneCounts.of(TestRequest.ENDPOINT, 30_000, new PaneCounts.Evidence(1, 1, 1, 0)));
  }

  @Test
  void theLargestCategoriesOfOtherSumsAreAdmittedFirst() {
    EndpointSums source =
        of(
            List.of(
                request(1).category(1).call("front", 10).build(),
                request(2).category(2).call("front", 10).build(),
                request(3).category(2).call("front", 10).build()));
    EndpointSums target = new EndpointSums(new SumRules(10, 10, 1, SCALE));
    target.merge(source);

    assertThat(target.categories()).containsOnlyKeys(signature(2));
    assertThat(target.other().count()).isEqualTo(1);
  }

  @Test
  void aCategoryThatAPartHidIsNotKnownInTheWhole() throws IOException {
    SumRules narrow = new SumRules(10, 10, 1, SCALE);
    EndpointSums named = of(List.of(request(1).category(1).call("front", 10).build()), narrow);
    EndpointSums hidden =
        of(
            List.of(
                request(2).category(2).call("front", 10).build(),
                request(3).category(1).call("front", 10).build()),
            narrow);
    CallTreeSignature one = signature(1);
    assertThat(named.knows(one)).isTrue();
    assertThat(hidden.knows(one)).isFalse();

    named.merge(hidden);
    assertThat(named.categories()).containsOnlyKeys(one);
    assertThat(named.knows(one)).isFalse();
    assertThat(read(bytes(named), narrow).knows(one)).isFalse();
  }

  @Test
  void moreNodesWeighMore() {
    EndpointSums sums = new EndpointSums(ROOMY);
    sums.add(request(1).call("front", 10).build());
    long before = sums.weight();
    sums.add(request(2).call("front", 10).below(0, "db", 10).build());

    assertThat(sums.weight()).isGreaterThan(before);
  }

  @Test
  void failuresAreCountedByPlace() throws IOException {
    Place edge = new Place.Edge("front", "cart");
    Place front = new Place.Operation(TestRequest.ENDPOINT);
    PathStep step = PathStep.edge(TestRequest.ENDPOINT, "cart");
    EndpointSums sums =
        of(
            List.of(
                request(1).call("front", 1).build(),
                request(2).call("front", 1).below(0, step, 0).failed(edge).build(),
                request(3).call("front", 1).below(0, step, 9).failed(edge).failed(front).build(),
                request(4).call("front", 1).failed().build()));

    for (EndpointSums each : List.of(sums, read(bytes(sums), ROOMY))) {
      assertThat(each.failed()).isEqualTo(1);
      assertThat(failedPlaces(each))
          .isEqualTo(Map.of(edge, List.of(2L, 2L), front, List.of(4L, 1L)));
    }
    assertThat(failedPlaces(merged(sums, sums)))
        .isEqualTo(Map.of(edge, List.of(4L, 4L), front, List.of(8L, 2L)));
  }

  @Test
  void anEdgeHasTheCallsFailuresAndDurationsOfTheCallee() {
    EndpointSums sums =
        of(
            List.of(
                request(1).call("front", 1).serviceCall("front", "cart", 100, false).build(),
                request(2)
                    .call("front", 1)
                    .serviceCall("front", "cart", 300, true)
                    .serviceCall("cart", "db", 7, false)
                    .build()));

    assertThat(sums.edges().entrySet())
        .extracting(
            Map.Entry::getKey,
            edge -> edge.getValue().calls(),
            edge -> edge.getValue().failed(),
            edge -> edge.getValue().nanos())
        .containsExactly(
            tuple(new ServiceEdge("cart", "db"), 1L, 0L, 7L),
            tuple(new ServiceEdge("front", "cart"), 2L, 1L, 400L));
    LatencySketch expected = new LatencySketch();
    expected.add(100);
    expected.add(300);
    assertThat(bins(requireNonNull(sums.edges().get(new ServiceEdge("front", "cart"))).durations()))
        .isEqualTo(bins(expected));
  }

  @Test
  void edgesBeyondTheLimitAreOneWhoseTotalsAreExact() throws IOException {
    int services = 3 * SumRules.MAX_PLACES;
    List<RequestAnalysis> requests = new ArrayList<>();
    for (int i = 0; i < services; i++) {
      requests.add(request(i).call("front", 1).serviceCall("front", "s" + i, i, true).build());
    }
    EndpointSums added = of(requests);
    EndpointSums merged = new EndpointSums(ROOMY);
    requests.forEach(request -> merged.merge(of(List.of(request))));

    for (EndpointSums sums : List.of(added, merged, merged(added, merged))) {
      long times = sums.count() / services;
      assertThat(sums.edges()).hasSize(SumRules.MAX_PLACES + 1).containsKey(ServiceEdge.OTHER);
      assertThat(sums.edges().values().stream().mapToLong(EdgeSum::calls).sum())
          .isEqualTo(services * times);
      assertThat(sums.edges().values().stream().mapToLong(EdgeSum::failed).sum())
          .isEqualTo(services * times);
      assertThat(sums.edges().values().stream().mapToLong(EdgeSum::nanos).sum())
          .isEqualTo(services * (services - 1L) / 2 * times);
      assertThat(SlowSums.of(read(bytes(sums), ROOMY)).edges())
          .isEqualTo(SlowSums.of(sums).edges());
    }
  }

  @Test
  void placesFramesAndCallsBeyondTheirLimitsAreLeftOutTheFirstStay() {
    List<RequestAnalysis> requests = new ArrayList<>();
    for (int i = 0; i < 2 * SumRules.MAX_CALLS; i++) {
      requests.add(request(i).call("front", 1).below(0, "s" + i, 1).build());
    }
    EndpointSums added = of(requests);
    EndpointSums merged = new EndpointSums(ROOMY);
    requests.forEach(request -> merged.merge(of(List.of(request))));

    for (EndpointSums sums : List.of(added, merged)) {
      PaneCounts counts = sums.counts(TestRequest.ENDPOINT, 0);
      assertThat(counts.requests()).isEqualTo(requests.size());
      assertThat(counts.places())
          .hasSize(SumRules.MAX_PLACES + 1)
          .containsKeys(
              Place.Request.WHOLE,
              new Place.Operation(TestRequest.ENDPOINT),
              new Place.Operation(step("s0").frame()));
      assertThat(counts.parents())
          .hasSize(SumRules.MAX_PLACES)
          .containsEntry(TestRequest.ENDPOINT, (long) requests.size());
      assertThat(counts.calls()).hasSize(SumRules.MAX_CALLS);
    }
  }

  @Test
  void manyShapesAreForgottenAndNothingIsLost() {
    List<RequestAnalysis> requests = new ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      requests.add(request(i).call("front", 1).below(0, "s" + i % 7, 1).build());
    }
    EndpointSums sums = new EndpointSums(ROOMY);
    requests.forEach(sums::add);

    assertThat(sums.weight()).isLessThan(3_000_000);
    sums.finish();
    assertThat(sums.weight()).isLessThan(20_000);
    assertThat(SlowSums.of(sums)).isEqualTo(SlowSums.of(requests));
  }

  @Provide
  Arbitrary<List<RequestAnalysis>> requests() {
    return TestRequest.any();
  }

  private static EndpointSums of(List<RequestAnalysis> requests) {
    return of(requests, ROOMY);
  }

  static EndpointSums of(List<RequestAnalysis> requests, SumRules rules) {
    EndpointSums sums = new EndpointSums(rules);
    requests.forEach(sums::add);
    sums.finish();
    return sums;
  }

  static EndpointSums merged(EndpointSums a, EndpointSums b) {
    return EndpointSums.sum(ROOMY, List.of(a, b));
  }

  static byte[] bytes(EndpointSums sums) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    sums.write(new DataOutputStream(bytes));
    return bytes.toByteArray();
  }

  static EndpointSums read(byte[] bytes, SumRules rules) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
    EndpointSums read = EndpointSums.read(in, rules);
    assertThat(in.available()).isZero();
    return read;
  }
}
