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
 * Flink's settings: the {@code flink} map of the configuration, and the settings that the job
 * always needs.
 */
public final class FlinkSettings {
  private static final String LOOPBACK = "127.0.0.1";

  /** Flink's own port and the ports after it, for more jobs on the same machine. */
  private static final String WEB_PORTS = "8081-8180";

  private FlinkSettings() {}

  /**
   * Settings of an unbounded job on a Flink inside this process; its checkpoints are kept after it
   * ends.
   */
  public static Configuration continuous(TracemillConfig config) {
    Configuration flink = embedded(submitted(config));
    setDefault(flink, RestOptions.BIND_PORT, WEB_PORTS);
    return flink;
  }

  /**
   * Settings of the same job on a cluster. They name no address: {@code flink run} would look for
   * the cluster there.
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
   * Settings of a bounded job over topics. Its checkpoints are kept apart, because in them
   * partitions have an end. They are deleted when it ends, or by the next such job if it is killed.
   * They are always in the state directory, which no other job uses, even if Flink has another
   * directory for retained checkpoints.
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

  /** Settings of a job over files: it can't resume, so it has no checkpoints and no restart. */
  public static Configuration bounded(TracemillConfig config) {
    Configuration flink = embedded(base(config));
    flink.removeConfig(CheckpointingOptions.CHECKPOINTING_INTERVAL);
    flink.set(RestartStrategyOptions.RESTART_STRATEGY, "disable");
    return flink;
  }

  /**
   * These settings for a job that resumes from a checkpoint. It drops the state of features that
   * were switched off since, such as {@code alertmanager.url} or {@code output.traces}.
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

  /**
   * By default, other machines cannot reach this Flink. Its web server accepts no submissions and
   * no cancellations.
   */
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

  /** The state directory; Flink itself interprets one with a scheme. */
  static String stateUri(TracemillConfig config) {
    String directory = config.get(Keys.STATE_DIRECTORY);
    return directory.contains("://")
        ? directory
        : Path.of(directory).toAbsolutePath().normalize().toUri().toString();
  }
}
