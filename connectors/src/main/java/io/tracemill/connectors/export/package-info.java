/**
 * Writes files for other tools. Call trees are written for flame graph viewers, as folded stacks
 * and pprof; aggregate traces for trace viewers, as OTLP JSON.
 */
@NullMarked
package io.tracemill.connectors.export;

import org.jspecify.annotations.NullMarked;
