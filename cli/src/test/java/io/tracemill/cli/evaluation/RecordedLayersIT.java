package io.tracemill.cli.evaluation;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.diagnosis.Diagnosis;
import io.tracemill.analysis.diagnosis.DiagnosisRules;
import io.tracemill.analysis.diagnosis.EndpointLayers;
import io.tracemill.analysis.diagnosis.Finding;
import io.tracemill.analysis.layer.LayerComparison;
import io.tracemill.analysis.layer.LayerFiller;
import io.tracemill.analysis.layer.LayerSums;
import io.tracemill.analysis.layer.SlowLayers;
import io.tracemill.analysis.request.AnalyzedTrees;
import io.tracemill.analysis.signature.Signatures;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.trace.AssembledTrace;
import io.tracemill.analysis.trace.TraceTree;
import io.tracemill.cli.results.Recording;
import io.tracemill.cli.results.SharedFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tprof's layers and diagnosis on real traces. */
@Tag("slow")
@Timeout(300)
final class RecordedLayersIT {
  private static final long TOLERANCE = 1_000_000;
  private static final DiagnosisRules ALL = new DiagnosisRules(1_000, 0.1, 4, TOLERANCE, List.of());

  private final LayerFiller filler = new LayerFiller(TOLERANCE);

  @ParameterizedTest
  @EnumSource
  void sumsOfAllLayersEqualThoseOfAReferenceThatKeepsEverySpan(Recording recording)
      throws IOException {
    Map<Frame, LayerSums> sums = new TreeMap<>();
    Map<Frame, SlowLayers> references = new TreeMap<>();
    long requests = 0;
    for (AssembledTrace trace : RecordedTraces.of(recording.file())) {
      TraceTree tree = AnalyzedTrees.of(trace, TOLERANCE).tree();
      if (tree.size() > 0) {
        requests++;
        Signatures found =
            filler.add(tree, sums.computeIfAbsent(tree.frame(0), added -> new LayerSums()));
        references.computeIfAbsent(tree.frame(0), added -> new SlowLayers()).add(tree, found);
      }
    }
    assertThat(requests).isEqualTo(recording.traces());
    sums.forEach(
        (endpoint, layers) ->
            LayerComparison.assertEqual(layers, requireNonNull(references.get(endpoint))));
  }

  /** The rank of what leads to the target, for the table in docs/evaluation.md. */
  @ParameterizedTest
  @EnumSource
  void faultsAreRankedByCostAndByChange(Recording recording) throws IOException {
    Optional<Path> table = SharedFolder.find("data/faults.csv");
    if (table.isEmpty() || recording.whole().isEmpty()) {
      System.out.println("ranks of faults: skipped, there is no ../shared/data");
      return;
    }
    List<AssembledTrace> traces = RecordedTraces.of(recording.file());
    for (InjectedFault fault : InjectedFault.in(table.get())) {
      if (fault.counted() && fault.dataset().equals(recording.dataset())) {
        Part before = part(traces, fault, fault.from(), fault.injectedAt());
        Part after = part(traces, fault, fault.injectedAt(), fault.to().plusSeconds(30));
        List<Finding> ranked = Diagnosis.of(after.layers(), ALL).bySelfTime();
        List<Finding> byChange =
            ranked.stream()
                .sorted(Comparator.comparingDouble(f -> before.perRequest(f) - after.perRequest(f)))
                .toList();
        System.out.printf(
            "%s %s %s, %d and %d requests: rank %d by cost, %d by change, of %d%n",
            fault.injectedAt(),
            fault.type(),
            fault.target(),
            before.requests(),
            after.requests(),
            rank(ranked, after, fault),
            rank(byChange, after, fault),
            ranked.size());
        assertThat(ranked).isNotEmpty();
      }
    }
  }

  private static int rank(List<Finding> findings, Part part, InjectedFault fault) {
    List<Frame> operations = findings.stream().map(Finding::operation).toList();
    int rank = 1;
    for (Frame operation : operations) {
      if (operation.service().equals(fault.target()) || part.callers().contains(operation)) {
        return rank;
      }
      rank++;
    }
    return 0;
  }

  /**
   * Requests of some time.
   *
   * @param callers operations that call the target of the fault
   */
  private record Part(Map<Frame, LayerSums> sums, Set<Frame> callers, long requests) {
    List<EndpointLayers> layers() {
      List<EndpointLayers> layers = new ArrayList<>();
      sums.forEach((endpoint, of) -> layers.add(EndpointLayers.of(endpoint, of, ALL)));
      return layers;
    }

    /** Self time of the finding's operation, nanoseconds a request. */
    double perRequest(Finding finding) {
      long nanos = 0;
      for (LayerSums of : sums.values()) {
        nanos +=
            of.operations()
                .selfTimes(finding.operation(), of.requestsByStratum().keySet())
                .sumNanos();
      }
      return requests == 0 ? 0 : (double) nanos / requests;
    }
  }

  private Part part(List<AssembledTrace> traces, InjectedFault fault, Instant from, Instant to) {
    Map<Frame, LayerSums> sums = new TreeMap<>();
    Set<Frame> callers = new HashSet<>();
    long requests = 0;
    for (AssembledTrace trace : traces) {
      TraceTree tree = AnalyzedTrees.of(trace, TOLERANCE).tree();
      Instant start = tree.size() == 0 ? Instant.MIN : instant(tree.startNanos(0));
      if (!start.isBefore(from) && start.isBefore(to)) {
        requests++;
        filler.add(tree, sums.computeIfAbsent(tree.frame(0), added -> new LayerSums()));
        for (int span = 1; span < tree.size(); span++) {
          Frame caller = tree.frame(tree.parent(span));
          if (tree.frame(span).service().equals(fault.target())
              && !caller.service().equals(fault.target())) {
            callers.add(caller);
          }
        }
      }
    }
    return new Part(sums, callers, requests);
  }

  private static Instant instant(long nanos) {
    return Instant.ofEpochSecond(nanos / 1_000_000_000, nanos % 1_000_000_000);
  }
}
