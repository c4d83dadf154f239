/**
 * Call trees in the formats of flame graph viewers: folded stacks, speedscope, pprof, and the data
 * frames of Grafana's flame graph panel. Aggregate traces in the formats of trace viewers: Jaeger,
 * Zipkin and OTLP.
 */
@NullMarked
package io.tracemill.connectors.export;

import org.jspecify.annotations.NullMarked;
