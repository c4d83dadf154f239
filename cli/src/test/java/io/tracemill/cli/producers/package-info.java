/**
 * Systems as they are in production: services under the OpenTelemetry Java agent, each in a process
 * of its own, and services that Brave traces and Zipkin's reporter sends to Kafka. How long each
 * works is set, so what their traces must show is known.
 */
@NullMarked
package io.tracemill.cli.producers;

import org.jspecify.annotations.NullMarked;
