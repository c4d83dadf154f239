package io.tracemill.analysis.callingcontext;

/**
 * The own times of a request's call paths. Nodes are numbered from 0, a parent before its children.
 */
public interface CallTimes {
  /** How many nodes there are. */
  int size();

  /** The node above, which is smaller; -1 for the first. */
  int parent(int node);

  PathStep step(int node);

  /** Nanoseconds of the critical path that are this node's own. */
  long exclusiveNanos(int node);
}
