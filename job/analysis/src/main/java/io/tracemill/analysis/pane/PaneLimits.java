package io.tracemill.analysis.pane;

/**
 * The limits of the counts of one endpoint in one pane; subjects beyond a limit are left out.
 *
 * @param places the most edges, operations and services
 * @param parents the most calling frames
 */
public record PaneLimits(int places, int parents, int calls) implements java.io.Serializable {
  /** Limits far above those of a watched endpoint. */
  public static final PaneLimits STANDARD = new PaneLimits(500, 500, 1_000);
}
