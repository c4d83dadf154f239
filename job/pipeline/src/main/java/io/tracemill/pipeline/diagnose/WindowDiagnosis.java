package io.tracemill.pipeline.diagnose;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.diagnosis.Diagnosis;

/**
 * The findings of a window.
 *
 * @param startMillis start of the window, milliseconds since the epoch
 * @param endMillis its end, exclusive
 */
public record WindowDiagnosis(long startMillis, long endMillis, Diagnosis findings) {
  public WindowDiagnosis {
    requireNonNull(findings, "findings");
  }
}
