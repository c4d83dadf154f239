/**
 * Assembles fragments into traces: keyed by trace id, closed by event time, bounded for any input.
 */
@NullMarked
package io.tracemill.pipeline.assemble;

import org.jspecify.annotations.NullMarked;
