/**
 * The job with its surroundings: Flink's settings, sources, sinks, and the cluster's entry point.
 */
@NullMarked
package io.tracemill.pipeline.job;

import org.jspecify.annotations.NullMarked;
