package io.tracemill.analysis.sums;

import io.tracemill.analysis.callingcontext.CallingContextTree;
import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.request.GivenDetails;
import io.tracemill.analysis.request.GivenDetails.GivenCall;
import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.signature.CanonicalForm;
import io.tracemill.analysis.span.Frame;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Sums of requests by the words of architecture 1, one request after the other. */
record SlowSums(
    Map<CallTreeSignature, Category> categories,
    Map<Frame, Long> presentFrames,
    Map<ServiceEdge, Edge> edges) {
  /** The requests of a category; paths lead from a node to the first step. */
  record Category(
      Optional<CanonicalForm> form,
      long count,
      long failed,
      long latencySumNanos,
      long latencyMaxNanos,
      Map<List<PathStep>, Node> tree,
      Map<Frame, Long> frameTraces) {}

  record Node(long traces, long exclusiveNanos, long inclusiveNanos) {
    Node plus(Node other) {
      return new Node(
          traces + other.traces,
          exclusiveNanos + other.exclusiveNanos,
          inclusiveNanos + other.inclusiveNanos);
    }
  }

  record Edge(long calls, long failed, long messages, long nanos) {
    Edge plus(Edge other) {
      return new Edge(
          calls + other.calls,
          failed + other.failed,
          messages + other.messages,
          nanos + other.nanos);
    }
  }

  static SlowSums of(List<RequestAnalysis> requests) {
    Map<CallTreeSignature, List<RequestAnalysis>> byCategory = new HashMap<>();
    Map<Frame, Long> presentFrames = new HashMap<>();
    Map<ServiceEdge, Edge> edges = new HashMap<>();
    for (RequestAnalysis request : requests) {
      byCategory.computeIfAbsent(request.category(), added -> new ArrayList<>()).add(request);
      request.shape().frames().forEach(frame -> presentFrames.merge(frame, 1L, Long::sum));
      for (GivenCall call : ((GivenDetails) request.details()).calls()) {
        edges.merge(
            new ServiceEdge(call.caller(), call.callee()),
            new Edge(1, call.failed() ? 1 : 0, call.message() ? 1 : 0, call.durationNanos()),
            Edge::plus);
      }
    }
    Map<CallTreeSignature, Category> categories = new HashMap<>();
    byCategory.forEach((category, all) -> categories.put(category, category(all)));
    return new SlowSums(categories, presentFrames, edges);
  }

  private static Category category(List<RequestAnalysis> requests) {
    Map<List<PathStep>, Node> tree = new HashMap<>();
    Map<Frame, Long> frameTraces = new HashMap<>();
    for (RequestAnalysis request : requests) {
      CallingContextTree path = request.criticalPath();
      Set<Frame> frames = new HashSet<>();
      for (int node = 0; node < path.size(); node++) {
        frames.add(path.step(node).frame());
        tree.merge(
            path(path, node),
            new Node(1, path.exclusiveNanos(node), path.inclusiveNanos(node)),
            Node::plus);
      }
      frames.forEach(frame -> frameTraces.merge(frame, 1L, Long::sum));
    }
    return new Category(
        Optional.of(requests.get(0).form(Integer.MAX_VALUE)),
        requests.size(),
        requests.stream().filter(RequestAnalysis::failed).count(),
        requests.stream().mapToLong(RequestAnalysis::durationNanos).sum(),
        requests.stream().mapToLong(RequestAnalysis::durationNanos).max().orElseThrow(),
        tree,
        frameTraces);
  }

  /** The steps from a node up to the first. */
  private static List<PathStep> path(CallingContextTree tree, int node) {
    List<PathStep> path = new ArrayList<>();
    for (int at = node; at >= 0; at = tree.parent(at)) {
      path.add(tree.step(at));
    }
    return path;
  }

  /** The same content of the fast sums. */
  static SlowSums of(EndpointSums sums) {
    Map<CallTreeSignature, Category> categories = new HashMap<>();
    sums.categories().forEach((signature, category) -> categories.put(signature, of(category)));
    Map<ServiceEdge, Edge> edges = new HashMap<>();
    sums.edges()
        .forEach(
            (edge, sum) ->
                edges.put(edge, new Edge(sum.calls(), sum.failed(), sum.messages(), sum.nanos())));
    return new SlowSums(categories, new HashMap<>(sums.presentFrames()), edges);
  }

  private static Category of(CategorySums category) {
    return new Category(
        category.form(),
        category.count(),
        category.failed(),
        category.latencySumNanos(),
        category.latencyMaxNanos(),
        of(category.tree()),
        category.tree().frameTraces());
  }

  static Map<List<PathStep>, Node> of(CallTreeSums tree) {
    long[] inclusive = tree.inclusiveNanos();
    Map<List<PathStep>, Node> nodes = new HashMap<>();
    for (int node = 0; node < tree.size(); node++) {
      List<PathStep> path = new ArrayList<>();
      for (int at = node; at >= 0; at = tree.parent(at)) {
        path.add(tree.step(at));
      }
      nodes.put(path, new Node(tree.traces(node), tree.exclusiveNanos(node), inclusive[node]));
    }
    if (nodes.size() < tree.size()) {
      throw new IllegalStateException("two nodes have one path: " + nodes);
    }
    return nodes;
  }
}
