/**
 * Zipkin's format, version 2, in protobuf and in JSON: a record is a list of spans, each with its
 * service and its tags.
 *
 * <p>Both decoders fill a {@link io.tracemill.connectors.zipkin.ZipkinSpan} and both encoders write
 * a {@link io.tracemill.connectors.zipkin.ZipkinFields}, so that the two encodings agree. Zipkin's
 * own library serves the tests alone: it changes names to lower case.
 */
@NullMarked
package io.tracemill.connectors.zipkin;

import org.jspecify.annotations.NullMarked;
