package io.tracemill.analysis.record;

import io.tracemill.analysis.callingcontext.CallingContextTree;
import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.request.RequestRole;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.TraceId;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** An analysed request with its critical path: a record of {@code traces}. */
public record TraceRecord(
    String traceId,
    String spanId,
    RequestRole role,
    Frame endpoint,
    long startNanos,
    long durationNanos,
    int spanCount,
    boolean complete,
    boolean truncated,
    boolean error,
    String category,
    long skewNanos,
    long clippedNanos,
    List<Node> criticalPath)
    implements StreamRecord {
  public TraceRecord {
    criticalPath = List.copyOf(criticalPath);
  }

  /** The record of a request. */
  public static TraceRecord of(RequestAnalysis request) {
    CallingContextTree path = request.criticalPath();
    return new TraceRecord(
        request.traceId().hex(),
        TraceId.spanIdHex(request.spanId()),
        request.role(),
        request.endpoint(),
        request.startNanos(),
        request.durationNanos(),
        request.spanCount(),
        request.complete(),
        request.truncated(),
        request.failed(),
        request.category().hex(),
        request.skewNanos(),
        request.clippedNanos(),
        IntStream.range(0, path.size()).mapToObj(node -> Node.of(path, node)).toList());
  }

  /** The trace id; if the trace has several requests, a slash and the first span's id follow. */
  @Override
  public List<String> key() {
    return List.of(role == RequestRole.ENTRY ? traceId : traceId + "/" + spanId);
  }

  @Override
  public List<Frame> about() {
    return List.of(endpoint);
  }

  @Override
  public List<List<? extends TreeNode>> trees() {
    return List.of(criticalPath);
  }

  @Override
  public TraceRecord cut(int maxDepth, int maxNodes) {
    return new TraceRecord(
        traceId,
        spanId,
        role,
        endpoint,
        startNanos,
        durationNanos,
        spanCount,
        complete,
        truncated,
        error,
        category,
        skewNanos,
        clippedNanos,
        CallTreeCut.of(criticalPath, maxDepth, maxNodes));
  }

  /** A call path and its number of spans. */
  public record Node(
      int parent,
      String service,
      String operation,
      Optional<String> callee,
      long spans,
      long inclusiveNanos,
      long exclusiveNanos)
      implements CallPath<Node> {
    private static Node of(int parent, PathStep step, long spans, long inclusive, long exclusive) {
      return new Node(
          parent,
          step.frame().service(),
          step.frame().operation(),
          step.callee(),
          spans,
          inclusive,
          exclusive);
    }

    private static Node of(CallingContextTree tree, int node) {
      return of(
          tree.parent(node),
          tree.step(node),
          tree.spans(node),
          tree.inclusiveNanos(node),
          tree.exclusiveNanos(node));
    }

    @Override
    public Node below(int otherParent) {
      return new Node(
          otherParent, service, operation, callee, spans, inclusiveNanos, exclusiveNanos);
    }

    @Override
    public Node other(int otherParent) {
      return of(otherParent, PathStep.OTHER, spans, exclusiveNanos, exclusiveNanos);
    }

    @Override
    public Node plus(Node more) {
      long nanos = exclusiveNanos + more.exclusiveNanos;
      return of(parent, PathStep.OTHER, spans + more.spans, nanos, nanos);
    }
  }
}
