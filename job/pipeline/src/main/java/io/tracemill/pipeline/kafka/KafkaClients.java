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
 * The Kafka clients of one configuration: {@code kafka.bootstrap-servers} and {@code
 * kafka.properties}, over which a client's own settings win.
 *
 * <p>Opening a client connects to nothing yet; it throws {@link ConfigException} in one line,
 * without a secret, if the properties are of no use.
 */
public final class KafkaClients {
  /** For how long an admin client waits for an answer, unless {@code kafka.properties} say else. */
  public static final int ADMIN_TIMEOUT_MILLIS = 10_000;

  private final TracemillConfig config;

  public KafkaClients(TracemillConfig config) {
    this.config = requireNonNull(config, "config");
  }

  /** The settings that all clients have, by Kafka's names. Holds secrets: never to be shown. */
  public Map<String, String> settings() {
    Map<String, String> settings = new HashMap<>(config.get(Keys.KAFKA_PROPERTIES));
    settings.put(
        CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, config.get(Keys.KAFKA_BOOTSTRAP_SERVERS));
    return settings;
  }

  /** A client that asks and changes what the brokers know. */
  public Admin admin() {
    Map<String, Object> settings = new HashMap<>();
    settings.put(CommonClientConfigs.DEFAULT_API_TIMEOUT_MS_CONFIG, ADMIN_TIMEOUT_MILLIS);
    settings.put(CommonClientConfigs.REQUEST_TIMEOUT_MS_CONFIG, ADMIN_TIMEOUT_MILLIS);
    settings.putAll(settings());
    return open(settings, Admin::create);
  }

  /**
   * A consumer that belongs to no group and commits nothing, unless {@code own} says else.
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
