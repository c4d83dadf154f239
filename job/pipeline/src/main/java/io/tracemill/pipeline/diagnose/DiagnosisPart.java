package io.tracemill.pipeline.diagnose;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.diagnosis.EndpointLayers;

/**
 * What one request type contributes to the ranking of a window.
 *
 * @param startMillis start of the window, milliseconds since the epoch
 * @param endMillis its end, exclusive
 */
public record DiagnosisPart(long startMillis, long endMillis, EndpointLayers layers) {
  public DiagnosisPart {
    requireNonNull(layers, "layers");
  }
}
