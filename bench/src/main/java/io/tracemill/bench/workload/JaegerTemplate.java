package io.tracemill.bench.workload;

import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.tracemill.connectors.jaeger.JaegerProtoEncoder;
import java.util.List;

/** The spans of an {@link Export} as Jaeger's records, one each. */
final class JaegerTemplate implements Template {
  private final List<JaegerSpanTemplate> spans;

  JaegerTemplate(ExportTraceServiceRequest export) {
    spans =
        new JaegerProtoEncoder()
            .encode(export, Integer.MAX_VALUE).stream().map(JaegerSpanTemplate::of).toList();
  }

  @Override
  public int spans() {
    return spans.size();
  }

  @Override
  public void render(long firstTrace, long startNanos, long timestampMillis, Workload.Sink sink) {
    for (JaegerSpanTemplate span : spans) {
      span.render(firstTrace, startNanos);
      sink.accept(span.key(), span.value(), 1, timestampMillis);
    }
  }
}
