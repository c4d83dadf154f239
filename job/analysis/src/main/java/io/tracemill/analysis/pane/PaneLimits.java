package io.tracemill.analysis.pane;

/**
 * How much is counted of one endpoint in one pane; what comes when there is no room is left out.
 *
 * @param places edges, operations and services
 * @param parents frames
 */
public record PaneLimits(int places, int parents, int calls) implements java.io.Serializable {
  /** Far more than an endpoint has that can be watched. */
  public static final PaneLimits STANDARD = new PaneLimits(500, 500, 1_000);
}
