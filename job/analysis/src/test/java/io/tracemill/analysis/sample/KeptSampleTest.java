package io.tracemill.analysis.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tracemill.analysis.quality.LateSpan;
import io.tracemill.analysis.quality.QualityLedger;
import io.tracemill.analysis.request.AnalysisRules;
import io.tracemill.analysis.request.AnalysisSink;
import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.request.TraceAnalyzer;
import io.tracemill.analysis.sketch.SampleHash;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.TraceId;
import io.tracemill.analysis.sums.HeapBytes;
import io.tracemill.analysis.trace.RandomTraces;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class KeptSampleTest {
  private static final long BYTES = 1L << 40;

  /** Two endpoints, two flows, three octaves, three outcomes. */
  private static final int MAX_GROUPS = 36;

  @Provide
  Arbitrary<List<GivenRequest>> requests() {
    return GivenRequest.few();
  }

  private static KeptSample of(int maxRequests, List<RequestAnalysis> requests) {
    KeptSample sample = new KeptSample(maxRequests, BYTES);
    for (int i = 0; i < requests.size(); i++) {
      sample.add(requests.get(i), i);
    }
    return sample;
  }

  private static double samplePoint(RequestAnalysis request) {
    return KeptRequest.samplePoint(SampleHash.of(request.traceId(), request.spanId()));
  }

  @Property(tries = 100)
  void belowTheBoundEveryRequestHasWeightOne(
      @ForAll("requests") List<GivenRequest> requests, @ForAll long seed) {
    KeptSample sample = of(300, GivenRequest.analyses(requests, seed));

    assertThat(sample.requests())
        .hasSize(requests.size())
        .allSatisfy(
            row -> {
              assertThat(row.weight()).isEqualTo(1);
              assertThat(row.uniformBelow()).isEqualTo(1);
            });
  }

  @Property(tries = 300)
  void theSampleStaysWithinItsBounds(
      @ForAll("requests") List<GivenRequest> given,
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 100) int maxRequests) {
    List<RequestAnalysis> requests = GivenRequest.analyses(given, seed);
    KeptSample sample = of(maxRequests, requests);
    List<KeptRequest> rows = sample.requests();

    assertThat(rows.stream().filter(row -> row.weight() > 0).count())
        .isLessThanOrEqualTo(maxRequests + 3L);
    assertThat(rows.stream().filter(row -> row.weight() == 0).count()).isLessThanOrEqualTo(2);
    assertThat(rows.stream().mapToDouble(KeptRequest::weight).sum())
        .isCloseTo(requests.size(), within(1e-6));
    assertThat(rows)
        .isSortedAccordingTo(
            Comparator.<KeptRequest, Frame>comparing(row -> row.endpoint())
                .thenComparing(row -> row.category())
                .thenComparing(row -> row.samplePoint()));
    assertThat(sample.isEmpty()).isEqualTo(requests.isEmpty());
  }

  @Property(tries = 300)
  void theSampleStaysWithinItsBytes(
      @ForAll("requests") List<GivenRequest> given,
      @ForAll long seed,
      @ForAll @IntRange(min = 1_000, max = 50_000) int maxBytes) {
    List<RequestAnalysis> requests = GivenRequest.analyses(given, seed);
    KeptSample sample = new KeptSample(1_000, maxBytes);
    for (int i = 0; i < requests.size(); i++) {
      sample.add(requests.get(i), i);
    }
    List<KeptRequest> rows = sample.requests();

    assertThat(
            rows.stream()
                .filter(row -> row.weight() > 0)
                .mapToLong(row -> KeptRequest.storedBytes(row.spanCount()))
                .sum())
        .isLessThanOrEqualTo(maxBytes);
    assertThat(rows.stream().mapToDouble(KeptRequest::weight).sum())
        .isCloseTo(requests.size(), within(1e-6));
  }

  @Property(tries = 300)
  void belowItsUniformThresholdAllRequestsOfACategoryAreKept(
      @ForAll("requests") List<GivenRequest> given,
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 100) int maxRequests) {
    List<RequestAnalysis> requests = GivenRequest.analyses(given, seed);
    List<KeptRequest> rows = of(maxRequests, requests).requests();
    Set<TraceId> kept = rows.stream().map(row -> row.traceId()).collect(Collectors.toSet());

    for (KeptRequest row : rows) {
      assertThat(row.samplePoint()).isBetween(0.0, Math.nextDown(1.0));
      assertThat(
              requests.stream()
                  .filter(request -> request.endpoint().equals(row.endpoint()))
                  .filter(request -> request.category().equals(row.category()))
                  .filter(request -> samplePoint(request) < row.uniformBelow())
                  .map(RequestAnalysis::traceId))
          .isSubsetOf(kept);
    }
  }

  @Property(tries = 300)
  void theSlowestCompleteRequestOfAnEndpointIsKept(
      @ForAll("requests") List<GivenRequest> given,
      @ForAll long seed,
      @ForAll @IntRange(min = 2, max = 100) int maxRequests) {
    List<RequestAnalysis> requests = GivenRequest.analyses(given, seed);
    List<KeptRequest> rows = of(maxRequests, requests).requests();

    requests.stream()
        .filter(RequestAnalysis::complete)
        .collect(Collectors.groupingBy(RequestAnalysis::endpoint))
        .forEach(
            (endpoint, all) ->
                assertThat(rows)
                    .anySatisfy(
                        row -> {
                          assertThat(row.endpoint()).isEqualTo(endpoint);
                          assertThat(row.complete()).isTrue();
                          assertThat(row.durationNanos())
                              .isEqualTo(
                                  all.stream()
                                      .mapToLong(RequestAnalysis::durationNanos)
                                      .max()
                                      .orElseThrow());
                        }));
  }

  @Property(tries = 300)
  void mergingIsAddingEverythingToOne(
      @ForAll("requests") List<GivenRequest> given,
      @ForAll long seed,
      @ForAll @IntRange(min = MAX_GROUPS, max = 100) int maxRequests,
      @ForAll @IntRange(min = 1, max = 5) int parts)
      throws IOException {
    List<RequestAnalysis> requests = GivenRequest.analyses(given, seed);
    List<KeptSample> samples = new ArrayList<>();
    for (int part = 0; part < parts; part++) {
      samples.add(new KeptSample(maxRequests, BYTES));
    }
    Random random = new Random(seed);
    for (int i = 0; i < requests.size(); i++) {
      samples.get(random.nextInt(parts)).add(requests.get(i), i);
    }
    KeptSample forwards = new KeptSample(maxRequests, BYTES);
    KeptSample backwards = new KeptSample(maxRequests, BYTES);
    for (int i = 0; i < parts; i++) {
      forwards.merge(samples.get(i));
      backwards.merge(samples.get(parts - 1 - i));
    }

    byte[] expected = bytes(of(maxRequests, requests));
    assertThat(bytes(forwards)).isEqualTo(expected);
    assertThat(bytes(backwards)).isEqualTo(expected);
    assertThat(forwards.requests())
        .usingRecursiveComparison()
        .isEqualTo(of(maxRequests, requests).requests());
  }

  @Property(tries = 100)
  void theOrderDoesNotMatterWithinBytes(
      @ForAll("requests") List<GivenRequest> given,
      @ForAll long seed,
      @ForAll @IntRange(min = 20_000, max = 40_000) int maxBytes)
      throws IOException {
    List<RequestAnalysis> requests = new ArrayList<>(GivenRequest.analyses(given, seed));
    KeptSample forwards = new KeptSample(1_000, maxBytes);
    requests.forEach(request -> forwards.add(request, 0));
    Collections.shuffle(requests, new Random(seed));
    KeptSample shuffled = new KeptSample(1_000, maxBytes);
    requests.forEach(request -> shuffled.add(request, 0));

    assertThat(bytes(shuffled)).isEqualTo(bytes(forwards));
  }

  @Property(tries = 100)
  void samplesOfDifferentBoundsMerge(
      @ForAll("requests") List<GivenRequest> given,
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 60) int maxRequests,
      @ForAll @IntRange(min = 1, max = 60) int otherMaxRequests) {
    List<RequestAnalysis> requests = GivenRequest.analyses(given, seed);
    int half = requests.size() / 2;
    KeptSample sample = of(maxRequests, requests.subList(0, half));
    sample.merge(of(otherMaxRequests, requests.subList(half, requests.size())));
    List<KeptRequest> rows = sample.requests();

    assertThat(rows.stream().filter(row -> row.weight() > 0).count())
        .isLessThanOrEqualTo(maxRequests + 3L);
    assertThat(rows.stream().mapToDouble(KeptRequest::weight).sum())
        .isCloseTo(requests.size(), within(1e-6));
  }

  @Property(tries = 100)
  void aSampleIsReadAsItWasWritten(
      @ForAll Random random, @ForAll @IntRange(min = 1, max = 30) int maxRequests)
      throws IOException {
    KeptSample sample = analyzed(random, maxRequests);
    KeptSample read = KeptSample.read(new DataInputStream(new ByteArrayInputStream(bytes(sample))));

    assertThat(bytes(read)).isEqualTo(bytes(sample));
    assertThat(read.requests()).usingRecursiveComparison().isEqualTo(sample.requests());
  }

  @Property(tries = 100)
  void itsWeightBoundsItsHeapMemory(
      @ForAll Random random, @ForAll @IntRange(min = 1, max = 100) int maxRequests)
      throws IllegalAccessException {
    KeptSample sample = analyzed(random, maxRequests);

    assertThat(sample.weight())
        .isGreaterThanOrEqualTo(HeapBytes.of(sample, Frame.class, String.class));
  }

  @Test
  void estimatesAreUnbiased() {
    assertUnbiased(150, GivenRequest.population(2_000, 4));
  }

  @Test
  void estimatesAreUnbiasedWithMoreGroupsThanNames() {
    assertUnbiased(60, GivenRequest.population(1_000, 30));
  }

  private static void assertUnbiased(int maxRequests, List<GivenRequest> population) {
    Estimates estimates = new Estimates(population);
    for (long seed = 0; seed < 200; seed++) {
      estimates.add(of(maxRequests, GivenRequest.analyses(population, seed)).requests());
    }
    estimates.check();
  }

  private static KeptSample analyzed(Random random, int maxRequests) {
    KeptSample sample = new KeptSample(maxRequests, BYTES);
    TraceAnalyzer analyzer = new TraceAnalyzer(AnalysisRules.standard());
    // Random traces can share an id; a sample has a request once.
    Set<String> added = new HashSet<>();
    for (int trace = 0; trace < 50; trace++) {
      analyzer.analyze(
          RandomTraces.linked(random, 1 + random.nextInt(20), 10).assembled(),
          new QualityLedger(60_000),
          new AnalysisSink() {
            @Override
            public void request(RequestAnalysis request) {
              if (added.add(request.traceId() + " " + request.spanId())) {
                sample.add(request, random.nextInt(1_000));
              }
            }

            @Override
            public void late(LateSpan span) {
              throw new AssertionError("nothing is late here: " + span);
            }
          });
    }
    return sample;
  }

  private static byte[] bytes(KeptSample sample) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    sample.write(new DataOutputStream(bytes));
    return bytes.toByteArray();
  }
}
