package io.tracemill.analysis.record;

import io.tracemill.analysis.span.Frame;
import java.util.List;

/** A record of an output stream. */
public interface StreamRecord {
  /** The parts of its key; a newer record with the same key replaces an older one. */
  List<String> key();

  /** The endpoints that it is about; empty if it is about none. */
  List<Frame> about();

  /** Its trees of calls. */
  default List<List<? extends TreeNode>> trees() {
    return List.of();
  }

  /** The same with call trees of at most so many levels and nodes, as {@link CallTreeCut} does. */
  default StreamRecord cut(int maxDepth, int maxNodes) {
    return this;
  }
}
