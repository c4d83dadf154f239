/**
 * Jaeger's formats, decoded and written.
 *
 * <p>A record of Kafka is one {@code jaeger.api_v2.Span} with the process that wrote it, in
 * protobuf or in protobuf's JSON. A document is what the query API answers and the user interface
 * saves: traces, each with its spans and, apart from them, its processes. Both say the same in
 * different words: a trace with a 64-bit id has zeros before it, a parent is a reference, and kind
 * and status are tags.
 *
 * <p>What is written follows OpenTelemetry's mapping to Jaeger. Times are cut to whole microseconds
 * ({@link io.tracemill.connectors.encoding.Micros}), which is what Jaeger itself keeps; attributes
 * of links cannot be carried, nor a span's attributes {@code span.kind}, {@code error} and {@code
 * otel.status_code}: as tags they would say what the span does not. Spans without valid ids or
 * times are left out.
 */
@NullMarked
package io.tracemill.connectors.jaeger;

import org.jspecify.annotations.NullMarked;
