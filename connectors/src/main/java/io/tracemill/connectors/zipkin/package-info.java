/**
 * Zipkin's format, version 2, in protobuf: a record is a list of spans, each with its service and
 * its tags. Its JSON is read by {@link io.tracemill.connectors.json.JsonDecoder}.
 */
@NullMarked
package io.tracemill.connectors.zipkin;

import org.jspecify.annotations.NullMarked;
