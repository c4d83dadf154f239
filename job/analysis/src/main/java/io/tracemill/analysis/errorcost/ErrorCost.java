package io.tracemill.analysis.errorcost;

import io.tracemill.analysis.span.Frame;
import java.util.List;

/**
 * What the failed spans of a request, or of several, cost. All durations are nanoseconds.
 *
 * @param requests with a failed span
 * @param workNanos sum of the durations of all its spans
 * @param erringWorkNanos of these, that of failed spans
 * @param savedNanos how much shorter its critical path would be without its failed spans and what
 *     they caused; at most its duration
 * @param path the error path: spans of the critical path that failed or whose children did, merged
 *     by call path, a parent before its children
 */
public record ErrorCost(
    long requests, long workNanos, long erringWorkNanos, long savedNanos, List<Node> path) {
  /** No span failed. */
  public static final ErrorCost NONE = new ErrorCost(0, 0, 0, 0, List.of());

  public ErrorCost {
    path = List.copyOf(path);
  }

  /**
   * A call path with failures. A span on the critical path failed by itself if it failed and none
   * of its children there did, it passed a failure on if both failed, and it stopped one if it did
   * not fail and a child did.
   *
   * @param parent index of the node above, -1 for the first
   * @param self spans that failed by themselves
   * @param propagated spans that passed a failure on
   * @param stopped spans that stopped a failure
   * @param exclusiveNanos own time of the failed ones on the critical path
   */
  public record Node(
      int parent, Frame frame, int self, int propagated, int stopped, long exclusiveNanos) {
    Node plus(int moreSelf, int morePropagated, int moreStopped, long moreNanos) {
      return new Node(
          parent,
          frame,
          self + moreSelf,
          propagated + morePropagated,
          stopped + moreStopped,
          exclusiveNanos + moreNanos);
    }
  }
}
