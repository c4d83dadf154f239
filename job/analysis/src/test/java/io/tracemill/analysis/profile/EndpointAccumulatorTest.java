package io.tracemill.analysis.profile;

import static io.tracemill.analysis.profile.TestRequest.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tracemill.analysis.callingcontext.PathStep;
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
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
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
    sums.countLate(2);

    assertThat(sums.count()).isEqualTo(2);
    assertThat(sums.evidence().incomplete()).isEqualTo(2);
    assertThat(sums.evidence().truncated()).isEqualTo(1);
    assertThat(sums.evidence().corrected()).isEqualTo(1);
    assertThat(sums.evidence().skewNanos()).isEqualTo(3);
    assertThat(sums.evidence().clippedNanos()).isEqualTo(4);
    assertThat(sums.evidence().spans()).isEqualTo(3);
    assertThat(sums.evidence().lateSpans()).isEqualTo(2);
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

  /** A change of these bytes needs a new version, and a reader that still knows this one. */
  @Test
  void theseBytesStayReadable() throws IOException {
    assertThat(HexFormat.of().formatHex(bytes(golden()))).isEqualTo(hex(GOLDEN));
    assertThat(bytes(goldenRead(GOLDEN))).isEqualTo(bytes(golden()));
  }

  @Test
  void bytesOfTheFirstVersionSayTheSameWithoutFormsFlowsAndAttributes() throws IOException {
    EndpointAccumulator read = goldenRead(FIRST_VERSION);

    assertThat(profile(read)).isEqualTo(profile(golden()));
    assertThat(read.categories().keySet()).isEqualTo(golden().categories().keySet());
    assertThat(read.categories().values()).allMatch(category -> category.form().isEmpty());
    assertThat(read.sample().strata())
        .flatExtracting(Stratum::requests)
        .hasSize(2)
        .allMatch(request -> request.flow().equals(SampledRequest.UNKNOWN_FLOW))
        .allMatch(request -> request.attributes().isEmpty());
  }

  @Test
  void bytesOfTheThirdVersionSayTheSameWithoutTimesByService() throws IOException {
    EndpointAccumulator read = goldenRead(THIRD_VERSION);

    assertThat(profile(read)).isEqualTo(profile(golden()));
    assertThat(read.services().services()).isEmpty();
    assertThat(read.hasServices()).isFalse();
    assertThat(golden().hasServices()).isTrue();
    assertThat(merged(read, golden()).hasServices()).as("some of them").isFalse();
    assertThat(golden().services().services()).containsExactlyInAnyOrder("front", "cart");
  }

  @Test
  void bytesOfTheFourthVersionSayTheSameWithoutSpans() throws IOException {
    EndpointAccumulator read = goldenRead(FOURTH_VERSION);

    assertThat(profile(read)).isEqualTo(profile(golden()));
    assertThat(read.hasServices()).isTrue();
    assertThat(read.evidence().spans()).isZero();
    assertThat(read.evidence().lateSpans()).isZero();
    assertThat(golden().evidence().spans()).isEqualTo(4);
    assertThat(goldenRead(GOLDEN).evidence().lateSpans()).isEqualTo(5);
  }

  @Test
  void bytesOfTheFifthVersionSayTheSameWithoutInteriorRequests() throws IOException {
    EndpointAccumulator read = goldenRead(FIFTH_VERSION);

    assertThat(profile(read)).isEqualTo(profile(golden()));
    assertThat(read.evidence().interior()).isZero();
    assertThat(goldenRead(GOLDEN).evidence().interior()).isEqualTo(1);
    assertThat(merged(golden(), golden()).evidence().interior()).isEqualTo(2);
  }

  @Test
  void aFormThatWasNotWrittenComesWithTheNextRequestOrTheNextMerge() throws IOException {
    EndpointAccumulator added = goldenRead(FIRST_VERSION);
    added.add(request(3).flow(8).call("front", 300).build());
    EndpointAccumulator merged = merged(goldenRead(FIRST_VERSION), golden());
    EndpointAccumulator turned = merged(golden(), goldenRead(FIRST_VERSION));

    assertThat(added.categories().values())
        .extracting(CategoryAccumulator::form)
        .containsExactlyInAnyOrder(Optional.empty(), Optional.of(TestRequest.form(8)));
    for (EndpointAccumulator sums : List.of(merged, turned)) {
      assertThat(sums.categories().values())
          .extracting(CategoryAccumulator::form)
          .containsExactlyInAnyOrder(
              Optional.of(TestRequest.form(7)), Optional.of(TestRequest.form(8)));
    }
  }

  private static EndpointAccumulator golden() {
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
    sums.countLate(5);
    return sums;
  }

  private static EndpointAccumulator goldenRead(String golden) throws IOException {
    return read(HexFormat.of().parseHex(hex(golden)), ROOMY);
  }

  private static String hex(String text) {
    return text.replaceAll("\\s", "");
  }

  private static final String GOLDEN =
      """
      060900013205474554202f046361727406666c6f77203006666c6f77203106666c6f772032056672
      6f6e740f736572766963652e76657273696f6e060302000402000502000602000702000702030200
      00000000000007fffffffffffffff90000000000000008fffffffffffffff8020308010708010101
      0103040405010200809f49809f490001840b010103000401c0843d0001f20a01010501c09a0c0001
      d0090102000100010008000001100102110203100301110402100503110601100702110001ac02ac
      020001be04010101000401ac020001be040109000001120102130203120301130402120503130601
      12070213080312000000000000000221010100000000000000000000000000000002000000000000
      0003ac0201000401ac02010051010100000000000000000000000000000001000000000000000280
      9f4903000401c0843d010501c09a0c020001000002000102020463617274c09a0c0001d009010566
      726f6e74ec863d0002be0401b40601
      """;

  private static final String FIFTH_VERSION =
      """
      050900013205474554202f046361727406666c6f77203006666c6f77203106666c6f772032056672
      6f6e740f736572766963652e76657273696f6e060302000402000502000602000702000702030200
      00000000000007fffffffffffffff90000000000000008fffffffffffffff8020308010708010101
      01030404050200809f49809f490001840b010103000401c0843d0001f20a01010501c09a0c0001d0
      090102000100010008000001100102110203100301110402100503110601100702110001ac02ac02
      0001be04010101000401ac020001be04010900000112010213020312030113040212050313060112
      07021308031200000000000000022101010000000000000000000000000000000200000000000000
      03ac0201000401ac020100510101000000000000000000000000000000010000000000000002809f
      4903000401c0843d010501c09a0c020001000002000102020463617274c09a0c0001d00901056672
      6f6e74ec863d0002be0401b40601
      """;

  private static final String FOURTH_VERSION =
      """
      040900013205474554202f046361727406666c6f77203006666c6f77203106666c6f772032056672
      6f6e740f736572766963652e76657273696f6e060302000402000502000602000702000702030200
      00000000000007fffffffffffffff90000000000000008fffffffffffffff8020308010708010101
      0103040200809f49809f490001840b010103000401c0843d0001f20a01010501c09a0c0001d00901
      02000100010008000001100102110203100301110402100503110601100702110001ac02ac020001
      be04010101000401ac020001be040109000001120102130203120301130402120503130601120702
      130803120000000000000002210101000000000000000000000000000000020000000000000003ac
      0201000401ac020100510101000000000000000000000000000000010000000000000002809f4903
      000401c0843d010501c09a0c020001000002000102020463617274c09a0c0001d009010566726f6e
      74ec863d0002be0401b40601
      """;

  private static final String THIRD_VERSION =
      """
      030900013205474554202f046361727406666c6f77203006666c6f77203106666c6f772032056672
      6f6e740f736572766963652e76657273696f6e060302000402000502000602000702000702030200
      00000000000007fffffffffffffff90000000000000008fffffffffffffff8020308010708010101
      0103040200809f49809f490001840b010103000401c0843d0001f20a01010501c09a0c0001d00901
      02000100010008000001100102110203100301110402100503110601100702110001ac02ac020001
      be04010101000401ac020001be040109000001120102130203120301130402120503130601120702
      130803120000000000000002210101000000000000000000000000000000020000000000000003ac
      0201000401ac020100510101000000000000000000000000000000010000000000000002809f4903
      000401c0843d010501c09a0c0200010000020001
      """;

  private static final String FIRST_VERSION =
      """
      01040005474554202f04636172740566726f6e740302010003010003010201010103040200000000
      00000007fffffffffffffff9809f49809f490001840b010103000101c0843d0001f20a01010201c0
      9a0c0001d009010200010001000000000000000008fffffffffffffff8ac02ac020001be04010101
      000101ac020001be0401000000000000022101010000000000000000000000000000000200000000
      00000003ac0201000101ac0251010100000000000000000000000000000001000000000000000280
      9f4903000101c0843d010201c09a0c02000100
      """;

  @Test
  void anUnknownVersionIsRefused() {
    assertThatThrownBy(() -> read(new byte[] {99, 0, 0}, ROOMY))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("99");
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
}
