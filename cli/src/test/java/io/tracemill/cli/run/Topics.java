package io.tracemill.cli.run;

import io.tracemill.cli.broker.EmbeddedBroker;
import io.tracemill.connectors.files.FileUnit;
import io.tracemill.connectors.files.FileUnits;
import io.tracemill.connectors.files.TraceFileException;
import io.tracemill.connectors.output.ResultStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** The topics of a job, the input with the event times that {@code analyze} gives. */
public final class Topics {
  private static final String INPUT = "otlp_spans";
  private static final int PARTITIONS = 3;

  /** Settings of a topic that takes and keeps records of any time. */
  static final Map<String, String> ANY_TIME =
      Map.of("retention.ms", "-1", "message.timestamp.after.max.ms", Long.toString(Long.MAX_VALUE));

  private Topics() {}

  public static List<FileUnit> units(Path file) throws TraceFileException {
    List<FileUnit> units = new ArrayList<>();
    try (FileUnits opened = FileUnits.open(file, Optional.empty(), Duration.ofHours(1))) {
      for (Optional<FileUnit> unit = opened.next(); unit.isPresent(); unit = opened.next()) {
        units.add(unit.orElseThrow());
      }
    }
    return units;
  }

  /** Creates them so that records of years ago stay. */
  public static void create(EmbeddedBroker broker) {
    create(broker, INPUT, PARTITIONS);
    for (ResultStream stream : ResultStream.values()) {
      create(broker, stream.topic("tracemill"), 1);
    }
  }

  /** Creates a topic so that records of years ago stay. */
  public static void create(EmbeddedBroker broker, String topic, int partitions) {
    broker.createTopic(topic, partitions, ANY_TIME);
  }

  /** The units as records with their event times, spread over the input's partitions in turn. */
  public static List<ProducerRecord<byte[], byte[]>> records(List<FileUnit> units) {
    List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
    for (FileUnit unit : units) {
      int partition = records.size() % PARTITIONS;
      records.add(
          new ProducerRecord<>(INPUT, partition, unit.eventTimeMillis(), null, unit.bytes()));
    }
    return records;
  }

  /** Sends one record to the first partition of a topic. */
  public static void send(EmbeddedBroker broker, String topic, long millis, byte[] value)
      throws Exception {
    send(broker, List.of(new ProducerRecord<>(topic, 0, millis, null, value)));
  }

  /** Sends records in order; returns when the broker has all of them. */
  public static List<RecordMetadata> send(
      EmbeddedBroker broker, List<ProducerRecord<byte[], byte[]>> records) throws Exception {
    return send(broker, records, 16_384);
  }

  /**
   * Sends records in order; returns when the broker has all of them.
   *
   * @param batchBytes the most bytes in one batch
   */
  static List<RecordMetadata> send(
      EmbeddedBroker broker, List<ProducerRecord<byte[], byte[]>> records, int batchBytes)
      throws Exception {
    Map<String, Object> settings =
        Map.of("bootstrap.servers", broker.bootstrapServers(), "batch.size", batchBytes);
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
      List<Future<RecordMetadata>> sent = new ArrayList<>();
      records.forEach(record -> sent.add(producer.send(record)));
      producer.flush();
      List<RecordMetadata> stored = new ArrayList<>();
      for (Future<RecordMetadata> each : sent) {
        stored.add(each.get());
      }
      return stored;
    }
  }
}
