package io.tracemill.pipeline.diagnose;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.diagnosis.EndpointLayers;
import io.tracemill.analysis.span.Frame;
import io.tracemill.pipeline.rank.WindowPart;

/**
 * What one request type contributes to the ranking of a window.
 *
 * @param startMillis start of the window, milliseconds since the epoch
 * @param endMillis its end, exclusive
 */
public record DiagnosisPart(long startMillis, long endMillis, EndpointLayers layers)
    implements WindowPart {
  public DiagnosisPart {
    requireNonNull(layers, "layers");
  }

  @Override
  public Frame endpoint() {
    return layers.endpoint();
  }
}
