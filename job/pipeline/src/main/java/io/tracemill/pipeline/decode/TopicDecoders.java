package io.tracemill.pipeline.decode;

import io.tracemill.analysis.span.SpanRules;
import io.tracemill.connectors.decoding.DecodeResult;
import io.tracemill.connectors.decoding.RecordDecoder;
import io.tracemill.connectors.formats.Detection;
import io.tracemill.connectors.formats.EncodingDetector;
import io.tracemill.pipeline.source.EncodedRecord;
import io.tracemill.pipeline.source.EncodingProbe;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.OperatorStateStore;
import org.apache.flink.api.common.typeutils.base.MapSerializer;
import org.apache.flink.api.common.typeutils.base.StringSerializer;

/**
 * The decoders of topics whose encoding is detected ({@code kafka.encoding: auto}).
 *
 * <p>Checkpoints keep the detected encodings, one entry a topic and subtask, as long as the job's
 * state exists. After a restart, the records that revealed the encoding may be gone.
 */
final class TopicDecoders {
  private static final RecordDecoder NO_SPANS = (record, spans) -> DecodeResult.DECODED;

  private final EncodingProbe probe;
  private final SpanRules rules;
  private final EncodingDetector detector = new EncodingDetector();
  private final ListState<Map<String, String>> state;

  /** Labels of encodings by topic. */
  private final Map<String, String> found = new HashMap<>();

  private final Map<String, RecordDecoder> decoders = new HashMap<>();

  TopicDecoders(OperatorStateStore store, EncodingProbe probe, SpanRules rules) throws Exception {
    this.probe = probe;
    this.rules = rules;
    state =
        store.getUnionListState(
            new ListStateDescriptor<>(
                "topic-encodings",
                new MapSerializer<>(StringSerializer.INSTANCE, StringSerializer.INSTANCE)));
    state.get().forEach(found::putAll);
  }

  /** The decoder for the topic of {@code record}. */
  RecordDecoder of(EncodedRecord record) {
    RecordDecoder known = decoders.get(record.topic());
    return known != null ? known : resolve(record);
  }

  private RecordDecoder resolve(EncodedRecord record) {
    String label = found.get(record.topic());
    if (label == null) {
      detector.clear();
      detector.add(record.value());
      Detection says = detector.detection();
      if (says instanceof Detection.NoRecords) {
        return undecided(record);
      }
      label = probe.encodingOf(record.topic(), says).label();
      found.put(record.topic(), label);
    }
    RecordDecoder decoder = Decoders.of(label, rules);
    decoders.put(record.topic(), decoder);
    return decoder;
  }

  /**
   * The decoder for this record only. The ids of its spans, if any, are invalid, but the spans are
   * counted.
   */
  private RecordDecoder undecided(EncodedRecord record) {
    return detector
        .readable(record.value())
        .map(encoding -> encoding.decoder(rules))
        .orElse(NO_SPANS);
  }

  /** Writes the encodings known to this subtask into the next checkpoint. */
  void snapshot() throws Exception {
    state.update(List.of(found));
  }
}
