package io.tracemill.analysis.view;

import io.tracemill.analysis.sample.CategoryReplay;
import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.sample.NodeTimes;
import io.tracemill.analysis.sample.ReplayRules;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.signature.CanonicalForm;
import io.tracemill.analysis.view.estimate.Basis;
import io.tracemill.analysis.view.estimate.Column;
import io.tracemill.analysis.view.estimate.Distribution;
import io.tracemill.analysis.view.estimate.RequestWeights;
import io.tracemill.analysis.view.estimate.Values;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The call tree of a category with the times of its nodes (P-Tracer section 4.1.2).
 *
 * @param category the category
 * @param truncated whether nodes of the call tree were cut off
 * @param latencyNanos durations of its requests
 * @param nodes in preorder; empty without requests
 */
public record CategoryNodes(
    CallTreeSignature category,
    Basis basis,
    boolean truncated,
    Distribution latencyNanos,
    List<Node> nodes) {
  public CategoryNodes {
    nodes = List.copyOf(nodes);
  }

  /**
   * A node: one call or a run of equal calls. Its times are summed over its spans in a request.
   *
   * @param call the call that it stands for
   * @param calls number of its spans
   * @param inclusiveNanos their durations
   * @param ownNanos the part of their durations in which they wait for no child
   * @param criticalNanos their own time on the critical path
   */
  public record Node(
      CanonicalForm.Node call,
      Distribution calls,
      Distribution inclusiveNanos,
      Distribution ownNanos,
      Distribution criticalNanos) {}

  /**
   * The nodes of a category; requests of other categories do not count.
   *
   * @param maxNodes the most nodes of the call tree; 1 or more
   */
  public static CategoryNodes of(
      Iterable<KeptRequest> requests, ReplayRules rules, CallTreeSignature category, int maxNodes) {
    Columns columns = Columns.of(requests, rules, category, maxNodes);
    List<Node> nodes = new ArrayList<>();
    for (int node = 0; node < columns.size(); node++) {
      nodes.add(
          new Node(
              columns.form().orElseThrow().nodes().get(node),
              columns.calls(node).distribution(),
              columns.values(node, NodeTimes::inclusiveNanos).distribution(),
              columns.values(node, NodeTimes::exclusiveNanos).distribution(),
              columns.values(node, NodeTimes::criticalNanos).distribution()));
    }
    return new CategoryNodes(
        category,
        columns.weights().basis(),
        columns.form().filter(CanonicalForm::truncated).isPresent(),
        columns.latency().distribution(),
        nodes);
  }

  /** The times of a category's requests by node. */
  record Columns(
      RequestWeights weights,
      Optional<CanonicalForm> form,
      Column durations,
      List<NodeTimes> times) {

    static Columns of(
        Iterable<KeptRequest> requests,
        ReplayRules rules,
        CallTreeSignature category,
        int maxNodes) {
      CategoryReplay replay = new CategoryReplay(rules);
      RequestWeights.Builder weights = new RequestWeights.Builder();
      Optional<CanonicalForm> form = Optional.empty();
      Column durations = new Column();
      List<NodeTimes> times = new ArrayList<>();
      for (KeptRequest request : requests) {
        if (request.category().equals(category) && weights.countsWhole(request)) {
          durations.add(weights.add(request), request.durationNanos());
          times.add(replay.times(request, maxNodes));
          if (form.isEmpty()) {
            form = Optional.of(replay.form(maxNodes));
          }
        }
      }
      return new Columns(weights.build(), form, durations, times);
    }

    /** The number of nodes. */
    int size() {
      return form.map(known -> known.nodes().size()).orElse(0);
    }

    Values latency() {
      return durations.of(weights);
    }

    Values calls(int node) {
      return weights.of(times.stream().mapToLong(each -> each.calls()[node]).toArray());
    }

    Values values(int node, Function<NodeTimes, long[]> kind) {
      return weights.of(column(node, kind));
    }

    private long[] column(int node, Function<NodeTimes, long[]> kind) {
      return times.stream().mapToLong(each -> kind.apply(each)[node]).toArray();
    }

    /** The times of the uniform part. */
    long[] uniform(int node, Function<NodeTimes, long[]> kind) {
      int[] rows = weights.uniform();
      long[] uniform = new long[rows.length];
      for (int i = 0; i < rows.length; i++) {
        uniform[i] = kind.apply(times.get(rows[i]))[node];
      }
      return uniform;
    }
  }
}
