package io.tracemill.bench.workload;

import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.tracemill.connectors.formats.Encoding;

/** How traffic comes through Kafka. */
public enum Wire {
  /** Export requests of many spans, without keys, as the OpenTelemetry Collector sends them. */
  OTLP(Encoding.OTLP_PROTO, "otlp_spans"),
  /** One span a record, the trace id as key, as Jaeger's collector sends them. */
  JAEGER(Encoding.JAEGER_PROTO, "jaeger-spans");

  private final Encoding encoding;
  private final String topic;

  Wire(Encoding encoding, String topic) {
    this.encoding = encoding;
    this.topic = topic;
  }

  public Encoding encoding() {
    return encoding;
  }

  /** The topic that the sender uses where nobody says otherwise. */
  public String topic() {
    return topic;
  }

  Template template(ExportTraceServiceRequest export) {
    return switch (this) {
      case OTLP -> new RecordTemplate(export);
      case JAEGER -> new JaegerTemplate(export);
    };
  }
}
