package io.tracemill.cli.evaluation;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.layer.GroupSums;
import io.tracemill.analysis.layer.LayerFiller;
import io.tracemill.analysis.layer.LayerSums;
import io.tracemill.analysis.layer.Percentile;
import io.tracemill.analysis.request.AnalyzedTrees;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.signature.Signatures;
import io.tracemill.analysis.sketch.LatencySketch;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.subspan.SpanLayout;
import io.tracemill.analysis.subspan.SpanTimes;
import io.tracemill.analysis.trace.AssembledTrace;
import io.tracemill.analysis.trace.TraceTree;
import io.tracemill.cli.results.Recording;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The error of percentiles of layers 3 and 4, which come from a sample, on real traces. */
@Tag("slow")
@Timeout(300)
final class RecordedPercentilesIT {
  private static final long TOLERANCE = 1_000_000;
  private static final int MIN_REQUESTS = 30;

  /** What is known of one value of one group. */
  private record Estimate(Percentile found, long exact) {
    double error() {
      return exact == 0 ? 0 : (double) Math.abs(found.nanos() - exact) / exact;
    }

    double interval() {
      return exact == 0 ? 0 : (double) found.errorNanos() / exact;
    }

    boolean covered() {
      // Sampled values have 24 bits.
      return Math.abs(found.nanos() - exact) <= found.errorNanos() + 1e-7 * exact;
    }
  }

  @ParameterizedTest
  @EnumSource
  void errorsOfPercentilesAreStated(Recording recording) throws IOException {
    LayerFiller filler = new LayerFiller(TOLERANCE);
    Map<Frame, LayerSums> sums = new TreeMap<>();
    Map<Frame, Map<CallTreeSignature, List<long[]>>> orders = new HashMap<>();
    Map<Frame, Map<CallTreeSignature, List<long[]>>> structures = new HashMap<>();
    for (AssembledTrace trace : RecordedTraces.of(recording.file())) {
      TraceTree tree = AnalyzedTrees.of(trace, TOLERANCE).tree();
      if (tree.size() > 0) {
        Frame endpoint = tree.frame(0);
        Signatures found =
            filler.add(tree, sums.computeIfAbsent(endpoint, added -> new LayerSums()));
        long[] values = values(filler.times());
        keep(orders, endpoint, found.order(), values);
        keep(structures, endpoint, found.structure(), moved(filler.times().layout(tree), values));
      }
    }
    for (double q : new double[] {0.5, 0.99}) {
      List<Estimate> layer3 = new ArrayList<>();
      List<Estimate> layer4 = new ArrayList<>();
      sums.forEach(
          (endpoint, layers) -> {
            estimate(layers.structures(), requireNonNull(structures.get(endpoint)), q, layer3);
            estimate(layers.orders(), requireNonNull(orders.get(endpoint)), q, layer4);
          });
      report(recording, 3, q, layer3);
      report(recording, 4, q, layer4);
    }
  }

  private static long[] values(SpanTimes times) {
    return Arrays.copyOf(times.values(), times.valueCount());
  }

  private static long[] moved(SpanLayout layout, long[] values) {
    int[] positions = layout.canonicalPositions();
    int[] indexes = layout.valueIndexes(positions, layout.moved(positions));
    long[] moved = new long[values.length];
    for (int value = 0; value < values.length; value++) {
      moved[indexes[value]] = values[value];
    }
    return moved;
  }

  private static void keep(
      Map<Frame, Map<CallTreeSignature, List<long[]>>> all,
      Frame endpoint,
      CallTreeSignature group,
      long[] values) {
    all.computeIfAbsent(endpoint, added -> new HashMap<>())
        .computeIfAbsent(group, added -> new ArrayList<>())
        .add(values);
  }

  private static void estimate(
      Map<CallTreeSignature, GroupSums> groups,
      Map<CallTreeSignature, List<long[]>> all,
      double q,
      List<Estimate> to) {
    groups.forEach(
        (signature, group) -> {
          List<long[]> rows = requireNonNull(all.get(signature));
          if (rows.size() >= MIN_REQUESTS && rows.size() == group.requests()) {
            List<Integer> strata = List.copyOf(group.requestsByStratum().keySet());
            for (int i = 0; i < group.layout().valueCount(); i++) {
              int value = i;
              long[] sorted = rows.stream().mapToLong(row -> row[value]).sorted().toArray();
              long exact = sorted[(int) LatencySketch.nearestRank(q, sorted.length) - 1];
              to.add(new Estimate(group.percentile(value, strata, q), exact));
            }
          }
        });
  }

  /**
   * Prints a row of the table in docs/evaluation.md: the share of exact percentiles, the median and
   * 90 % quantile of the errors, the same of the stated errors, and the covered share.
   */
  private static void report(Recording recording, int layer, double q, List<Estimate> estimates) {
    double covered = share(estimates, Estimate::covered);
    System.out.printf(
        "| %s, layer %d, P%.0f | %d | %.1f %% | %.1f %% | %.1f %% | %.1f %% | %.1f %% | %.1f %% |%n",
        recording.dataset(),
        layer,
        100 * q,
        estimates.size(),
        100
            * estimates.stream().filter(e -> e.found.errorNanos() == 0).count()
            / (double) estimates.size(),
        100 * quantile(estimates, 0.5, Estimate::error),
        100 * quantile(estimates, 0.9, Estimate::error),
        100 * quantile(estimates, 0.5, Estimate::interval),
        100 * quantile(estimates, 0.9, Estimate::interval),
        100 * covered);
    // If there are few requests, the sample may lack the largest.
    assertThat(covered).as("covered by its interval").isGreaterThan(q < 0.9 ? 0.95 : 0.85);
  }

  private static double share(List<Estimate> estimates, Predicate<Estimate> wanted) {
    return (double) estimates.stream().filter(wanted).count() / estimates.size();
  }

  private static double quantile(
      List<Estimate> estimates, double q, ToDoubleFunction<Estimate> figure) {
    double[] sorted = estimates.stream().mapToDouble(figure).sorted().toArray();
    return sorted[(int) LatencySketch.nearestRank(q, sorted.length) - 1];
  }
}
