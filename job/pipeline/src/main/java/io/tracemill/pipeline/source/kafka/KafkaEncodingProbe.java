package io.tracemill.pipeline.source.kafka;

import static java.util.Objects.requireNonNull;

import io.tracemill.connectors.formats.Detection;
import io.tracemill.connectors.formats.Encoding;
import io.tracemill.connectors.formats.EncodingDetector;
import io.tracemill.pipeline.config.ConfigException;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.kafka.KafkaClients;
import io.tracemill.pipeline.source.EncodingProbe;
import java.util.Optional;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides by the first records in a topic, so all subtasks get the same result at any position; it
 * logs the decision. The current record must not contradict it: the first records may come from
 * older senders.
 */
public final class KafkaEncodingProbe implements EncodingProbe {
  private static final long serialVersionUID = 1;
  private static final Logger LOG = LoggerFactory.getLogger(KafkaEncodingProbe.class);

  private final TracemillConfig config;

  public KafkaEncodingProbe(TracemillConfig config) {
    this.config = requireNonNull(config, "config");
  }

  @Override
  public Encoding encodingOf(String topic, Detection record) {
    try {
      return decide(topic, firstOf(topic), record);
    } catch (ConfigException e) {
      // After a restart the same records would fail again.
      throw new SuppressRestartsException(e);
    }
  }

  /**
   * The configured encoding, or that of a topic from which a record was read; empty if that has no
   * span that tells.
   */
  public Optional<Encoding> encodingOf(String topic, byte[] record) {
    Optional<Encoding> configured = Encoding.ofLabel(config.get(Keys.KAFKA_ENCODING));
    EncodingDetector detector = new EncodingDetector();
    detector.add(record);
    return configured.isPresent() || detector.detection() instanceof Detection.NoRecords
        ? configured
        : Optional.of(encodingOf(topic, detector.detection()));
  }

  /**
   * The encoding of a topic's existing records; empty if they have no spans.
   *
   * @throws ConfigException if they have several encodings
   */
  public Optional<Encoding> find(String topic) {
    return decide(topic, firstOf(topic));
  }

  private Detection firstOf(String topic) {
    EncodingDetector detector = new EncodingDetector();
    try (TopicSampler sampler = new TopicSampler(new KafkaClients(config))) {
      sampler.sample(
          topic,
          EncodingDetector.SAMPLE,
          record -> Optional.ofNullable(record.value()).ifPresent(detector::add));
    }
    return detector.detection();
  }

  /**
   * The encoding of a topic.
   *
   * @param first the detection of its first records, which may be empty
   * @param record the detection of the current record, which is not empty
   */
  static Encoding decide(String topic, Detection first, Detection record) {
    if (first instanceof Detection.Found then
        && record instanceof Detection.Found now
        && then.encoding() != now.encoding()) {
      throw notOne(
          topic,
          "its first records are %s, but newer ones are %s"
              .formatted(then.encoding().label(), now.encoding().label()));
    }
    return decide(topic, first)
        .or(() -> decide(topic, record))
        .orElseThrow(() -> new IllegalStateException("no record of %s was given".formatted(topic)));
  }

  private static Optional<Encoding> decide(String topic, Detection detection) {
    if (detection instanceof Detection.Found found) {
      LOG.info(
          "kafka.encoding: topic '{}' is {}, as its first {} records with spans say",
          topic,
          found.encoding().label(),
          found.records());
      return Optional.of(found.encoding());
    }
    if (detection instanceof Detection.NotOne notOne) {
      throw notOne(topic, notOne.explain());
    }
    return Optional.empty();
  }

  private static ConfigException notOne(String topic, String why) {
    return new ConfigException(
        "kafka.encoding: 'auto': topic '%s': %s; set kafka.encoding to one of %s"
            .formatted(topic, why, Encoding.labels()));
  }
}
