/**
 * Requests of a stream compared with the models of their endpoints (semantics 12).
 *
 * <p>A {@link io.tracemill.analysis.anomaly.traffic.RequestCheck} compares requests with the models
 * as trained. An endpoint gathers the results in {@link
 * io.tracemill.analysis.anomaly.traffic.NormalTraffic}. {@link
 * io.tracemill.analysis.anomaly.traffic.ModelLimits} sets the threshold anew from it once a day.
 */
@NullMarked
package io.tracemill.analysis.anomaly.traffic;

import org.jspecify.annotations.NullMarked;
