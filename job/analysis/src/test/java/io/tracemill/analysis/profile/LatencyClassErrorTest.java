package io.tracemill.analysis.profile;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.callingcontext.CallingContextTree;
import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.profile.EndpointProfile.ClassNode;
import io.tracemill.analysis.profile.EndpointProfile.LatencyClass;
import io.tracemill.analysis.request.RequestAnalysis;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The error of latency classes if the sample lacks most requests. The reference keeps all requests
 * and its classes end at the exact percentiles, so the error has two parts: few requests, and the
 * ends of the sketch's bins.
 */
class LatencyClassErrorTest {
  private static final int REQUESTS = 20_000;
  private static final int SEEDS = 10;

  /** The default of {@code profiles.sample-size}. */
  private static final int SAMPLE_SIZE = 16;

  private static final List<String> PATHS =
      List.of("front", "catalog", "db", "cart", "lock", "payment", "retry", "timeout");

  /** The percentiles between which a class lies. */
  private record Band(double from, double to) {}

  private static final Map<String, Band> BANDS =
      Map.of(
          "<=P50", new Band(0, 0.50),
          "<=P95", new Band(0, 0.95),
          "<=P99", new Band(0, 0.99),
          "P0-50", new Band(0, 0.50),
          "P50-90", new Band(0.50, 0.90),
          "P90-95", new Band(0.90, 0.95),
          "P95-99", new Band(0.95, 0.99),
          "P99-100", new Band(0.99, 1));

  /** The requests of a class that have a call path, and its own time in them. */
  private record Sum(double requests, double nanos) {
    static final Sum NONE = new Sum(0, 0);

    Sum plus(Sum other) {
      return new Sum(requests + other.requests, nanos + other.nanos);
    }
  }

  /** A class by call path; {@link #request} uses every step in one call path only. */
  private record Figures(double requests, Map<PathStep, Sum> paths) {
    double meanNanos() {
      return paths.values().stream().mapToDouble(Sum::nanos).sum() / requests;
    }

    double meanNanos(PathStep path) {
      return paths.getOrDefault(path, Sum.NONE).nanos() / requests;
    }

    double share(PathStep path) {
      return paths.getOrDefault(path, Sum.NONE).requests() / requests;
    }
  }

  /** A class of one run, in the reference and from the sample. */
  private record Run(String name, long sampled, Figures actual, Figures estimate) {
    double errorOfCount() {
      return Math.abs(estimate.requests() / actual.requests() - 1);
    }

    double errorOfMean() {
      return Math.abs(estimate.meanNanos() / actual.meanNanos() - 1);
    }

    /** By call path, the error of its mean own time, relative to the mean duration of the class. */
    DoubleStream errorsOfTime() {
      return paths()
          .mapToDouble(
              path ->
                  Math.abs(estimate.meanNanos(path) - actual.meanNanos(path)) / actual.meanNanos());
    }

    /** By call path, the error of the share of the class's requests that have it. */
    DoubleStream errorsOfShare() {
      return paths().mapToDouble(path -> Math.abs(estimate.share(path) - actual.share(path)));
    }

    private Stream<PathStep> paths() {
      return PATHS.stream().map(TestRequest::step);
    }
  }

  @Test
  void errorsOfSampledClassesAreBounded() {
    List<Run> runs = new ArrayList<>();
    for (int seed = 1; seed <= SEEDS; seed++) {
      List<RequestAnalysis> requests = requests(seed);
      for (LatencyClass sampled : classes(requests)) {
        runs.add(
            new Run(
                sampled.name(),
                sampled.sampledTraces(),
                actual(requests, sampled.name()),
                estimate(sampled)));
      }
    }
    for (String name : LatencyClass.NAMES) {
      Errors errors = Errors.of(runs.stream().filter(run -> run.name().equals(name)).toList());
      System.out.println("| " + name + errors);
      assertThat(errors.mostTimes()).as("95 %% of the times, %s", name).isLessThan(0.06);
      assertThat(errors.allTimes()).as("all times, %s", name).isLessThan(0.1);
      assertThat(errors.mostShares()).as("95 %% of the shares, %s", name).isLessThan(0.12);
      assertThat(errors.allShares()).as("all shares, %s", name).isLessThan(0.25);
      assertThat(errors.means()).as("all means, %s", name).isLessThan(0.08);
      assertThat(errors.counts()).as("all counts, %s", name).isLessThan(0.15);
    }
    System.out.println("| all" + Errors.of(runs));
  }

