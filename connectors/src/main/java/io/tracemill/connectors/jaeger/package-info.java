/**
 * Jaeger's formats, decoded and written.
 *
 * <p>A record of Kafka is one {@code jaeger.api_v2.Span} with the process that wrote it, in
 * protobuf or in protobuf's JSON. A document is the format of the query API and the user interface:
 * traces, each with its spans and, apart from them, its processes. In both, zeros pad a 64-bit
 * trace id, a parent is a reference, and kind and status are tags.
 *
 * <p>The writers follow OpenTelemetry's mapping to Jaeger. Like Jaeger itself, they round times
 * down to whole microseconds ({@link io.tracemill.connectors.encoding.Micros}). They omit
 * attributes of links, and spans without valid ids or times. They also omit a span's attributes
 * {@code span.kind}, {@code error} and {@code otel.status_code}, because such tags would override
 * its kind and status.
 */
@NullMarked
package io.tracemill.connectors.jaeger;

import org.jspecify.annotations.NullMarked;
