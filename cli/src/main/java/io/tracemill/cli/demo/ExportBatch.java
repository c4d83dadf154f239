package io.tracemill.cli.demo;

/**
 * One record for Kafka: spans of one host.
 *
 * @param spanCount how many
 * @param request an encoded ExportTraceServiceRequest
 */
record ExportBatch(Host host, int spanCount, byte[] request) {}
