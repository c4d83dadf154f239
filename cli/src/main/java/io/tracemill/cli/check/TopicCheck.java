package io.tracemill.cli.check;

import io.tracemill.cli.screen.Wording;
import io.tracemill.pipeline.config.Key;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.StartPosition;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.job.FlinkSettings;
import io.tracemill.pipeline.source.kafka.TopicSelection;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.flink.configuration.CoreOptions;

/** Checks that the input topics exist and hold records. */
record TopicCheck(TracemillConfig config) {
  /** The topics of a key among {@code existing}, in order. */
  List<String> selected(Key<List<String>> key, Collection<String> existing) {
    return config.get(key).stream()
        .map(name -> new TopicSelection(List.of(name)))
        .flatMap(selection -> existing.stream().filter(selection::includes))
        .distinct()
        .sorted()
        .toList();
  }

  /** Names and expressions in the value of a key that match no topic. */
  List<Finding> absent(Key<List<String>> key, Collection<String> existing) {
    return config.get(key).stream()
        .filter(name -> existing.stream().noneMatch(new TopicSelection(List.of(name))::includes))
        .map(
            name ->
                Finding.problem(
                    "%s: %s does not exist, or this user may not see it"
                        .formatted(key.path(), name),
                    "Check the name, create the topic, or allow the user to describe and read it."))
        .toList();
  }

  /** The findings about an existing topic. */
  List<Finding> of(TopicFacts facts) {
    if (facts.records() == 0) {
      return List.of(
          Finding.warning(
              "%s is empty: %s without a record"
                  .formatted(facts.topic(), Wording.count(facts.partitions().size(), "partition")),
              "Check that the exporter writes to this topic; the job would wait for records."));
    }
    List<Finding> findings = new ArrayList<>();
    findings.add(Finding.ok(contents(facts)));
    findings.add(Finding.ok(start(facts)));
    findings.add(
        Finding.ok(
            facts.stampedByBroker()
                ? "timestamps are the broker's (LogAppendTime)"
                : "timestamps are the producers' clocks (CreateTime); the broker's are safer,"
                    + " message.timestamp.type=LogAppendTime"));
    int parallelism = FlinkSettings.continuous(config).get(CoreOptions.DEFAULT_PARALLELISM);
    if (parallelism > facts.partitions().size()) {
      findings.add(
          Finding.ok(
              "parallelism.default %d is above the %s of %s: some subtasks read nothing"
                  .formatted(
                      parallelism,
                      Wording.count(facts.partitions().size(), "partition"),
                      facts.topic())));
    }
    return findings;
  }

  private static String contents(TopicFacts facts) {
    String text =
        "%s: %s, %s%s"
            .formatted(
                facts.topic(),
                Wording.count(facts.partitions().size(), "partition"),
                Wording.count(facts.records(), "record"),
                facts.retention().map(time -> ", kept for " + Wording.days(time)).orElse(""));
    return facts.emptyPartitions() == 0
        ? text
        : text + "; %d empty, for which the job does not wait".formatted(facts.emptyPartitions());
  }

  private String start(TopicFacts facts) {
    StartPosition start = config.get(Keys.KAFKA_START);
    if (start instanceof StartPosition.At at) {
      return "without a checkpoint, a run begins at " + at.time();
    }
    return switch ((StartPosition.Named) start) {
      case EARLIEST -> "without a checkpoint, a run begins with the oldest record";
      case LATEST -> "without a checkpoint, a run begins with new records";
      case COMMITTED ->
          facts
              .behind()
              .map(
                  records ->
                      "without a checkpoint, a run begins at what group %s has committed, %s back"
                          .formatted(
                              config.get(Keys.KAFKA_GROUP_ID), Wording.count(records, "record")))
              .orElse(
                  "group %s has committed nothing: a first run begins with new records"
                      .formatted(config.get(Keys.KAFKA_GROUP_ID)));
    };
  }
}
