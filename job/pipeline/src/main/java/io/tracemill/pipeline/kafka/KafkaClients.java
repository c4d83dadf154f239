package io.tracemill.pipeline.kafka;

import static java.util.Objects.requireNonNull;

import io.tracemill.pipeline.config.ConfigException;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serializer;

/**
 * Creates the Kafka clients of one configuration: {@code kafka.bootstrap-servers} and {@code
 * kafka.properties}. A client's own settings override these.
 *
 * <p>Creating a client does not connect yet. If the properties are invalid, it throws a {@link
 * ConfigException} of one line without secrets.
 */
public final class KafkaClients {
  /** The time that an admin client waits for an answer, unless {@code kafka.properties} sets it. */
  public static final int ADMIN_TIMEOUT_MILLIS = 10_000;

  private final TracemillConfig config;

  public KafkaClients(TracemillConfig config) {
    this.config = requireNonNull(config, "config");
  }

  /**
   * The settings that all clients have, by Kafka's names. They contain secrets and must never be
   * shown.
   */
  public Map<String, String> settings() {
    Map<String, String> settings = new HashMap<>(config.get(Keys.KAFKA_PROPERTIES));
    settings.put(
        CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, config.get(Keys.KAFKA_BOOTSTRAP_SERVERS));
    return settings;
  }

  /** An admin client, which reads and changes the brokers' metadata. */
  public Admin admin() {
    Map<String, Object> settings = new HashMap<>();
    settings.put(CommonClientConfigs.DEFAULT_API_TIMEOUT_MS_CONFIG, ADMIN_TIMEOUT_MILLIS);
    settings.put(CommonClientConfigs.REQUEST_TIMEOUT_MS_CONFIG, ADMIN_TIMEOUT_MILLIS);
    settings.putAll(settings());
    return open(settings, Admin::create);
  }

  /**
   * A consumer without a group that commits nothing, unless {@code own} sets these.
   *
   * @param own settings of this consumer, by Kafka's names
   */
  public <K, V> Consumer<K, V> consumer(
      Map<String, ?> own, Deserializer<K> keys, Deserializer<V> values) {
    Map<String, Object> settings = new HashMap<>(settings());
    settings.remove(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG);
    settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    settings.putAll(own);
    return open(settings, all -> new KafkaConsumer<>(all, keys, values));
  }

  /**
   * A producer.
   *
   * @param own settings of this producer, by Kafka's names
   */
  public <K, V> Producer<K, V> producer(
      Map<String, ?> own, Serializer<K> keys, Serializer<V> values) {
    Map<String, Object> settings = new HashMap<>(settings());
    settings.putAll(own);
    return open(settings, all -> new KafkaProducer<>(all, keys, values));
  }

  private <C> C open(Map<String, Object> settings, Function<Map<String, Object>, C> client) {
    try {
      return client.apply(settings);
    } catch (KafkaException e) {
      throw new ConfigException(
          "kafka.bootstrap-servers: '%s'%s: %s"
              .formatted(
                  config.get(Keys.KAFKA_BOOTSTRAP_SERVERS),
                  KafkaFailure.isUnknownHost(e) ? "" : " with kafka.properties",
                  KafkaFailure.explain(e)));
    }
  }
}