  /** A row of the table in docs/evaluation.md. */
  private record Errors(
      double sampled,
      double requests,
      double counts,
      double means,
      double mostTimes,
      double allTimes,
      double mostShares,
      double allShares) {
    static Errors of(List<Run> runs) {
      double[] times = runs.stream().flatMapToDouble(Run::errorsOfTime).sorted().toArray();
      double[] shares = runs.stream().flatMapToDouble(Run::errorsOfShare).sorted().toArray();
      return new Errors(
          runs.stream().mapToDouble(Run::sampled).average().orElseThrow(),
          runs.stream().mapToDouble(run -> run.actual().requests()).average().orElseThrow(),
          runs.stream().mapToDouble(Run::errorOfCount).max().orElseThrow(),
          runs.stream().mapToDouble(Run::errorOfMean).max().orElseThrow(),
          quantile(times, 0.95),
          quantile(times, 1),
          quantile(shares, 0.95),
          quantile(shares, 1));
    }

    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          " | %.0f of %.0f | %.1f %% | %.1f %% | %.1f %% | %.1f %% | %.1f | %.1f |",
          sampled,
          requests,
          100 * counts,
          100 * means,
          100 * mostTimes,
          100 * allTimes,
          100 * mostShares,
          100 * allShares);
    }
  }

  private static double quantile(double[] sorted, double quantile) {
    return sorted[(int) Math.ceil(quantile * sorted.length) - 1];
  }

  private static List<RequestAnalysis> requests(int seed) {
    Random random = new Random(seed);
    return LongStream.range(0, REQUESTS)
        .mapToObj(number -> request((long) seed * REQUESTS + number, random))
        .toList();
  }

  /** One load slows most calls of a request; the slower it is, the likelier are other calls. */
  private static RequestAnalysis request(long id, Random random) {
    double load = Math.exp(0.5 * random.nextGaussian());
    TestRequest request =
        TestRequest.request(id)
            .call("front", nanos(3 * load, random))
            .below(0, "catalog", nanos(5 * load, random))
            .below(1, "db", nanos(6 * load * load, random));
    if (random.nextDouble() < 0.3) {
      request.below(0, "cart", nanos(10, random));
    }
    if (load > 2 && random.nextDouble() < 0.5) {
      request.below(2, "lock", nanos(30, random));
    }
    if (random.nextDouble() < 0.05) {
      request.below(0, "payment", nanos(25, random));
    }
    if (random.nextDouble() < 0.01 * load * load) {
      request.below(1, "retry", nanos(60, random));
    }
    if (random.nextDouble() < 0.002) {
      request.below(0, "timeout", 500_000_000);
    }
    return request.build();
  }

  private static long nanos(double millis, Random random) {
    return Math.round(1e6 * millis * Math.exp(0.3 * random.nextGaussian()));
  }

  private static List<LatencyClass> classes(List<RequestAnalysis> requests) {
    EndpointAccumulator sums =
        new EndpointAccumulator(new ProfileLimits(2_000, 100, 200, SAMPLE_SIZE));
    requests.forEach(sums::add);
    return ProfileReader.profile(sums, TestRequest.ENDPOINT, 0, 60_000).classes();
  }

  private static Figures estimate(LatencyClass latencyClass) {
    Map<PathStep, Sum> paths = new HashMap<>();
    for (ClassNode node : latencyClass.tree()) {
      paths.put(node.step(), new Sum(node.traces(), node.exclusiveNanos()));
    }
    return new Figures(latencyClass.traces(), paths);
  }

  private static Figures actual(List<RequestAnalysis> requests, String name) {
    Band band = Optional.ofNullable(BANDS.get(name)).orElseThrow();
    long[] durations =
        requests.stream().mapToLong(RequestAnalysis::durationNanos).sorted().toArray();
    long above = band.from() == 0 ? -1 : durations[rank(band.from()) - 1];
    long end = durations[rank(band.to()) - 1];
    int members = 0;
    Map<PathStep, Sum> paths = new HashMap<>();
    for (RequestAnalysis request : requests) {
      if (request.durationNanos() > above && request.durationNanos() <= end) {
        members++;
        CallingContextTree tree = request.criticalPath();
        for (int node = 0; node < tree.size(); node++) {
          paths.merge(tree.step(node), new Sum(1, tree.exclusiveNanos(node)), Sum::plus);
        }
      }
    }
    return new Figures(members, paths);
  }

  private static int rank(double quantile) {
    return (int) Math.ceil(quantile * REQUESTS);
  }
}
