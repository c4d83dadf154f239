package io.tracemill.connectors.output;

import io.tracemill.analysis.callingcontext.CallingContextTree;
import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.profile.EndpointProfile;
import io.tracemill.analysis.profile.EndpointProfile.Percentiles;
import java.util.List;
import java.util.Optional;

/**
 * A call tree as its writer sees it: flat, a parent before its children, the first node (of an
 * endpoint behind several gateways, others too) without one (-1).
 */
interface CallTree {
  /** What the count of a node is, and how those of several nodes add up. */
  enum Counted {
    /** Spans of one request: they add up. */
    SPANS("spans"),
    /**
     * Requests that had the call path: one can have several, so that of many nodes together only
     * the largest count is certain.
     */
    TRACES("traces");

    private final String field;

    Counted(String field) {
      this.field = field;
    }

    String field() {
      return field;
    }

    long plus(long a, long b) {
      return this == SPANS ? a + b : Math.max(a, b);
    }
  }

  Counted counted();

  int size();

  int parent(int node);

  PathStep step(int node);

  long count(int node);

  long inclusiveNanos(int node);

  long exclusiveNanos(int node);

  /** Percentiles of the node's own time, where they are known. */
  Optional<Percentiles> exclusive(int node);

  /** The critical path of one request. */
  record OfRequest(CallingContextTree tree) implements CallTree {
    @Override
    public Counted counted() {
      return Counted.SPANS;
    }

    @Override
    public int size() {
      return tree.size();
    }

    @Override
    public int parent(int node) {
      return tree.parent(node);
    }

    @Override
    public PathStep step(int node) {
      return tree.step(node);
    }

    @Override
    public long count(int node) {
      return tree.spans(node);
    }

    @Override
    public long inclusiveNanos(int node) {
      return tree.inclusiveNanos(node);
    }

    @Override
    public long exclusiveNanos(int node) {
      return tree.exclusiveNanos(node);
    }

    @Override
    public Optional<Percentiles> exclusive(int node) {
      return Optional.empty();
    }
  }

  /** The CCCT of many requests: an endpoint's, or a latency class's. */
  record OfRequests(List<? extends EndpointProfile.TreeNode> nodes) implements CallTree {
    @Override
    public Counted counted() {
      return Counted.TRACES;
    }

    @Override
    public int size() {
      return nodes.size();
    }

    @Override
    public int parent(int node) {
      return nodes.get(node).parent();
    }

    @Override
    public PathStep step(int node) {
      return nodes.get(node).step();
    }

    @Override
    public long count(int node) {
      return nodes.get(node).traces();
    }

    @Override
    public long inclusiveNanos(int node) {
      return nodes.get(node).inclusiveNanos();
    }

    @Override
    public long exclusiveNanos(int node) {
      return nodes.get(node).exclusiveNanos();
    }

    @Override
    public Optional<Percentiles> exclusive(int node) {
      return nodes.get(node).percentiles();
    }
  }
}
