package io.tracemill.connectors.live;

/**
 * The own time of a frame or an edge on critical paths.
 *
 * @param service for an edge, the one that calls
 * @param operation empty for an edge
 * @param callee the service that an edge leads to; empty for a frame
 * @param share share of the time of all requests, 0 to 1
 */
public record StepShare(String service, String operation, String callee, double share) {
  /** Whether it is the way from one service to another. */
  public boolean isEdge() {
    return !callee.isEmpty();
  }
}
