package io.tracemill.analysis.callingcontext;

/** A call path of some requests, in a list in which a node stands before those below it. */
public interface PathNode {
  /** Index of the node above, -1 for one without. */
  int parent();

  PathStep step();

  /** Nanoseconds, summed over the requests, its own. */
  long exclusiveNanos();
}
