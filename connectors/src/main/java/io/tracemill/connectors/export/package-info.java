/**
 * Writes files for other tools. Call trees are written for flame graph viewers: folded stacks,
 * speedscope, pprof, and the data frames of Grafana's flame graph panel. Aggregate traces are
 * written for trace viewers: Jaeger, Zipkin and OTLP.
 */
@NullMarked
package io.tracemill.connectors.export;

import org.jspecify.annotations.NullMarked;
