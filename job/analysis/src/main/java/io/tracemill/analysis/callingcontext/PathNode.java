package io.tracemill.analysis.callingcontext;

/** A call path of some requests. In a list, a node precedes its descendants. */
public interface PathNode {
  /** Index of the parent; -1 without one. */
  int parent();

  PathStep step();

  /** Its own time, summed over the requests, nanoseconds. */
  long exclusiveNanos();
}
