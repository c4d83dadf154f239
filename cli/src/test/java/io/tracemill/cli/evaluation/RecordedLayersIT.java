package io.tracemill.cli.evaluation;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.request.AnalyzedTrees;
import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.sample.KeptTraces;
import io.tracemill.analysis.sample.ReplayRules;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.trace.AssembledTrace;
import io.tracemill.analysis.trace.TraceTree;
import io.tracemill.analysis.view.tprof.Diagnosis;
import io.tracemill.analysis.view.tprof.DiagnosisParameters;
import io.tracemill.analysis.view.tprof.LayerComparison;
import io.tracemill.analysis.view.tprof.Ranking;
import io.tracemill.analysis.view.tprof.RequestTypes;
import io.tracemill.cli.results.Recording;
import io.tracemill.cli.results.SharedFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
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
  private static final ReplayRules REPLAY = KeptTraces.rules(TOLERANCE);
  private static final DiagnosisParameters ALL =
      new DiagnosisParameters(REPLAY, RequestTypes.endpoints(), 1_000, 0.1, 4, List.of());

  @ParameterizedTest
  @EnumSource
  void allLayersEqualThoseOfAReferenceThatKeepsEverySpan(Recording recording) throws IOException {
    Map<Frame, List<KeptRequest>> requests = new TreeMap<>();
    for (AssembledTrace trace : RecordedTraces.of(recording.file())) {
      KeptRequest request = KeptTraces.of(trace);
      if (request.complete()) {
        requests.computeIfAbsent(request.endpoint(), added -> new ArrayList<>()).add(request);
      }
    }
    assertThat(requests).isNotEmpty();
    for (List<KeptRequest> some : requests.values()) {
      LayerComparison.assertEqual(some.subList(0, Math.min(100, some.size())), REPLAY);
    }
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
    List<Started> traces =
        RecordedTraces.of(recording.file()).stream().map(RecordedLayersIT::started).toList();
    for (InjectedFault fault : InjectedFault.in(table.get())) {
      if (fault.counted() && fault.dataset().equals(recording.dataset())) {
        Part before = part(traces, fault, fault.from(), fault.injectedAt());
        Part after = part(traces, fault, fault.injectedAt(), fault.to().plusSeconds(30));
        StringBuilder ranks = new StringBuilder();
        for (Ranking ranking : Ranking.values()) {
          Map<Frame, Double> costs = after.costs(ranking);
          Map<Frame, Double> costsBefore = before.costs(ranking);
          Map<Frame, Double> changes = new TreeMap<>(costs);
          changes.replaceAll((name, cost) -> cost - costsBefore.getOrDefault(name, 0.0));
          assertThat(costs).isNotEmpty();
          ranks.append(
              " | %d, %d of %d"
                  .formatted(rank(costs, after, fault), rank(changes, after, fault), costs.size()));
        }
        System.out.printf(
            "| %s %s, %s | %d, %d%s |%n",
            fault.injectedAt(),
            fault.type(),
            fault.target(),
            before.requests(),
            after.requests(),
            ranks);
      }
    }
  }

  /** The rank of the first operation of the target, or of a call to it; the largest is first. */
  private static int rank(Map<Frame, Double> costs, Part part, InjectedFault fault) {
    double first =
        costs.entrySet().stream()
            .filter(
                entry ->
                    entry.getKey().service().equals(fault.target())
                        || part.callers().contains(entry.getKey()))
            .mapToDouble(Map.Entry::getValue)
            .max()
            .orElse(Double.NEGATIVE_INFINITY);
    return 1 + (int) costs.values().stream().filter(cost -> cost > first).count();
  }

  /**
   * Requests of some time.
   *
   * @param callers operations that call the target of the fault
   */
  private record Part(List<KeptRequest> kept, Set<Frame> callers) {
    int requests() {
      return kept.size();
    }

    /** Nanoseconds a request, by operation. */
    Map<Frame, Double> costs(Ranking ranking) {
      Map<Frame, Double> costs = new TreeMap<>();
      Diagnosis.of(kept, ALL)
          .by(ranking)
          .forEach(finding -> costs.put(finding.operation(), finding.score() / kept.size()));
      return costs;
    }
  }

  /** A trace and the start of its first span. */
  private record Started(AssembledTrace trace, Instant start) {}

  private static Started started(AssembledTrace trace) {
    TraceTree tree = AnalyzedTrees.of(trace, TOLERANCE).tree();
    return new Started(trace, tree.size() == 0 ? Instant.MIN : instant(tree.startNanos(0)));
  }

  private static Part part(List<Started> traces, InjectedFault fault, Instant from, Instant to) {
    List<KeptRequest> kept = new ArrayList<>();
    Set<Frame> callers = new HashSet<>();
    for (Started started : traces) {
      if (!started.start().isBefore(from) && started.start().isBefore(to)) {
        TraceTree tree = AnalyzedTrees.of(started.trace(), TOLERANCE).tree();
        kept.add(KeptTraces.of(tree));
        for (int span = 1; span < tree.size(); span++) {
          Frame caller = tree.frame(tree.parent(span));
          if (tree.frame(span).service().equals(fault.target())
              && !caller.service().equals(fault.target())) {
            callers.add(caller);
          }
        }
      }
    }
    return new Part(kept, callers);
  }

  private static Instant instant(long nanos) {
    return Instant.ofEpochSecond(nanos / 1_000_000_000, nanos % 1_000_000_000);
  }
}
