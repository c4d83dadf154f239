/**
 * Requests that are unlike the others of their endpoint (CRISP 6.3, appendices B and C).
 *
 * <p>A {@link io.tracemill.analysis.anomaly.CallPathEncoder} turns a critical path into a vector
 * over call paths. An {@link io.tracemill.analysis.anomaly.AnomalyModel} holds what is normal at
 * one endpoint: its known paths and sets of paths, and one of two detectors. Few requests are
 * compared with the nearest one of training ({@link io.tracemill.analysis.anomaly.NearestVectors}).
 * Many train a variational auto-encoder ({@link io.tracemill.analysis.anomaly.Vae}).
 */
@NullMarked
package io.tracemill.analysis.anomaly;

import org.jspecify.annotations.NullMarked;
