package io.tracemill.pipeline.diagnose;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.layer.LayerSums;
import io.tracemill.analysis.span.Frame;

/**
 * The span times of some requests of one type in a window.
 *
 * @param type of the requests: their endpoint, unless {@code diagnosis.by} says otherwise
 * @param windowMillis start of the window, milliseconds since the epoch
 */
public record LayerDelta(Frame type, long windowMillis, LayerSums sums) {
  public LayerDelta {
    requireNonNull(type, "type");
    requireNonNull(sums, "sums");
  }
}
