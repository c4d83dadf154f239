package io.tracemill.cli.run;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toSet;

import io.tracemill.connectors.output.ResultStream;
import io.tracemill.pipeline.config.DeadLetters;
import io.tracemill.pipeline.config.Key;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.ConfigFile;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.kafka.KafkaClients;
import io.tracemill.pipeline.kafka.KafkaFailure;
import io.tracemill.pipeline.source.kafka.TopicSelection;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;

/** Checks Kafka before the job starts: connection, topics and permissions. */
public final class KafkaAccess implements AutoCloseable {
  /** A topic's name with at most this many wrong letters is suggested. */
  private static final int TYPING_ERRORS = 3;

  private final TracemillConfig config;
  private final Admin admin;

  /**
   * Opens a client.
   *
   * @throws io.tracemill.pipeline.config.ConfigException if the addresses or client properties are
   *     not usable
   */
  public KafkaAccess(TracemillConfig config) {
    this.config = config;
    this.admin = new KafkaClients(config).admin();
  }

  /** The names of all topics. If the broker does not answer, the failure message is one line. */
  public Set<String> topics() throws InterruptedException {
    try {
      return admin.listTopics().names().get();
    } catch (ExecutionException e) {
      throw failed(config, e);
    }
  }

  /** The permissions that the job lacks on existing topics: {@code read topic a}. */
  public List<String> lackingPermissions() throws InterruptedException {
    try {
      return new Permissions(admin, config).lacking(topics());
    } catch (ExecutionException e) {
      throw failed(config, e);
    }
  }

  /** Turns a client's exception into one line that says what to do. */
  public static IllegalStateException failed(TracemillConfig config, Exception failure) {
    return new IllegalStateException(
        "kafka.bootstrap-servers: '%s': %s"
            .formatted(config.get(Keys.KAFKA_BOOTSTRAP_SERVERS), KafkaFailure.explain(failure)));
  }

  /** The streams that this configuration writes. */
  public static List<ResultStream> outputs(TracemillConfig config) {
    return Stream.of(ResultStream.values()).filter(stream -> isWritten(stream, config)).toList();
  }

  private static boolean isWritten(ResultStream stream, TracemillConfig config) {
    return switch (stream) {
      case TRACES -> config.get(Keys.OUTPUT_TRACES);
      case DEAD_LETTERS -> config.get(Keys.OUTPUT_DEAD_LETTERS) != DeadLetters.OFF;
      default -> true;
    };
  }

  /** The topics of streams, as a readable list. */
  public static String names(Collection<ResultStream> streams, TracemillConfig config) {
    return streams.stream()
        .sorted()
        .map(stream -> stream.topic(config.get(Keys.OUTPUT_PREFIX)))
        .collect(joining(", "));
  }

  /** The output topics that do not exist. */
  public List<ResultStream> missing(Set<String> topics) {
    String prefix = config.get(Keys.OUTPUT_PREFIX);
    return outputs(config).stream()
        .filter(stream -> !topics.contains(stream.topic(prefix)))
        .toList();
  }

  /** Fails if the topic of one of these streams does not exist. */
  public void refuseMissing(Collection<ResultStream> streams) throws InterruptedException {
    Set<ResultStream> missing = EnumSet.copyOf(streams);
    Set<String> topics = topics();
    missing.removeIf(each -> topics.contains(each.topic(config.get(Keys.OUTPUT_PREFIX))));
    if (!missing.isEmpty()) {
      throw new IllegalStateException(
          "output.prefix: %s does not exist, or this user may not see it; `tracemill topics`"
                  .formatted(names(missing, config))
              + " prints the commands that create the topics");
    }
  }

  /** That topics of a key are not among those that exist, with the name that may be meant. */
  public static String absent(Key<?> key, List<String> absent, Set<String> existing) {
    return "%s: %s does not exist, or this user may not see it%s"
        .formatted(
            key.path(),
            String.join(", ", absent),
            absent.stream()
                .flatMap(name -> ConfigFile.nearest(name, existing, TYPING_ERRORS).stream())
                .findFirst()
                .map("; did you mean %s?"::formatted)
                .orElse(""));
  }

  /** The topics of the input; fails if there are none. */
  public Set<String> inputTopics() throws InterruptedException {
    TopicSelection input = new TopicSelection(config.get(Keys.KAFKA_TOPICS));
    Set<String> existing = topics();
    Set<String> found = existing.stream().filter(input::includes).collect(toSet());
    if (found.isEmpty()) {
      throw new IllegalStateException(absent(Keys.KAFKA_TOPICS, input.topics(), existing));
    }
    return found;
  }

  /** Creates output topics, with the broker's defaults for partitions and replicas. */
  public void create(List<ResultStream> streams) throws InterruptedException {
    String prefix = config.get(Keys.OUTPUT_PREFIX);
    List<NewTopic> topics =
        streams.stream()
            .map(
                stream ->
                    new NewTopic(stream.topic(prefix), Optional.empty(), Optional.empty())
                        .configs(TopicCreation.settings(stream, config)))
            .toList();
    try {
      admin.createTopics(topics).all().get();
    } catch (ExecutionException e) {
      throw new IllegalStateException(
          "the output topics could not be created: " + KafkaFailure.explain(e));
    }
  }

  @Override
  public void close() {
    admin.close();
  }
}
