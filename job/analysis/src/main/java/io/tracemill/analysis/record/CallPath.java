package io.tracemill.analysis.record;

import io.tracemill.analysis.callingcontext.PathNode;
import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.span.Frame;
import java.util.Optional;

/** A call path of a critical path: a frame, or the edge from its service to another service. */
public interface CallPath extends TreeNode, PathNode {
  String service();

  String operation();

  /** The service that an edge leads to; empty for a frame's own time. */
  Optional<String> callee();

  /** The time of the path and its descendants, nanoseconds. */
  long inclusiveNanos();

  @Override
  default PathStep step() {
    Frame frame = Frame.of(service(), operation());
    return callee().map(callee -> PathStep.edge(frame, callee)).orElseGet(() -> PathStep.of(frame));
  }
}
