/**
 * OpenTelemetry's protocol, in protobuf and in JSON.
 *
 * <p>A record is one {@code ExportTraceServiceRequest}: resources, their scopes and their spans.
 */
@NullMarked
package io.tracemill.connectors.otlp;

import org.jspecify.annotations.NullMarked;
