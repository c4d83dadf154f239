package io.tracemill.cli.check;

import io.tracemill.cli.check.KafkaFacts.Range;
import io.tracemill.cli.check.KafkaFacts.Settings;
import io.tracemill.cli.run.KafkaAccess;
import io.tracemill.cli.run.TopicCreation;
import io.tracemill.cli.screen.Wording;
import io.tracemill.cli.terminal.ShellWords;
import io.tracemill.connectors.output.ResultStream;
import io.tracemill.pipeline.config.Key;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.StartPosition;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.source.kafka.TopicSelection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;

/**
 * Checks that the input topics exist and hold records, and that the output topics exist and keep
 * results long enough. Results carry the time of their traffic, so Kafka soon deletes those about
 * traffic older than a topic's retention.
 *
 * @param existing all topics
 */
record Topics(TracemillConfig config, Set<String> existing) {
  private static final String CREATE_THEM =
      "# `tracemill run --create-topics` or these commands create them:";

  /** The existing topics of a key, in order. */
  List<String> selected(Key<List<String>> key) {
    TopicSelection selection = new TopicSelection(config.get(key));
    return existing.stream().filter(selection::includes).sorted().toList();
  }

  /** Names and expressions in the value of a key that match no topic. */
  List<Finding> absent(Key<List<String>> key) {
    return config.get(key).stream()
        .filter(name -> existing.stream().noneMatch(new TopicSelection(List.of(name))::includes))
        .map(
            name ->
                Finding.problem(
                    KafkaAccess.absent(key, List.of(name), existing),
                    "Check the name, create the topic, or allow the user to describe and read it."))
        .toList();
  }

  /** The number of records, at most. */
  static long records(List<Range> partitions) {
    return partitions.stream().mapToLong(Range::records).sum();
  }

  /** The findings about an existing input topic. */
  List<Finding> input(String topic, List<Range> partitions, Settings settings) {
    String count = Wording.count(partitions.size(), "partition");
    if (records(partitions) == 0) {
      return List.of(
          Finding.warning(
              "%s is empty: %s without a record".formatted(topic, count),
              "Check that the exporter writes to this topic; the job would wait for records."));
    }
    long empty = partitions.stream().filter(partition -> partition.records() == 0).count();
    return List.of(
        Finding.ok(
            "%s: %s, %s%s%s"
                .formatted(
                    topic,
                    count,
                    Wording.count(records(partitions), "record"),
                    settings.retention().map(time -> ", kept for " + Wording.days(time)).orElse(""),
                    empty == 0
                        ? ""
                        : "; %d empty, for which the job does not wait".formatted(empty))),
        Finding.ok("without a checkpoint, a run begins " + start(partitions)),
        Finding.ok(
            settings.stampedByBroker()
                ? "timestamps are the broker's (LogAppendTime)"
                : "timestamps are the producers' clocks (CreateTime); the broker's are safer,"
                    + " message.timestamp.type=LogAppendTime"));
  }

  private String start(List<Range> partitions) {
    StartPosition start = config.get(Keys.KAFKA_START);
    if (start instanceof StartPosition.At at) {
      return "at " + at.time();
    }
    String group = config.get(Keys.KAFKA_GROUP_ID);
    return switch ((StartPosition.Named) start) {
      case EARLIEST -> "with the oldest record";
      case LATEST -> "with new records";
      case COMMITTED ->
          partitions.stream()
              .flatMap(range -> range.committed().map(from -> range.end() - from).stream())
              .reduce(Long::sum)
              .map(
                  behind ->
                      "at what group %s has committed, %s back"
                          .formatted(group, Wording.count(Math.max(0, behind), "record")))
              .orElse("with new records: group %s has committed nothing".formatted(group));
    };
  }

  /**
   * The findings about output topics.
   *
   * @param missing the streams without a topic
   * @param inputs the partitions of the input topics
   */
  List<Finding> outputs(
      Collection<ResultStream> missing, List<Range> inputs, KafkaFacts facts, long nowMillis)
      throws ExecutionException, InterruptedException {
    List<Finding> findings = new ArrayList<>(List.of(existence(missing)));
    Map<Duration, List<String>> topics = new TreeMap<>();
    for (ResultStream stream : KafkaAccess.outputs(config)) {
      String topic = stream.topic(config.get(Keys.OUTPUT_PREFIX));
      if (!missing.contains(stream)) {
        Settings settings = facts.settings(topic);
        settings
            .retention()
            .filter(time -> !settings.stampedByBroker())
            .ifPresent(time -> topics.computeIfAbsent(time, t -> new ArrayList<>()).add(topic));
      }
    }
    for (Map.Entry<Duration, List<String>> alike : topics.entrySet()) {
      long since = Math.max(0, nowMillis - alike.getKey().toMillis());
      StartPosition start = config.get(Keys.KAFKA_START);
      // A run with --until-now begins at the same place as any other, or earlier.
      long older = facts.recordsToReadFromBefore(since, inputs, start, true);
      if (older > 0) {
        boolean anyRun = facts.recordsToReadFromBefore(since, inputs, start, false) == older;
        findings.add(
            tooShort(
                alike.getValue(), alike.getKey(), anyRun ? "a run" : "`run --until-now`", older));
      }
    }
    return findings;
  }

  private Finding existence(Collection<ResultStream> missing) {
    if (missing.isEmpty()) {
      return Finding.ok("the output topics %s.* exist".formatted(config.get(Keys.OUTPUT_PREFIX)));
    }
    List<String> lines = new ArrayList<>(List.of(CREATE_THEM));
    missing.forEach(
        stream -> lines.addAll(Advice.folded(TopicCreation.STANDARD.command(stream, config))));
    return Finding.problem(
        "output topics are missing: " + KafkaAccess.names(missing, config),
        lines.toArray(String[]::new));
  }

  private Finding tooShort(List<String> topics, Duration retention, String run, long older) {
    return Finding.warning(
        "%s%s results for %s, but %s would begin with %s of older traffic, whose"
                .formatted(
                    topics.get(0),
                    topics.size() == 1
                        ? " keeps"
                        : " and %d more keep".formatted(topics.size() - 1),
                    Wording.days(retention),
                    run,
                    Wording.count(older, "record"))
            + " results Kafka would soon delete",
        topics.stream()
            .flatMap(topic -> Advice.folded(keep(topic)).stream())
            .toArray(String[]::new));
  }

  private String keep(String topic) {
    return ("kafka-configs.sh --bootstrap-server %s --alter --entity-type topics --entity-name %s"
            + " --add-config retention.ms=-1")
        .formatted(
            ShellWords.quoted(config.get(Keys.KAFKA_BOOTSTRAP_SERVERS)), ShellWords.quoted(topic));
  }
}
