/**
 * Fragments become traces: keyed by trace id, closed by event time, bounded whatever the senders
 * do.
 */
@NullMarked
package io.tracemill.pipeline.assemble;

import org.jspecify.annotations.NullMarked;
