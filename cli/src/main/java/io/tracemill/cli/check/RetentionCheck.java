package io.tracemill.cli.check;

import io.tracemill.cli.run.KafkaAccess;
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
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;

/**
 * Whether those output topics that exist keep what the job would write. Results bear the time of
 * the traffic that they are about, so those of traffic older than a topic's retention are soon
 * deleted.
 */
record RetentionCheck(TracemillConfig config, KafkaFacts facts, long nowMillis) {
  /**
   * What is to be said.
   *
   * @param existing the names of all topics
   * @param inputs those that are read
   */
  List<Finding> of(Collection<String> existing, List<TopicFacts> inputs)
      throws ExecutionException, InterruptedException {
    Map<Duration, List<String>> topics = topicsByRetention(existing);
    List<Finding> findings = new ArrayList<>();
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

  private Map<Duration, List<String>> topicsByRetention(Collection<String> existing)
      throws ExecutionException, InterruptedException {
    String prefix = config.get(Keys.OUTPUT_PREFIX);
    Map<Duration, List<String>> topics = new TreeMap<>();
    for (ResultStream stream : KafkaAccess.outputs(config)) {
      String topic = stream.topic(prefix);
      if (existing.contains(topic)) {
        facts
            .retentionByEventTime(topic)
            .ifPresent(time -> topics.computeIfAbsent(time, first -> new ArrayList<>()).add(topic));
      }
    }
    return topics;
  }

  /** A run until now begins where any other does, or earlier. */
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
        "%s%s results for %s, but %s would begin with %s of older traffic: what it finds in them is"
                .formatted(
                    topics.get(0),
                    others,
                    TopicCheck.text(retention),
                    run,
                    Wording.count(older, "record"))
            + " soon deleted",
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
