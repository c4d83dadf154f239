package io.tracemill.cli.run;

import io.tracemill.connectors.output.ResultStream;
import io.tracemill.pipeline.config.Delivery;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.source.kafka.TopicSelection;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.MemberToRemove;
import org.apache.kafka.clients.admin.RemoveMembersFromConsumerGroupOptions;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.TransactionalIdAuthorizationException;
import org.apache.kafka.common.errors.TransactionalIdNotFoundException;
import org.apache.kafka.common.errors.UnknownMemberIdException;

/**
 * The permissions that the job needs. Without them it would fail after its start, and again at
 * every restart.
 *
 * <p>The check changes nothing. The broker reports the permissions on topics. For a group, the
 * check tries to remove a member that does not exist, which needs the right to read. For
 * transactional ids, the check tries to describe one, which any user who may write them may do. If
 * a broker does not report permissions, the check assumes that they are granted.
 */
record Permissions(Admin admin, TracemillConfig config) {
  /** A member of a group, or a transactional id, that no job has. */
  private static final String NOBODY = "nobody";

  /**
   * The missing permissions, in words: {@code read topic a}.
   *
   * @param topics the names of all existing topics
   */
  List<String> lacking(Collection<String> topics) throws ExecutionException, InterruptedException {
    TopicSelection selection =
        new TopicSelection(
            Stream.of(Keys.KAFKA_TOPICS, Keys.STACKS_TOPICS)
                .flatMap(key -> config.get(key).stream())
                .toList());
    List<String> inputs = topics.stream().filter(selection::includes).toList();
    List<String> outputs =
        KafkaAccess.outputs(config).stream().map(this::topic).filter(topics::contains).toList();
    String group = config.get(Keys.KAFKA_GROUP_ID);
    List<String> lacking = new ArrayList<>();
    lacking.addAll(lackingOf(AclOperation.READ, inputs));
    lacking.addAll(lackingOf(AclOperation.WRITE, outputs));
    lacking.addAll(lackingOfGroup(group));
    if (config.get(Keys.OUTPUT_DELIVERY) == Delivery.EXACTLY_ONCE) {
      // A job that starts looks in these topics for transactions that it left open.
      lacking.addAll(lackingOf(AclOperation.READ, outputs));
      lacking.addAll(lackingOfTransactions(group + "-"));
    }
    return lacking;
  }

  private String topic(ResultStream stream) {
    return stream.topic(config.get(Keys.OUTPUT_PREFIX));
  }

  private List<String> lackingOf(AclOperation operation, List<String> topics)
      throws ExecutionException, InterruptedException {
    DescribeTopicsOptions options = new DescribeTopicsOptions().includeAuthorizedOperations(true);
    return admin.describeTopics(topics, options).allTopicNames().get().values().stream()
        .filter(topic -> denies(topic, operation))
        .map(TopicDescription::name)
        .sorted()
        .map(topic -> operation.name().toLowerCase(Locale.ROOT) + " topic " + topic)
        .toList();
  }

  /** Kafka's {@code null} means that the broker does not report permissions. */
  static boolean denies(TopicDescription topic, AclOperation operation) {
    return Optional.ofNullable(topic.authorizedOperations())
        .map(allowed -> !allowed.contains(operation))
        .orElse(false);
  }

  /**
   * Checks READ, which a commit needs. DESCRIBE shows committed offsets, but does not include it.
   */
  private List<String> lackingOfGroup(String group)
      throws ExecutionException, InterruptedException {
    RemoveMembersFromConsumerGroupOptions nobody =
        new RemoveMembersFromConsumerGroupOptions(List.of(new MemberToRemove(NOBODY)));
    return lackingUnless(
        admin.removeMembersFromConsumerGroup(group, nobody).all(), "read group " + group);
  }

  private List<String> lackingOfTransactions(String prefix)
      throws ExecutionException, InterruptedException {
    return lackingUnless(
        admin.describeTransactions(List.of(prefix + NOBODY)).all(),
        "write transactional-id " + prefix);
  }

  /**
   * Returns {@code permission} if Kafka denies the attempt. An unknown member or transactional id
   * is the expected answer.
   */
  private static List<String> lackingUnless(KafkaFuture<?> attempt, String permission)
      throws ExecutionException, InterruptedException {
    try {
      attempt.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof GroupAuthorizationException
          || e.getCause() instanceof TransactionalIdAuthorizationException) {
        return List.of(permission);
      }
      if (!(e.getCause() instanceof UnknownMemberIdException
          || e.getCause() instanceof TransactionalIdNotFoundException)) {
        throw e;
      }
    }
    return List.of();
  }
}
