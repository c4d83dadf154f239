/**
 * Trace files, read as the stream of records that they could have been.
 *
 * <p>{@link io.tracemill.connectors.files.TraceFiles} opens files of several formats, compressed or
 * not, and cuts them into units that are decoded elsewhere: an OTLP line or message, a Jaeger
 * trace, a Zipkin array, else one trace of a document. Each unit has an event time, the latest end
 * of its spans, which never falls along a file and by which several files are merged (semantics 2).
 */
@NullMarked
package io.tracemill.connectors.files;

import org.jspecify.annotations.NullMarked;
