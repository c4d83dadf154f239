package io.tracemill.cli.run;

import io.tracemill.connectors.output.ResultStream;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.config.TopicConfig;

/** How the topic of a stream is configured, by name. */
public final class TopicSettings {
  /** What a broker takes without being told (its {@code message.max.bytes}), rounded down. */
  private static final long BROKER_DEFAULT_BYTES = 1_000_000;

  private static final long BATCH_OVERHEAD_BYTES = 10_000;

  private TopicSettings() {}

  /** What differs from the broker's defaults. */
  public static Map<String, String> of(ResultStream stream, TracemillConfig config) {
    Map<String, String> settings = new TreeMap<>();
    settings.put(TopicConfig.CLEANUP_POLICY_CONFIG, stream.cleanupPolicy());
    long bytes = config.get(Keys.OUTPUT_MAX_RECORD_BYTES) + BATCH_OVERHEAD_BYTES;
    if (bytes > BROKER_DEFAULT_BYTES) {
      settings.put(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, Long.toString(bytes));
    }
    return settings;
  }
}
