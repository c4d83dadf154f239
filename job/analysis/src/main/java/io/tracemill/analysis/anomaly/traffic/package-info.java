/**
 * Requests of a stream beside the models of their endpoints (semantics 12).
 *
 * <p>A {@link io.tracemill.analysis.anomaly.traffic.RequestCheck} compares requests with the models
 * as trained. An endpoint gathers the results in {@link
 * io.tracemill.analysis.anomaly.traffic.NormalTraffic}, which sets the threshold anew once a day.
 */
@NullMarked
package io.tracemill.analysis.anomaly.traffic;

import org.jspecify.annotations.NullMarked;
