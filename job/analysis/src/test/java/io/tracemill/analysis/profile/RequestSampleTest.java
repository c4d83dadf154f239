package io.tracemill.analysis.profile;

import static io.tracemill.analysis.profile.TestRequest.request;
import static io.tracemill.analysis.profile.TestRequest.simple;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.callingcontext.CallingContextTree;
import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.sketch.LatencyStrata;
import io.tracemill.analysis.sketch.SampleHash;
import io.tracemill.analysis.span.TraceId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class RequestSampleTest {
  private static final int K = 3;
  private static final ProfileLimits LIMITS = new ProfileLimits(100, 100, 100, K);

  @Property
  void itKeepsTheSmallestHashesOfEachStratum(@ForAll("durations") List<Long> durations) {
    Map<Integer, List<RequestAnalysis>> byStratum =
        requests(durations).stream()
            .collect(
                Collectors.groupingBy(
                    request -> LatencyStrata.numberOf(request.durationNanos()),
                    TreeMap::new,
                    Collectors.toList()));
    RequestSample sample = of(requests(durations));

    assertThat(sample.strata())
        .extracting(Stratum::number)
        .containsExactlyElementsOf(byStratum.keySet());
    for (Stratum stratum : sample.strata()) {
      List<RequestAnalysis> all = byStratum.getOrDefault(stratum.number(), List.of());
      List<TraceId> smallest =
          all.stream()
              .sorted(Comparator.comparingLong(r -> SampleHash.of(r.traceId(), r.spanId())))
              .limit(K)
              .map(RequestAnalysis::traceId)
              .toList();
      assertThat(stratum.requests())
          .extracting(SampledRequest::traceId)
          .containsExactlyElementsOf(smallest);
      assertThat(stratum.count()).isEqualTo(all.size());
      assertThat(stratum.weight()).isEqualTo((double) all.size() / smallest.size());
    }
  }

  @Property
  void mergingIsAddingEverythingToOne(
      @ForAll("durations") List<Long> durations, @ForAll @LongRange(min = 1, max = 5) long parts) {
    List<RequestAnalysis> requests = requests(durations);
    List<RequestSample> samples = new ArrayList<>();
    for (long part = 0; part < parts; part++) {
      long mine = part;
      samples.add(of(requests.stream().filter(r -> r.traceId().low() % parts == mine).toList()));
    }
    RequestSample forwards = of(List.of());
    RequestSample backwards = of(List.of());
    for (int i = 0; i < samples.size(); i++) {
      forwards.merge(samples.get(i));
      backwards.merge(samples.get(samples.size() - 1 - i));
    }

    assertThat(content(forwards)).isEqualTo(content(of(requests)));
    assertThat(content(backwards)).isEqualTo(content(of(requests)));
    assertThat(forwards.weight()).isEqualTo(of(requests).weight());
  }

  @Property
  void aStratumIsAQuarterOfAnOctave(@ForAll @LongRange(min = 1) long nanos) {
    int number = LatencyStrata.numberOf(nanos);

    // Rounding of the exponential; the strata's own ends are exact.
    double slack = 1 + 1e-12;
    assertThat((double) nanos * slack).isGreaterThanOrEqualTo(Math.pow(2, (number - 1) / 4.0));
    assertThat((double) nanos).isLessThanOrEqualTo(Math.pow(2, number / 4.0) * slack);
  }

  @Test
  void strataBeginAtPowersOfTwo() {
    assertThat(LatencyStrata.numberOf(0)).isZero();
    assertThat(LatencyStrata.numberOf(1)).isEqualTo(1);
    assertThat(LatencyStrata.numberOf(1023)).isEqualTo(40);
    assertThat(LatencyStrata.numberOf(1024)).isEqualTo(41);
    assertThat(LatencyStrata.numberOf(Long.MAX_VALUE)).isEqualTo(4 * 63);
  }

  @Test
  void aKeptTreeIsACopy() {
    RequestAnalysis request = request(1).call("front", 10).below(0, "db", 5).build();
    RequestSample sample = of(List.of(request));
    request.criticalPath().clear();

    SampledTree tree = sample.strata().get(0).requests().get(0).tree();
    assertThat(tree.size()).isEqualTo(2);
    assertThat(tree.parent(1)).isZero();
    assertThat(tree.step(1)).isEqualTo(TestRequest.step("db"));
    assertThat(tree.spans(1)).isEqualTo(1);
    assertThat(tree.exclusiveNanos(1)).isEqualTo(5);
  }

  @Test
  void aKeptTreeStaysWithinTheLimits() {
    CallingContextTree tree =
        request(1).call("front", 5).below(0, "cart", 3).below(1, "db", 4).below(0, "ads", 2).tree();

    SampledTree copy = SampledTree.copyOf(tree, new ProfileLimits(10, 2, 1, 1));

    assertThat(copy.size()).isEqualTo(4);
    assertThat(copy.step(2)).isEqualTo(PathStep.OTHER);
    assertThat(copy.parent(2)).isEqualTo(1);
    assertThat(copy.exclusiveNanos(2)).isEqualTo(4);
    assertThat(copy.step(3)).isEqualTo(TestRequest.step("ads"));
  }

  @Provide
  Arbitrary<List<Long>> durations() {
    return Arbitraries.longs().between(0, 100).list().ofMaxSize(60);
  }

  private static List<RequestAnalysis> requests(List<Long> durations) {
    List<RequestAnalysis> requests = new ArrayList<>();
    durations.forEach(nanos -> requests.add(simple(requests.size(), nanos)));
    return requests;
  }

  private static RequestSample of(List<RequestAnalysis> requests) {
    RequestSample sample = new RequestSample(LIMITS);
    requests.forEach(sample::add);
    return sample;
  }

  private static List<String> content(RequestSample sample) {
    return sample.strata().stream()
        .map(
            stratum ->
                stratum.number()
                    + ": "
                    + stratum.count()
                    + stratum.requests().stream().map(SampledRequest::traceId).toList())
        .toList();
  }
}
