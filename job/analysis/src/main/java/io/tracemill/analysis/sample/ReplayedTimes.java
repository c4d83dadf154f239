package io.tracemill.analysis.sample;

/**
 * A request's times by node of its category's call tree. A node is identified by its position in
 * the {@link io.tracemill.analysis.signature.CanonicalForm}, so equal siblings stay apart; the
 * calls of a run are one node. All arrays have one element a node and are not to be changed once
 * they are filled.
 *
 * @param calls number of spans of the node
 * @param inclusiveNanos their durations, added up
 * @param exclusiveNanos the part of their durations in which they wait for no child
 * @param criticalNanos their own time on the critical path of the request
 */
public record ReplayedTimes(
    int[] calls, long[] inclusiveNanos, long[] exclusiveNanos, long[] criticalNanos) {
  public ReplayedTimes {
    int size = calls.length;
    if (inclusiveNanos.length != size
        || exclusiveNanos.length != size
        || criticalNanos.length != size) {
      throw new IllegalArgumentException("the arrays differ in length");
    }
  }

  /** Zero times, to be filled. */
  static ReplayedTimes ofSize(int nodes) {
    return new ReplayedTimes(new int[nodes], new long[nodes], new long[nodes], new long[nodes]);
  }

  /** The number of nodes. */
  public int size() {
    return calls.length;
  }
}
