package io.tracemill.analysis.view;

import io.tracemill.analysis.ranktest.ColumnTest;
import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.sample.NodeTimes;
import io.tracemill.analysis.sample.ReplayRules;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.signature.CanonicalForm;
import io.tracemill.analysis.view.estimate.Distribution;
import io.tracemill.analysis.view.estimate.Estimate;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * The times of each node of a category's call tree in two sets of requests (P-Tracer section
 * 4.3.2). Times of a node are added up over its calls in a request.
 *
 * @param latencyBefore durations of the first set
 * @param latencyAfter durations of the second set
 * @param nodes in preorder; empty if a set has no requests of the category
 */
public record CategoryComparison(
    CallTreeSignature category,
    Distribution latencyBefore,
    Distribution latencyAfter,
    List<Node> nodes) {
  public CategoryComparison {
    nodes = List.copyOf(nodes);
  }

  /**
   * A node.
   *
   * @param inclusive its time with the nodes below
   * @param own its time while it waits for no node below
   * @param critical its own time on the critical path
   */
  public record Node(CanonicalForm.Node call, Times inclusive, Times own, Times critical) {}

  /**
   * Mean times a request, nanoseconds.
   *
   * @param test of the difference; false discoveries are controlled over all nodes
   */
  public record Times(Estimate before, Estimate after, ColumnTest test) {}

  private static final List<Function<NodeTimes, long[]>> KINDS =
      List.of(NodeTimes::inclusiveNanos, NodeTimes::exclusiveNanos, NodeTimes::criticalNanos);

  /**
   * Compares the requests of one category.
   *
   * @param maxNodes the most nodes of the call tree; 1 or more
   */
  public static CategoryComparison of(
      Iterable<KeptRequest> before,
      Iterable<KeptRequest> after,
      ReplayRules rules,
      CallTreeSignature category,
      int maxNodes) {
    CategoryProfile.Columns then = CategoryProfile.Columns.of(before, rules, category, maxNodes);
    CategoryProfile.Columns now = CategoryProfile.Columns.of(after, rules, category, maxNodes);
    int size = Math.min(then.size(), now.size());
    List<long[]> testedBefore = new ArrayList<>();
    List<long[]> testedAfter = new ArrayList<>();
    for (int node = 0; node < size; node++) {
      for (Function<NodeTimes, long[]> kind : KINDS) {
        testedBefore.add(then.uniform(node, kind));
        testedAfter.add(now.uniform(node, kind));
      }
    }
    List<ColumnTest> tests = ColumnTest.of(testedBefore, testedAfter);
    List<Node> nodes = new ArrayList<>();
    for (int node = 0; node < size; node++) {
      List<Times> times = new ArrayList<>();
      for (Function<NodeTimes, long[]> kind : KINDS) {
        times.add(
            new Times(
                then.values(node, kind).mean(),
                now.values(node, kind).mean(),
                tests.get(KINDS.size() * node + times.size())));
      }
      nodes.add(
          new Node(
              then.form().orElseThrow().nodes().get(node),
              times.get(0),
              times.get(1),
              times.get(2)));
    }
    return new CategoryComparison(
        category, then.latency().distribution(), now.latency().distribution(), nodes);
  }
}
