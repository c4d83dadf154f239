package io.tracemill.cli.run;

import io.tracemill.cli.terminal.ShellWords;
import io.tracemill.connectors.output.ResultStream;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import java.util.Map;

/**
 * The commands that create output topics.
 *
 * @param partitions of each topic
 * @param replicationFactor copies of each partition
 */
public record TopicCreation(int partitions, int replicationFactor) {
  /** Where nobody says how many. */
  public static final TopicCreation STANDARD = new TopicCreation(6, 1);

  /** What creates the topic of {@code stream}, in one line. */
  public String command(ResultStream stream, TracemillConfig config) {
    String command =
        "kafka-topics.sh --create --if-not-exists --bootstrap-server %s --topic %s"
            .formatted(
                ShellWords.quoted(config.get(Keys.KAFKA_BOOTSTRAP_SERVERS)),
                stream.topic(config.get(Keys.OUTPUT_PREFIX)));
    command += " --partitions %d --replication-factor %d".formatted(partitions, replicationFactor);
    for (Map.Entry<String, String> setting : TopicSettings.of(stream, config).entrySet()) {
      command += " --config " + setting.getKey() + "=" + setting.getValue();
    }
    return command;
  }
}
