package io.tracemill.cli.run;

import io.tracemill.cli.terminal.ShellWords;
import io.tracemill.connectors.output.ResultStream;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.config.TopicConfig;

/**
 * The settings of output topics, and the commands that create them.
 *
 * @param partitions of each topic
 * @param replicationFactor copies of each partition
 */
public record TopicCreation(int partitions, int replicationFactor) {
  /** A broker's default record size limit ({@code message.max.bytes}), rounded down. */
  private static final long BROKER_DEFAULT_BYTES = 1_000_000;

  private static final long BATCH_OVERHEAD_BYTES = 10_000;

  /** The default numbers. */
  public static final TopicCreation STANDARD = new TopicCreation(6, 1);

  /** The command that creates the topic of {@code stream}, on one line. */
  public String command(ResultStream stream, TracemillConfig config) {
    String command =
        "kafka-topics.sh --create --if-not-exists --bootstrap-server %s --topic %s"
            .formatted(
                ShellWords.quoted(config.get(Keys.KAFKA_BOOTSTRAP_SERVERS)),
                stream.topic(config.get(Keys.OUTPUT_PREFIX)));
    command += " --partitions %d --replication-factor %d".formatted(partitions, replicationFactor);
    for (Map.Entry<String, String> setting : settings(stream, config).entrySet()) {
      command += " --config " + setting.getKey() + "=" + setting.getValue();
    }
    return command;
  }

  /** The settings of the topic of {@code stream} that differ from the broker's defaults. */
  public static Map<String, String> settings(ResultStream stream, TracemillConfig config) {
    Map<String, String> settings = new TreeMap<>();
    settings.put(TopicConfig.CLEANUP_POLICY_CONFIG, stream.cleanupPolicy());
    long bytes = config.get(Keys.OUTPUT_MAX_RECORD_BYTES) + BATCH_OVERHEAD_BYTES;
    if (bytes > BROKER_DEFAULT_BYTES) {
      settings.put(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, Long.toString(bytes));
    }
    return settings;
  }
}
