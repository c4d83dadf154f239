package io.tracemill.cli.run;

import io.tracemill.connectors.output.ResultStream;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.source.kafka.TopicSelection;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.errors.GroupAuthorizationException;

/**
 * What the job needs to be allowed to do. Without it the job would fail after it has started, and
 * again at every restart.
 */
record Permissions(Admin admin, TracemillConfig config) {

  /**
   * What is not allowed, in words: {@code read topic a}.
   *
   * @param topics the names of all topics that are there
   */
  List<String> lacking(Collection<String> topics) throws ExecutionException, InterruptedException {
    TopicSelection selection = new TopicSelection(config.get(Keys.KAFKA_TOPICS));
    List<String> inputs = topics.stream().filter(selection::includes).toList();
    List<String> outputs =
        KafkaAccess.outputs(config).stream().map(this::topic).filter(topics::contains).toList();
    List<String> lacking = new ArrayList<>();
    lacking.addAll(lackingOf(AclOperation.READ, inputs));
    lacking.addAll(lackingOf(AclOperation.WRITE, outputs));
    lacking.addAll(lackingOfGroup(config.get(Keys.KAFKA_GROUP_ID)));
    return lacking;
  }

  private String topic(ResultStream stream) {
    return stream.topic(config.get(Keys.OUTPUT_PREFIX));
  }

  private List<String> lackingOf(AclOperation operation, List<String> topics)
      throws ExecutionException, InterruptedException {
    DescribeTopicsOptions options = new DescribeTopicsOptions().includeAuthorizedOperations(true);
    return admin.describeTopics(topics, options).allTopicNames().get().values().stream()
        .filter(topic -> !topic.authorizedOperations().contains(operation))
        .map(TopicDescription::name)
        .sorted()
        .map(topic -> operation.name().toLowerCase(Locale.ROOT) + " topic " + topic)
        .toList();
  }

  private List<String> lackingOfGroup(String group)
      throws ExecutionException, InterruptedException {
    try {
      admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata().get();
      return List.of();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof GroupAuthorizationException) {
        return List.of("read group " + group);
      }
      throw e;
    }
  }
}
