package io.tracemill.cli.run;

import io.tracemill.connectors.output.ResultStream;
import io.tracemill.pipeline.config.ConfigException;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.TimeoutException;

/** What has to be true of a Kafka before the job starts on it. */
public final class KafkaAccess implements AutoCloseable {
  private static final String TIMEOUT_MILLIS = "10000";

  private final TracemillConfig config;
  private final Admin admin;

  /**
   * Opens a client.
   *
   * @throws ConfigException if the addresses or client properties are not usable
   */
  public KafkaAccess(TracemillConfig config) {
    this.config = config;
    Map<String, Object> clients = new HashMap<>();
    clients.put(CommonClientConfigs.DEFAULT_API_TIMEOUT_MS_CONFIG, TIMEOUT_MILLIS);
    clients.put(CommonClientConfigs.REQUEST_TIMEOUT_MS_CONFIG, TIMEOUT_MILLIS);
    clients.putAll(config.get(Keys.KAFKA_PROPERTIES));
    clients.put(
        CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, config.get(Keys.KAFKA_BOOTSTRAP_SERVERS));
    try {
      admin = Admin.create(clients);
    } catch (KafkaException e) {
      throw new ConfigException(
          "kafka.bootstrap-servers: '%s' with kafka.properties: %s"
              .formatted(config.get(Keys.KAFKA_BOOTSTRAP_SERVERS), root(e).getMessage()));
    }
  }

  private static Throwable root(Throwable failure) {
    Throwable root = failure;
    for (Throwable cause = root.getCause(); cause != null; cause = root.getCause()) {
      root = cause;
    }
    return root;
  }

  /** The names of all topics. Fails in one line if the broker does not answer. */
  public Set<String> topics() throws InterruptedException {
    try {
      return admin.listTopics().names().get();
    } catch (ExecutionException e) {
      throw unreachable(root(e));
    }
  }

  private IllegalStateException unreachable(Throwable cause) {
    String servers = config.get(Keys.KAFKA_BOOTSTRAP_SERVERS);
    String why =
        cause instanceof TimeoutException
            ? "no broker answered within 10 s; is it running, and is the address right?"
            : String.valueOf(cause.getMessage());
    return new IllegalStateException(
        "kafka.bootstrap-servers: '%s': %s".formatted(servers, why), cause);
  }

  /** The streams that this configuration writes. */
  static List<ResultStream> outputs(TracemillConfig config) {
    return Stream.of(ResultStream.values())
        .filter(stream -> stream != ResultStream.TRACES || config.get(Keys.OUTPUT_TRACES))
        .toList();
  }

  /** Those output topics that are not there. */
  public List<ResultStream> missing(Set<String> topics) {
    String prefix = config.get(Keys.OUTPUT_PREFIX);
    return outputs(config).stream()
        .filter(stream -> !topics.contains(stream.topic(prefix)))
        .toList();
  }

  /** Creates output topics, with the broker's defaults for partitions and replicas. */
  public void create(List<ResultStream> streams) throws InterruptedException {
    String prefix = config.get(Keys.OUTPUT_PREFIX);
    List<NewTopic> topics =
        streams.stream()
            .map(
                stream ->
                    new NewTopic(stream.topic(prefix), Optional.empty(), Optional.empty())
                        .configs(TopicSettings.of(stream, config)))
            .toList();
    try {
      admin.createTopics(topics).all().get();
    } catch (ExecutionException e) {
      throw new IllegalStateException(
          "the output topics could not be created: " + root(e).getMessage(), e);
    }
  }

  @Override
  public void close() {
    admin.close();
  }
}
