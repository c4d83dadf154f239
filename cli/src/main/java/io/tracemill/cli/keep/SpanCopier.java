package io.tracemill.cli.keep;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.google.protobuf.ByteString;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.trace.v1.ScopeSpans;
import io.tracemill.cli.replay.TopicTarget;
import io.tracemill.connectors.decoding.MalformedRecordException;
import io.tracemill.connectors.formats.RequestReader;
import io.tracemill.connectors.otlp.RequestTraces;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.source.kafka.KafkaEncodingProbe;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;

/** Writes the spans of wanted traces, from topics that each have an encoding of their own. */
final class SpanCopier {
  private final KafkaEncodingProbe probe;
  private final WantedTraces traces;
  private final TopicTarget<ExportTraceServiceRequest> target;
  private final KeepTotals totals;
  private final Map<String, RequestReader> byTopic = new HashMap<>();

  SpanCopier(
      TracemillConfig config, WantedTraces traces, TopicTarget<ExportTraceServiceRequest> target) {
    this.probe = new KafkaEncodingProbe(config);
    this.traces = traces;
    this.target = target;
    this.totals = traces.totals;
  }

  /** Writes the wanted spans of a record, which is counted if it cannot be read. */
  void copy(String topic, byte[] record, long millis) {
    totals.bytesRead += record.length;
    if (!byTopic.containsKey(topic)) {
      probe
          .encodingOf(topic, record)
          .ifPresent(found -> byTopic.put(topic, new RequestReader(found)));
    }
    try {
      if (byTopic.containsKey(topic)) {
        RequestTraces.of(byTopic.get(topic).read(record), this::isWanted)
            .forEach((id, spans) -> write(id, spans, millis));
      }
    } catch (MalformedRecordException e) {
      totals.unreadable++;
    }
  }

  private boolean isWanted(ByteString id) {
    totals.spansRead++;
    return traces.contains(id);
  }

  private void write(ByteString id, ExportTraceServiceRequest spans, long millis) {
    if (traces.admits(id, millis, spans.getSerializedSize())) {
      target.write(spans, millis, HexFormat.of().formatHex(id.toByteArray()).getBytes(US_ASCII));
      totals.bytesWritten += spans.getSerializedSize();
      totals.spansWritten +=
          spans.getResourceSpansList().stream()
              .flatMap(resource -> resource.getScopeSpansList().stream())
              .mapToLong(ScopeSpans::getSpansCount)
              .sum();
    }
  }

  /** Waits until all is delivered. */
  void flush() {
    target.finish();
  }
}
