package io.tracemill.pipeline.config;

/** How records of the input topics are encoded, named as the OpenTelemetry Collector does. */
public enum KafkaEncoding {
  /** One ExportTraceServiceRequest as protobuf. */
  OTLP_PROTO,
  /** One ExportTraceServiceRequest as JSON. */
  OTLP_JSON
}
