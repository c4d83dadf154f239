package io.tracemill.pipeline.assemble;

import java.io.Serializable;

/**
 * How much assembly keeps.
 *
 * @param maxSpans of one trace; the trace is closed when another fragment would exceed it
 * @param maxBytes of one trace
 * @param maxOpenBytes of all open traces of a subtask; the oldest is closed first
 * @param tombstoneMillis for how long a closed trace is remembered
 */
public record AssemblyCaps(int maxSpans, long maxBytes, long maxOpenBytes, long tombstoneMillis)
    implements Serializable {}
