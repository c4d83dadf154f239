package io.tracemill.cli.keep;

import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.tracemill.analysis.span.TraceId;
import io.tracemill.connectors.formats.Detection;
import io.tracemill.connectors.formats.Encoding;
import io.tracemill.connectors.formats.EncodingDetector;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.source.kafka.KafkaEncodingProbe;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Copies chosen spans of the records of all topics, each in its configured or detected encoding.
 */
final class SpanCopies {
  private final TracemillConfig config;
  private final Predicate<TraceId> isWanted;
  private final KeepTotals totals;
  private final Map<String, SpanCopy> byTopic = new HashMap<>();

  SpanCopies(TracemillConfig config, Predicate<TraceId> isWanted, KeepTotals totals) {
    this.config = config;
    this.isWanted = isWanted;
    this.totals = totals;
  }

  /**
   * The wanted spans of a record by trace.
   *
   * @throws io.tracemill.pipeline.config.ConfigException if the topic has several encodings
   */
  Map<TraceId, ExportTraceServiceRequest> of(String topic, byte[] record) {
    totals.bytesRead += record.length;
    if (!byTopic.containsKey(topic)) {
      encoding(topic, record)
          .ifPresent(found -> byTopic.put(topic, new SpanCopy(found, isWanted, totals)));
    }
    return Optional.ofNullable(byTopic.get(topic)).map(copy -> copy.of(record)).orElse(Map.of());
  }

  /** Empty if the record has no span that could tell. */
  private Optional<Encoding> encoding(String topic, byte[] record) {
    Optional<Encoding> configured = Encoding.ofLabel(config.get(Keys.KAFKA_ENCODING));
    EncodingDetector detector = new EncodingDetector();
    if (configured.isEmpty()) {
      detector.add(record);
    }
    return configured.or(
        () ->
            detector.detection() instanceof Detection.NoRecords
                ? Optional.empty()
                : Optional.of(
                    new KafkaEncodingProbe(config).encodingOf(topic, detector.detection())));
  }
}
