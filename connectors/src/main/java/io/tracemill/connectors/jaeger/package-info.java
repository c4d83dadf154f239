/**
 * Jaeger's records in protobuf: one {@code jaeger.api_v2.Span} with the process that wrote it.
 * Zeros pad a 64-bit trace id, a parent is a reference, and kind and status are tags. Its JSON is
 * read by {@link io.tracemill.connectors.json.JsonDecoder}.
 */
@NullMarked
package io.tracemill.connectors.jaeger;

import org.jspecify.annotations.NullMarked;
