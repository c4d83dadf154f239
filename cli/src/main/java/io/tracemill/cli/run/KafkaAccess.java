package io.tracemill.cli.run;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toSet;

import io.tracemill.connectors.output.ResultStream;
import io.tracemill.pipeline.config.ConfigFile;
import io.tracemill.pipeline.config.DeadLetters;
import io.tracemill.pipeline.config.Delivery;
import io.tracemill.pipeline.config.Key;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.kafka.KafkaClients;
import io.tracemill.pipeline.kafka.KafkaFailure;
import io.tracemill.pipeline.source.kafka.TopicSelection;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.MemberToRemove;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.RemoveMembersFromConsumerGroupOptions;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.TransactionalIdNotFoundException;
import org.apache.kafka.common.errors.UnknownMemberIdException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * Checks Kafka before the job starts: connection, topics and permissions. Only {@link #create}
 * changes anything.
 */
public final class KafkaAccess implements AutoCloseable {
  /** A topic's name with at most this many wrong letters is suggested. */
  private static final int TYPING_ERRORS = 3;

  /** A member of a group, or a transactional id, that no job has. */
  private static final String NOBODY = "nobody";

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

  /**
   * The answer of a broker, or the given one if this user may not ask, or if there is no such
   * topic, member or transactional id. If no broker answers, the failure message is one line.
   */
  private <T> T answer(KafkaFuture<T> asked, T denied, T absent) throws InterruptedException {
    try {
      return asked.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof AuthorizationException) {
        return denied;
      } else if (e.getCause() instanceof UnknownTopicOrPartitionException
          || e.getCause() instanceof UnknownMemberIdException
          || e.getCause() instanceof TransactionalIdNotFoundException) {
        return absent;
      }
      throw failed(config, e);
    }
  }

  /** Turns a client's exception into one line that says what to do. */
  public static IllegalStateException failed(TracemillConfig config, Exception failure) {
    return new IllegalStateException(
        "kafka.bootstrap-servers: '%s': %s"
            .formatted(config.get(Keys.KAFKA_BOOTSTRAP_SERVERS), KafkaFailure.explain(failure)));
  }

  /** The names of all topics that this user may see. */
  public Set<String> topics() throws InterruptedException {
    return answer(admin.listTopics().names(), Set.of(), Set.of());
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

  private String topic(ResultStream stream) {
    return stream.topic(config.get(Keys.OUTPUT_PREFIX));
  }

  /** The output topics that do not exist. Topics that this user may not see are not among them. */
  public List<ResultStream> missing() throws InterruptedException {
    List<ResultStream> missing = new ArrayList<>();
    for (ResultStream stream : outputs(config)) {
      if (answer(describe(topic(stream)).thenApply(there -> false), false, true)) {
        missing.add(stream);
      }
    }
    return missing;
  }

  /** Fails if the topic of one of these streams does not exist. */
  public void refuseMissing(Collection<ResultStream> streams) throws InterruptedException {
    Set<String> topics = topics();
    List<ResultStream> missing =
        streams.stream().filter(each -> !topics.contains(topic(each))).toList();
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
    List<NewTopic> topics =
        streams.stream()
            .map(
                stream ->
                    new NewTopic(topic(stream), Optional.empty(), Optional.empty())
                        .configs(TopicCreation.settings(stream, config)))
            .toList();
    try {
      admin.createTopics(topics).all().get();
    } catch (ExecutionException e) {
      throw new IllegalStateException(
          "the output topics could not be created: " + KafkaFailure.explain(e));
    }
  }

  /**
   * The permissions that the job lacks, in words: {@code read topic a}. Without them it would fail
   * after its start, and again at every restart.
   *
   * <p>The broker reports the permissions on topics; if it does not, they count as granted. For a
   * group, the check tries to remove a member that does not exist, which needs the right to read,
   * as a commit does. For transactional ids, it tries to describe one, which any user who may write
   * them may do.
   */
  public List<String> lackingPermissions() throws InterruptedException {
    TopicSelection selection =
        new TopicSelection(
            Stream.of(Keys.KAFKA_TOPICS, Keys.STACKS_TOPICS)
                .flatMap(key -> config.get(key).stream())
                .toList());
    List<String> inputs = topics().stream().filter(selection::includes).sorted().toList();
    List<String> outputs = outputs(config).stream().map(this::topic).sorted().toList();
    String group = config.get(Keys.KAFKA_GROUP_ID);
    List<String> lacking = new ArrayList<>();
    lacking.addAll(lackingOf(AclOperation.READ, inputs));
    lacking.addAll(lackingOf(AclOperation.WRITE, outputs));
    RemoveMembersFromConsumerGroupOptions nobody =
        new RemoveMembersFromConsumerGroupOptions(List.of(new MemberToRemove(NOBODY)));
    if (isDenied(admin.removeMembersFromConsumerGroup(group, nobody).all(), done -> false)) {
      lacking.add("read group " + group);
    }
    if (config.get(Keys.OUTPUT_DELIVERY) == Delivery.EXACTLY_ONCE) {
      // A job that starts looks in these topics for transactions that it left open.
      lacking.addAll(lackingOf(AclOperation.READ, outputs));
      String ids = group + "-";
      if (isDenied(admin.describeTransactions(List.of(ids + NOBODY)).all(), found -> false)) {
        lacking.add("write transactional-id " + ids);
      }
    }
    return lacking;
  }

  private List<String> lackingOf(AclOperation operation, List<String> topics)
      throws InterruptedException {
    List<String> lacking = new ArrayList<>();
    for (String topic : topics) {
      if (isDenied(describe(topic), found -> denies(found, operation))) {
        lacking.add(operation.name().toLowerCase(Locale.ROOT) + " topic " + topic);
      }
    }
    return lacking;
  }

  private KafkaFuture<TopicDescription> describe(String topic) {
    DescribeTopicsOptions options = new DescribeTopicsOptions().includeAuthorizedOperations(true);
    return admin
        .describeTopics(List.of(topic), options)
        .allTopicNames()
        .thenApply(found -> found.get(topic));
  }

  private <T> boolean isDenied(KafkaFuture<T> asked, KafkaFuture.BaseFunction<T, Boolean> denies)
      throws InterruptedException {
    return answer(asked.thenApply(denies), true, false);
  }

  /** Kafka's {@code null} means that the broker does not report permissions. */
  static boolean denies(TopicDescription topic, AclOperation operation) {
    return Optional.ofNullable(topic.authorizedOperations())
        .map(allowed -> !allowed.contains(operation))
        .orElse(false);
  }

  @Override
  public void close() {
    admin.close();
  }
}
