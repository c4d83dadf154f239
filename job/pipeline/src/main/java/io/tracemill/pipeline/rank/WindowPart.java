package io.tracemill.pipeline.rank;

import io.tracemill.analysis.span.Frame;

/** What one endpoint, or one type of request, contributes to the ranking of a window. */
public interface WindowPart {
  /** The endpoint, or the type of request. */
  Frame endpoint();

  /** The start of the window, milliseconds since the epoch. */
  long startMillis();

  /** The end of the window, exclusive. */
  long endMillis();
}
