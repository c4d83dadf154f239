package io.tracemill.pipeline.sink;

import io.tracemill.connectors.output.ResultRecord;
import io.tracemill.connectors.output.ResultStream;
import io.tracemill.pipeline.config.Delivery;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.kafka.KafkaClients;
import java.util.Properties;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.kafka.sink.KafkaSink;
import org.apache.flink.connector.kafka.sink.KafkaSinkBuilder;
import org.apache.flink.connector.kafka.sink.TransactionNamingStrategy;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.kafka.clients.producer.ProducerConfig;

/** Writes results to Kafka topics, {@code <prefix>.<stream>.v1}. */
public final class KafkaResultSinks implements ResultSinks {
  /**
   * Bytes for keys, headers and Kafka's own overhead; a key holds two names of at most a kilobyte.
   */
  private static final long REQUEST_OVERHEAD_BYTES = 200_000;

  /**
   * Many profiles exceed Kafka's default batch of 16 kB. Each would then be a separate batch, with
   * its own compression, buffers and part of a request. Streams of smaller records keep the
   * default, because a batch allocates all of its bytes at once, in each partition.
   */
  private static final String BATCH_BYTES = "262144";

  private static final String TRANSACTION_TIMEOUT_MILLIS = "900000";

  private final TracemillConfig config;
  private final String transactions;

  /**
   * The sinks of one job.
   *
   * @param bounded whether the job is bounded; its transactions then have other names. A starting
   *     job aborts the open transactions with its names, and a killed unbounded job's checkpoint
   *     may still have to commit its own
   */
  public KafkaResultSinks(TracemillConfig config, boolean bounded) {
    this.config = config;
    this.transactions = config.get(Keys.KAFKA_GROUP_ID) + (bounded ? "-until-now-" : "-");
  }

  @Override
  public void write(ResultStream stream, DataStream<ResultRecord> records) {
    String topic = stream.topic(config.get(Keys.OUTPUT_PREFIX));
    // As many writers as upstream tasks, so that the records of a task stay in order.
    records
        .sinkTo(sink(stream, topic))
        .setParallelism(records.getParallelism())
        .name("write " + topic)
        .uid("write-" + stream.label());
  }

  private KafkaSink<ResultRecord> sink(ResultStream stream, String topic) {
    boolean exactlyOnce = config.get(Keys.OUTPUT_DELIVERY) == Delivery.EXACTLY_ONCE;
    KafkaSinkBuilder<ResultRecord> sink =
        KafkaSink.<ResultRecord>builder()
            .setKafkaProducerConfig(producer(stream, exactlyOnce))
            .setRecordSerializer(new ProducerRecords(topic))
            .setDeliveryGuarantee(
                exactlyOnce ? DeliveryGuarantee.EXACTLY_ONCE : DeliveryGuarantee.AT_LEAST_ONCE);
    if (exactlyOnce) {
      sink.setTransactionalIdPrefix(transactions + stream.label());
      // This strategy reuses a few names, and asks the broker for transactions that a killed
      // process left open. The other strategy needs a name for each checkpoint and probes every
      // name it ever used.
      sink.setTransactionNamingStrategy(TransactionNamingStrategy.POOLING);
    }
    return sink.build();
  }

  private Properties producer(ResultStream stream, boolean exactlyOnce) {
    Properties properties = new Properties();
    properties.setProperty(ProducerConfig.COMPRESSION_TYPE_CONFIG, "lz4");
    properties.setProperty(ProducerConfig.LINGER_MS_CONFIG, "50");
    if (stream == ResultStream.PROFILES) {
      properties.setProperty(ProducerConfig.BATCH_SIZE_CONFIG, BATCH_BYTES);
    }
    properties.setProperty(
        ProducerConfig.MAX_REQUEST_SIZE_CONFIG,
        Long.toString(config.get(Keys.OUTPUT_MAX_RECORD_BYTES) + REQUEST_OVERHEAD_BYTES));
    if (exactlyOnce) {
      properties.setProperty(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, TRANSACTION_TIMEOUT_MILLIS);
    }
    properties.putAll(new KafkaClients(config).settings());
    return properties;
  }
}
