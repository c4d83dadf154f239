/**
 * Zipkin's format, version 2, in protobuf and in JSON: a record is a list of spans, each with its
 * service and its tags.
 *
 * <p>Both decoders of the job fill a {@link io.tracemill.connectors.zipkin.ZipkinSpan}, so that the
 * two encodings agree. For replay, Zipkin's own library reads and writes the spans; it changes
 * names to lower case.
 */
@NullMarked
package io.tracemill.connectors.zipkin;

import org.jspecify.annotations.NullMarked;
