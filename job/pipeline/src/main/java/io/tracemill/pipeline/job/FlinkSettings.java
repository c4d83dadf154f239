package io.tracemill.pipeline.job;

import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import java.nio.file.Path;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ExternalizedCheckpointRetention;
import org.apache.flink.configuration.JobManagerOptions;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.configuration.TaskManagerOptions;

/**
 * What Flink is told: the {@code flink} map of the configuration, and what the job needs anyway.
 */
public final class FlinkSettings {
  private static final String LOOPBACK = "127.0.0.1";

  /** Flink's own and those after it, which further jobs of the machine take. */
  private static final String WEB_PORTS = "8081-8180";

  private FlinkSettings() {}

  /**
   * Settings of a job that runs until it is stopped, with checkpoints that outlive it, on a Flink
   * inside this process.
   */
  public static Configuration continuous(TracemillConfig config) {
    Configuration flink = embedded(submitted(config));
    setDefault(flink, RestOptions.BIND_PORT, WEB_PORTS);
    return flink;
  }

  /**
   * Settings of the same job on a cluster, which has addresses of its own: one named here would be
   * where {@code flink run} looks for it.
   */
  public static Configuration submitted(TracemillConfig config) {
    Configuration flink = base(config);
    setDefault(flink, CheckpointingOptions.CHECKPOINTS_DIRECTORY, stateUri(config));
    flink.set(
        CheckpointingOptions.EXTERNALIZED_CHECKPOINT_RETENTION,
        ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION);
    return flink;
  }

  /**
   * Settings of a job over what topics hold now: its checkpoints are apart, since they know of
   * partitions that end, and go with it, or with the next such job if it is killed. They are in the
   * state directory, which no other job has, even where Flink is told another for those that stay.
   */
  public static Configuration untilNow(TracemillConfig config) {
    Configuration flink = continuous(config);
    flink.set(
        CheckpointingOptions.CHECKPOINTS_DIRECTORY,
        Checkpoints.of(config).untilNow().toUri().toString());
    flink.set(
        CheckpointingOptions.EXTERNALIZED_CHECKPOINT_RETENTION,
        ExternalizedCheckpointRetention.DELETE_ON_CANCELLATION);
    return flink;
  }

  /** Settings of a job over files: nothing to resume, so no checkpoints and no restart. */
  public static Configuration bounded(TracemillConfig config) {
    Configuration flink = embedded(base(config));
    flink.removeConfig(CheckpointingOptions.CHECKPOINTING_INTERVAL);
    flink.set(RestartStrategyOptions.RESTART_STRATEGY, "disable");
    return flink;
  }

  /**
   * These settings for a job that goes on from a checkpoint. State of what has been switched off
   * since, as {@code alertmanager.url} and {@code output.traces} can be, is left behind.
   *
   * @param checkpoint its URI
   */
  public static Configuration resuming(Configuration flink, String checkpoint) {
    flink.set(StateRecoveryOptions.SAVEPOINT_PATH, checkpoint);
    flink.set(StateRecoveryOptions.SAVEPOINT_IGNORE_UNCLAIMED_STATE, true);
    return flink;
  }

  private static Configuration base(TracemillConfig config) {
    Configuration flink = Configuration.fromMap(config.get(Keys.FLINK));
    flink.set(PipelineOptions.GENERIC_TYPES, false);
    flink.set(PipelineOptions.OBJECT_REUSE, true);
    flink.set(PipelineOptions.MAX_PARALLELISM, config.get(Keys.STATE_MAX_PARALLELISM));
    return flink;
  }

  /** Nobody else's to reach, to submit to or to cancel. */
  private static Configuration embedded(Configuration flink) {
    setDefault(flink, RestOptions.BIND_ADDRESS, LOOPBACK);
    setDefault(flink, RestOptions.ADDRESS, LOOPBACK);
    setDefault(flink, JobManagerOptions.BIND_HOST, LOOPBACK);
    setDefault(flink, TaskManagerOptions.HOST, LOOPBACK);
    setDefault(flink, TaskManagerOptions.BIND_HOST, LOOPBACK);
    flink.setString("web.submit.enable", "false");
    flink.setString("web.cancel.enable", "false");
    return flink;
  }

  private static void setDefault(
      Configuration flink, org.apache.flink.configuration.ConfigOption<String> option, String to) {
    if (!flink.contains(option)) {
      flink.set(option, to);
    }
  }

  /** The state directory; one with a scheme is Flink's to understand. */
  static String stateUri(TracemillConfig config) {
    String directory = config.get(Keys.STATE_DIRECTORY);
    return directory.contains("://")
        ? directory
        : Path.of(directory).toAbsolutePath().normalize().toUri().toString();
  }
}
