package io.tracemill.cli.check;

import io.tracemill.cli.run.KafkaAccess;
import io.tracemill.cli.run.TopicCreation;
import io.tracemill.cli.screen.Wording;
import io.tracemill.cli.terminal.ShellWords;
import io.tracemill.connectors.output.ResultStream;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;

/**
 * Checks that the output topics exist and keep the results long enough. Results carry the time of
 * their traffic, so Kafka soon deletes those about traffic older than a topic's retention.
 */
record OutputCheck(TracemillConfig config, KafkaFacts facts, long nowMillis) {
  private static final String CREATE_THEM =
      "# `tracemill run --create-topics` or these commands create them:";

  /**
   * The findings.
   *
   * @param missing the streams without a topic
   * @param inputs the input topics
   */
  List<Finding> of(Collection<ResultStream> missing, List<TopicFacts> inputs)
      throws ExecutionException, InterruptedException {
    List<Finding> findings = new ArrayList<>(List.of(existence(missing)));
    Map<Duration, List<String>> topics = new TreeMap<>();
    for (ResultStream stream : KafkaAccess.outputs(config)) {
      String topic = stream.topic(config.get(Keys.OUTPUT_PREFIX));
      Optional<Duration> kept =
          missing.contains(stream) ? Optional.empty() : facts.retentionByEventTime(topic);
      kept.ifPresent(time -> topics.computeIfAbsent(time, t -> new ArrayList<>()).add(topic));
    }
    for (Map.Entry<Duration, List<String>> alike : topics.entrySet()) {
      long since = Math.max(0, nowMillis - alike.getKey().toMillis());
      long older = older(since, inputs, true);
      if (older > 0) {
        String run = older(since, inputs, false) == older ? "a run" : "`run --until-now`";
        findings.add(tooShort(alike.getValue(), alike.getKey(), run, older));
      }
    }
    return findings;
  }

  private Finding existence(Collection<ResultStream> missing) {
    String prefix = config.get(Keys.OUTPUT_PREFIX);
    if (missing.isEmpty()) {
      return Finding.ok("the output topics %s.* exist".formatted(prefix));
    }
    List<String> lines = new ArrayList<>(List.of(CREATE_THEM));
    missing.forEach(
        stream -> lines.addAll(Advice.folded(TopicCreation.STANDARD.command(stream, config))));
    return Finding.problem(
        "output topics are missing: " + KafkaAccess.names(missing, config),
        lines.toArray(String[]::new));
  }

  /** A run with {@code --until-now} begins at the same place as any other, or earlier. */
  private long older(long millis, List<TopicFacts> inputs, boolean untilNow)
      throws ExecutionException, InterruptedException {
    long older = 0;
    for (TopicFacts input : inputs) {
      older += facts.recordsToReadFromBefore(millis, input, config.get(Keys.KAFKA_START), untilNow);
    }
    return older;
  }

  private Finding tooShort(List<String> topics, Duration retention, String run, long older) {
    String others =
        topics.size() == 1 ? " keeps" : " and %d more keep".formatted(topics.size() - 1);
    return Finding.warning(
        "%s%s results for %s, but %s would begin with %s of older traffic, whose"
                .formatted(
                    topics.get(0),
                    others,
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
