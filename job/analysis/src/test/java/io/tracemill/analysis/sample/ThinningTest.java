package io.tracemill.analysis.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tracemill.analysis.request.RequestRole;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.TraceId;
import io.tracemill.analysis.trace.PackedSpans;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class ThinningTest {
  private static final Frame ENDPOINT = Frame.of("front", "GET /");

  private static KeptRequest kept(
      long id, int category, long nanos, boolean failed, double weight) {
    return new KeptRequest(
        new TraceId(0, id),
        id,
        RequestRole.ENTRY,
        ENDPOINT,
        id,
        id,
        nanos,
        failed,
        true,
        1,
        new CallTreeSignature(0, category),
        List.of(),
        false,
        PackedSpans.ofBytes(new byte[3]),
        weight,
        1,
        false);
  }

  /** Requests of few groups, the last of which is rare. */
  private static List<KeptRequest> some(int size, Random random) {
    List<KeptRequest> requests = new ArrayList<>();
    for (int id = 0; id < size; id++) {
      boolean rare = random.nextInt(20) == 0;
      requests.add(kept(id, random.nextInt(2), rare ? 900 : 100, rare, 1 + random.nextInt(3)));
    }
    return requests;
  }

  private static Map<GroupKey, Double> weights(List<KeptRequest> requests) {
    return requests.stream()
        .collect(
            Collectors.groupingBy(GroupKey::of, Collectors.summingDouble(KeptRequest::weight)));
  }

  @Property
  void theKeptOnesStandForAllOfTheirGroup(
      @ForAll Random random,
      @ForAll @IntRange(max = 300) int size,
      @ForAll @IntRange(min = 4, max = 100) int most) {
    List<KeptRequest> all = some(size, random);

    List<KeptRequest> thinned = Thinning.thin(all, most);

    assertThat(thinned).hasSizeLessThanOrEqualTo(most);
    Map<GroupKey, Double> expected = weights(all);
    Map<GroupKey, Double> found = weights(thinned);
    assertThat(found.keySet()).isEqualTo(expected.keySet());
    expected.forEach(
        (group, weight) -> assertThat(found.get(group)).isCloseTo(weight, within(1e-6)));
  }

  @Property
  void eachGroupKeepsThoseOfTheSmallestHashesAndAllGroupsTheSameNumber(
      @ForAll Random random,
      @ForAll @IntRange(max = 300) int size,
      @ForAll @IntRange(min = 4, max = 100) int most) {
    List<KeptRequest> all = some(size, random);
    Map<GroupKey, List<KeptRequest>> kept =
        Thinning.thin(all, most).stream().collect(Collectors.groupingBy(GroupKey::of));
    int each = kept.values().stream().mapToInt(List::size).max().orElse(0);

    all.stream()
        .collect(Collectors.groupingBy(GroupKey::of))
        .forEach(
            (group, members) ->
                assertThat(kept.get(group))
                    .extracting(KeptRequest::spanId)
                    .containsExactlyInAnyOrderElementsOf(
                        members.stream()
                            .sorted((a, b) -> Long.compareUnsigned(a.hash(), b.hash()))
                            .limit(each)
                            .map(KeptRequest::spanId)
                            .toList()));
  }

  @Property
  void orderDoesNotMatter(
      @ForAll Random random,
      @ForAll @IntRange(max = 300) int size,
      @ForAll @IntRange(min = 1, max = 100) int most) {
    List<KeptRequest> all = some(size, random);
    List<KeptRequest> shuffled = new ArrayList<>(all);
    Collections.shuffle(shuffled, random);

    assertThat(ids(Thinning.thin(shuffled, most))).isEqualTo(ids(Thinning.thin(all, most)));
  }

  private static List<Long> ids(List<KeptRequest> requests) {
    return requests.stream().map(KeptRequest::spanId).sorted().toList();
  }

  @Test
  void allRequestsBelowTheSmallestUniformPartAreKept() {
    List<KeptRequest> all =
        LongStream.range(0, 1000).mapToObj(id -> kept(id, (int) id % 2, 100, false, 1)).toList();
    List<KeptRequest> thinned = Thinning.thin(all, 100);
    double below = thinned.stream().mapToDouble(KeptRequest::uniformBelow).min().orElseThrow();

    assertThat(below).isBetween(0.05, 0.15);
    assertThat(ids(thinned.stream().filter(request -> request.inUniform(below)).toList()))
        .isEqualTo(ids(all.stream().filter(request -> request.inUniform(below)).toList()));
  }

  @Test
  void aSampleThatIsSmallEnoughStaysAsItIs() {
    List<KeptRequest> all = List.of(kept(1, 1, 5, false, 3), kept(2, 1, 900, true, 0));

    assertThat(Thinning.thin(all, 2)).isEqualTo(all);
  }

  @Test
  void whatWasKeptInAdditionGoesFirst() {
    List<KeptRequest> all =
        List.of(kept(1, 1, 5, false, 3), kept(2, 1, 900, true, 0), kept(3, 1, 5, false, 3));

    assertThat(ids(Thinning.thin(all, 2))).containsExactly(1L, 3L);
  }

  @Test
  void moreGroupsThanAllowedKeepOneRequestEach() {
    List<KeptRequest> all =
        LongStream.range(0, 30).mapToObj(id -> kept(id, (int) id % 10, 5, false, 1)).toList();

    assertThat(Thinning.thin(all, 3))
        .hasSize(10)
        .allMatch(request -> request.weight() == 3)
        .isNotEmpty();
  }

  @Test
  void theSmallestSamplePointsAreKeptAcrossTheSignOfTheHash() {
    List<KeptRequest> all =
        LongStream.range(0, 100).mapToObj(id -> kept(id, 1, 5, false, 1)).toList();
    List<Double> smallest =
        all.stream().map(KeptRequest::samplePoint).sorted(Comparator.naturalOrder()).toList();

    assertThat(Thinning.thin(all, 10).stream().map(KeptRequest::samplePoint).sorted())
        .isEqualTo(smallest.subList(0, 10));
  }
}
