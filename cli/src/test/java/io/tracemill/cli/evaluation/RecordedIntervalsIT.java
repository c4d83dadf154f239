package io.tracemill.cli.evaluation;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.sample.KeptTraces;
import io.tracemill.analysis.sample.ReplayRules;
import io.tracemill.analysis.sample.Thinning;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.TraceId;
import io.tracemill.analysis.view.Distributions;
import io.tracemill.analysis.view.LatencyClasses;
import io.tracemill.analysis.view.estimate.Distribution;
import io.tracemill.analysis.view.estimate.Percentile;
import io.tracemill.analysis.view.tprof.Diagnosis;
import io.tracemill.analysis.view.tprof.DiagnosisParameters;
import io.tracemill.analysis.view.tprof.RequestTypes;
import io.tracemill.cli.results.Recording;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How often 95 % intervals of sampled figures cover the figures of all requests. */
@Tag("slow")
@Timeout(300)
final class RecordedIntervalsIT {
  private static final int SEEDS = 200;
  private static final int ONE_OF = 10;
  private static final double IN_ERRORS = 1.96;
  private static final ReplayRules REPLAY = KeptTraces.rules(1_000_000);
  private static final DiagnosisParameters OPERATIONS =
      new DiagnosisParameters(REPLAY, RequestTypes.endpoints(), 5, 0.1, 4, List.of());

  private record Interval(double low, double value, double high) {
    static Interval of(double value, double error) {
      return new Interval(value - IN_ERRORS * error, value, value + IN_ERRORS * error);
    }

    /** Rounding aside. */
    boolean covers(double truth) {
      double rounding = 1e-9 * Math.abs(truth);
      return low - rounding <= truth && truth <= high + rounding;
    }

    boolean hasWidth() {
      return high > low;
    }
  }

  /** A figure: its kind, and which one of these. */
  private record Name(String kind, String of) implements Comparable<Name> {
    @Override
    public int compareTo(Name other) {
      int kinds = kind.compareTo(other.kind);
      return kinds == 0 ? of.compareTo(other.of) : kinds;
    }
  }

  private static final class Coverage {
    private int covered;
    private final List<Double> widths = new ArrayList<>();

    void add(Interval interval, double truth) {
      covered += interval.covers(truth) ? 1 : 0;
      widths.add((interval.high - interval.low) / Math.abs(truth));
    }

    double share() {
      return (double) covered / widths.size();
    }

    double medianWidth() {
      Collections.sort(widths);
      return widths.get(widths.size() / 2);
    }
  }

  /** The table stands in docs/evaluation.md. */
  @ParameterizedTest
  @EnumSource
  void intervalsOfATenthOfTheRequestsCoverTheTruthAsOftenAsPromised(Recording recording)
      throws IOException {
    List<KeptRequest> all =
        RecordedTraces.of(recording.file()).stream()
            .map(KeptTraces::of)
            .filter(KeptRequest::complete)
            .toList();
    Map<Name, Interval> truth = figures(all);
    Map<String, Coverage> coverage = new TreeMap<>();
    for (int seed = 1; seed <= SEEDS; seed++) {
      figures(Thinning.thin(withIdsOf(seed, all), all.size() / ONE_OF))
          .forEach(
              (name, interval) -> {
                Optional<Interval> expected = Optional.ofNullable(truth.get(name));
                if (expected.isPresent() && interval.hasWidth()) {
                  coverage
                      .computeIfAbsent(name.kind, added -> new Coverage())
                      .add(interval, expected.get().value);
                }
              });
    }
    coverage.forEach(
        (kind, seen) ->
            System.out.printf(
                "intervals of %s: %s: %,d, %.1f %% cover, median width %.0f %% of the figure%n",
                recording.dataset(),
                kind,
                seen.widths.size(),
                100 * seen.share(),
                100 * seen.medianWidth()));
    coverage.forEach(
        (kind, seen) -> assertThat(seen.share()).as(kind).isBetween(leastOf(kind), 1.0));
  }

  /** Which rare outlier a call path meets is not seen in a tenth of the requests. */
  private static double leastOf(String kind) {
    return kind.startsWith("own time of a call path") ? 0.6 : 0.9;
  }

  /** The same requests under other ids, so that others are kept. */
  private static List<KeptRequest> withIdsOf(int seed, List<KeptRequest> requests) {
    List<KeptRequest> renamed = new ArrayList<>();
    for (KeptRequest request : requests) {
      renamed.add(KeptTraces.in(new TraceId(seed, renamed.size() + 1), request));
    }
    return renamed;
  }

  private static Map<Name, Interval> figures(List<KeptRequest> requests) {
    Map<Name, Interval> figures = new TreeMap<>();
    Map<Frame, List<KeptRequest>> endpoints = new TreeMap<>();
    requests.forEach(
        request ->
            endpoints.computeIfAbsent(request.endpoint(), added -> new ArrayList<>()).add(request));
    endpoints.forEach((endpoint, some) -> addEndpoint(endpoint, some, figures));
    Diagnosis.of(requests, OPERATIONS)
        .byCriticalPath()
        .forEach(
            finding -> {
              String operation = finding.operation().toString();
              addMean("own time of an operation", operation, finding.times().all(), figures);
              addPercentiles("duration of an operation", operation, finding.whole().all(), figures);
            });
    return figures;
  }

  private static void addEndpoint(
      Frame endpoint, Collection<KeptRequest> requests, Map<Name, Interval> to) {
    Distributions.of(requests, REPLAY)
        .figures()
        .forEach(
            figure -> {
              addMean(figure.name(), endpoint.toString(), figure.values(), to);
              if (figure.name().equals("latencyNanos")) {
                addPercentiles(figure.name(), endpoint.toString(), figure.values(), to);
              }
            });
    List<String> paths = new ArrayList<>();
    LatencyClasses.of(requests, REPLAY)
        .all()
        .tree()
        .forEach(
            node -> {
              String above = node.parent() < 0 ? endpoint.toString() : paths.get(node.parent());
              paths.add(above + " > " + node.step());
              to.put(
                  new Name("own time of a call path", paths.get(paths.size() - 1)),
                  Interval.of((double) node.exclusiveNanos(), node.errorNanos()));
            });
  }

  private static void addMean(String kind, String of, Distribution values, Map<Name, Interval> to) {
    to.put(
        new Name(kind + ", mean", of), Interval.of(values.mean().value(), values.mean().error()));
  }

  private static void addPercentiles(
      String kind, String of, Distribution values, Map<Name, Interval> to) {
    addPercentile(kind + ", p50", of, values.percentiles().p50(), to);
    addPercentile(kind + ", p95", of, values.percentiles().p95(), to);
    addPercentile(kind + ", p99", of, values.percentiles().p99(), to);
  }

  private static void addPercentile(
      String kind, String of, Optional<Percentile> percentile, Map<Name, Interval> to) {
    percentile.ifPresent(
        found ->
            to.put(new Name(kind, of), new Interval(found.low(), found.value(), found.high())));
  }
}
