package io.tracemill.analysis.record;

import io.tracemill.analysis.callingcontext.PathNode;
import io.tracemill.analysis.callingcontext.PathStep;
import java.util.Optional;

/**
 * A call path of a critical path: a frame, or the edge from its service to another service.
 *
 * @param <N> the type itself
 */
public interface CallPath<N extends CallPath<N>> extends TreeNode, PathNode {
  String service();

  String operation();

  /** The service that an edge leads to; empty for a frame's own time. */
  Optional<String> callee();

  /** The time of the path and its descendants, nanoseconds. */
  long inclusiveNanos();

  /** The same below another parent. */
  N below(int otherParent);

  /** An {@code (other)} node with its own time. */
  N other(int otherParent);

  /** An {@code (other)} node with the own time of both. */
  N plus(N more);

  /** Whether it stands for call paths that were left out. */
  default boolean standsForOthers() {
    String other = PathStep.OTHER.frame().service();
    return service().equals(other) && operation().equals(other) && callee().isEmpty();
  }

  @Override
  default PathStep step() {
    return PathStep.of(service(), operation(), callee());
  }
}
