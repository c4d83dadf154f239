package io.tracemill.analysis.profile;

import static io.tracemill.analysis.profile.TestRequest.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.profile.EndpointProfile.Failure;
import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.span.Frame;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class EndpointAccumulatorTest {
  private static final ProfileLimits ROOMY = new ProfileLimits(1000, 1000, 1000, 2);

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
    EndpointAccumulator a = of(requests.subList(0, from));
    EndpointAccumulator b = of(requests.subList(from, to));
    EndpointAccumulator c = of(requests.subList(to, requests.size()));
    byte[] expected = bytes(of(requests));

    assertThat(bytes(merged(merged(a, b), c))).isEqualTo(expected);
    assertThat(bytes(merged(a, merged(b, c)))).isEqualTo(expected);
    assertThat(bytes(merged(c, merged(b, a)))).isEqualTo(expected);
  }

  @Property
  void bytesMakeAnEqualAccumulator(@ForAll("requests") List<RequestAnalysis> requests)
      throws IOException {
    EndpointAccumulator written = of(requests);

    EndpointAccumulator read = read(bytes(written), ROOMY);

    assertThat(bytes(read)).isEqualTo(bytes(written));
    assertThat(profile(read)).isEqualTo(profile(written));
    assertThat(read.weight()).isEqualTo(written.weight());
  }

  @Property
  void aMergeLeavesItsSourceAlone(
      @ForAll("requests") List<RequestAnalysis> a, @ForAll("requests") List<RequestAnalysis> b)
      throws IOException {
    EndpointAccumulator source = of(a);
    EndpointAccumulator target = new EndpointAccumulator(ROOMY);
    target.merge(source);
    b.forEach(target::add);

    assertThat(bytes(source)).isEqualTo(bytes(of(a)));
  }

  @Property
  void limitsKeepTotals(
      @ForAll("requests") List<RequestAnalysis> requests,
      @ForAll @IntRange(min = 1, max = 4) int maxNodes,
      @ForAll @IntRange(min = 1, max = 3) int maxCategories)
      throws IOException {
    ProfileLimits limits = new ProfileLimits(maxNodes, 3, maxCategories, 2);
    EndpointAccumulator added = new EndpointAccumulator(limits);
    requests.forEach(added::add);
    EndpointAccumulator merged = new EndpointAccumulator(limits);
    requests.forEach(request -> merged.merge(of(List.of(request))));

    for (EndpointAccumulator sums : List.of(added, merged, read(bytes(of(requests)), limits))) {
      assertThat(sums.other().form()).isEmpty();
      long duration = sums.other().latencySumNanos();
      long own = own(sums.other());
      for (CategoryAccumulator category : sums.categories().values()) {
        duration += category.latencySumNanos();
        own += own(category);
      }
      assertThat(sums.categories()).hasSizeLessThanOrEqualTo(maxCategories);
      assertThat(sums.count()).isEqualTo(requests.size());
      assertThat(duration)
          .isEqualTo(own)
          .isEqualTo(requests.stream().mapToLong(RequestAnalysis::durationNanos).sum());
    }
  }

  @Test
  void requestsOfAnExcludedTraceAreEvidenceOnly() {
    EndpointAccumulator sums = new EndpointAccumulator(ROOMY);
    sums.add(request(1).call("front", 10).skew(3).clipped(4).build());
    sums.add(request(2).call("front", 10).incomplete().build());
    sums.countIncomplete(request(3).call("front", 10).incomplete().truncated().skew(5).build());

    assertThat(sums.count()).isEqualTo(2);
    assertThat(sums.evidence().incomplete()).isEqualTo(2);
    assertThat(sums.evidence().truncated()).isEqualTo(1);
    assertThat(sums.evidence().corrected()).isEqualTo(1);
    assertThat(sums.evidence().skewNanos()).isEqualTo(3);
    assertThat(sums.evidence().clippedNanos()).isEqualTo(4);
  }

  @Test
  void theLargestCategoriesOfAnotherAccumulatorAreAdmittedFirst() {
    EndpointAccumulator source = new EndpointAccumulator(ROOMY);
    source.add(request(1).flow(1).call("front", 10).build());
    source.add(request(2).flow(2).call("front", 10).build());
    source.add(request(3).flow(2).call("front", 10).build());
    EndpointAccumulator target = new EndpointAccumulator(new ProfileLimits(10, 10, 1, 10));
    target.merge(source);

    assertThat(target.categories()).hasSize(1);
    assertThat(target.categories().values()).extracting(CategoryAccumulator::count).contains(2L);
    assertThat(target.other().count()).isEqualTo(1);
  }

  @Test
  void moreNodesWeighMore() {
    EndpointAccumulator sums = new EndpointAccumulator(ROOMY);
    sums.add(request(1).call("front", 10).build());
    long before = sums.weight();
    sums.add(request(2).call("front", 10).below(0, "db", 10).build());

    assertThat(sums.weight()).isGreaterThan(before);
  }

  @Test
  void whatIsReadIsWrittenAsItWas() throws IOException {
    byte[] bytes = bytes(filled());
    EndpointAccumulator read = read(bytes, ROOMY);

    assertThat(bytes(read)).isEqualTo(bytes);
    assertThat(profile(read)).isEqualTo(profile(filled()));
  }

  @Test
  void failuresAreCountedByPlace() throws IOException {
    Place edge = new Place.Edge("front", "cart");
    Place front = new Place.Operation(TestRequest.ENDPOINT);
    PathStep step = PathStep.edge(TestRequest.ENDPOINT, "cart");
    EndpointAccumulator sums = new EndpointAccumulator(ROOMY);
    sums.add(request(1).call("front", 1).build());
    sums.add(request(2).call("front", 1).below(0, step, 0).failed(edge).build());
    sums.add(request(3).call("front", 1).below(0, step, 9).failed(edge).failed(front).build());
    sums.add(request(4).call("front", 1).failed().build());

    for (EndpointAccumulator each : List.of(sums, read(bytes(sums), ROOMY))) {
      assertThat(each.failures().errors()).isEqualTo(1);
      assertThat(each.failures().failures())
          .containsExactly(new Failure(edge, 2, 2), new Failure(front, 4, 1));
    }
    assertThat(merged(sums, sums).failures().failures())
        .containsExactly(new Failure(edge, 4, 4), new Failure(front, 8, 2));
  }

  @Test
  void aProfileTellsOfTheFirstPlacesAndThoseWithMostErrors() {
    EndpointAccumulator sums = new EndpointAccumulator(new ProfileLimits(60, 10, 10, 10));
    for (int i = 0; i < 100; i++) {
      Place place = new Place.Operation(TestRequest.step("s" + i).frame());
      sums.add(request(i).call("s" + i, 1).failed(place).build());
    }

    assertThat(sums.failures().failures()).hasSize(FailureSums.MAX_FAILURES);
  }

  private static EndpointAccumulator filled() {
    EndpointAccumulator sums = new EndpointAccumulator(ROOMY);
    PathStep edge = PathStep.edge(Frame.of("front", "GET /"), "cart");
    sums.add(
        request(1)
            .flow(7)
            .call("front", 1_000_000)
            .below(0, edge, 200_000)
            .below(1, "cart", 0)
            .skew(3)
            .clipped(4)
            .interior()
            .attribute("front", "service.version", "2")
            .attribute("cart", "service.version", "2")
            .build());
    sums.add(request(2).flow(8).call("front", 300).incomplete().truncated().build());
    return sums;
  }

  @Provide
  Arbitrary<List<RequestAnalysis>> requests() {
    return TestRequest.any();
  }

  private static EndpointAccumulator of(List<RequestAnalysis> requests) {
    EndpointAccumulator sums = new EndpointAccumulator(ROOMY);
    requests.forEach(sums::add);
    return sums;
  }

  static EndpointAccumulator merged(EndpointAccumulator a, EndpointAccumulator b) {
    EndpointAccumulator merged = new EndpointAccumulator(ROOMY);
    merged.merge(a);
    merged.merge(b);
    return merged;
  }

  private static EndpointProfile profile(EndpointAccumulator sums) {
    return ProfileReader.profile(sums, TestRequest.ENDPOINT, 0, 60_000);
  }

  private static long own(CategoryAccumulator category) {
    long own = 0;
    for (int node = 0; node < category.tree().size(); node++) {
      own += category.tree().exclusiveNanos(node);
    }
    return own;
  }

  static byte[] bytes(EndpointAccumulator sums) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    sums.write(new DataOutputStream(bytes));
    return bytes.toByteArray();
  }

  static EndpointAccumulator read(byte[] bytes, ProfileLimits limits) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
    EndpointAccumulator read = EndpointAccumulator.read(in, limits);
    assertThat(in.available()).isZero();
    return read;
  }

  @Test
  void aCategoryThatAPartHidIsNotKnownInTheWhole() throws IOException {
    ProfileLimits narrow = new ProfileLimits(10, 10, 1, 5);
    EndpointAccumulator named = new EndpointAccumulator(narrow);
    named.add(request(1).flow(1).call("front", 10).build());
    EndpointAccumulator hidden = new EndpointAccumulator(narrow);
    hidden.add(request(2).flow(2).call("front", 10).build());
    hidden.add(request(3).flow(1).call("front", 10).build());
    CallTreeSignature flow = new CallTreeSignature(1, -1);
    assertThat(named.knows(flow)).isTrue();
    assertThat(hidden.knows(flow)).isFalse();

    named.merge(hidden);
    assertThat(named.categories()).containsOnlyKeys(flow);
    assertThat(named.knows(flow)).isFalse();
    assertThat(read(bytes(named), narrow).knows(flow)).isFalse();
  }
}
