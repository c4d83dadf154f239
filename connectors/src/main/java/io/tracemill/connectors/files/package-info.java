/**
 * Trace files, read as a stream of records.
 *
 * <p>{@link io.tracemill.connectors.files.FileUnits} opens files of several formats, compressed or
 * not, and cuts them into units. A unit is an OTLP line or message, a Jaeger trace, a Zipkin array,
 * or else one trace of a document. Its event time is the latest end of its spans. Units are sorted
 * by it, over all files together (semantics 2).
 */
@NullMarked
package io.tracemill.connectors.files;

import org.jspecify.annotations.NullMarked;
