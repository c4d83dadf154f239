package io.tracemill.cli.run;

import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.job.FlinkSettings;
import io.tracemill.pipeline.job.TracemillJob;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.flink.api.common.JobExecutionResult;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** The main job on an embedded Flink, with Flink's web UI on the loopback interface. */
public final class EmbeddedJob implements AutoCloseable {
  private static final long CANCEL_SECONDS = 10;

  private final JobClient client;
  private final CompletableFuture<JobExecutionResult> result;

  private EmbeddedJob(JobClient client) {
    this.client = client;
    this.result = client.getJobExecutionResult();
  }

  /**
   * Starts the job.
   *
   * @param bounded whether it stops at the current end of the topics
   * @param checkpoint the path of a checkpoint to resume from
   */
  public static EmbeddedJob start(
      TracemillConfig config, boolean bounded, Optional<String> checkpoint) throws Exception {
    Configuration flink =
        bounded ? FlinkSettings.untilNow(config) : FlinkSettings.continuous(config);
    checkpoint.ifPresent(path -> FlinkSettings.resuming(flink, path));
    JobMetrics.report(flink);
    StreamExecutionEnvironment env =
        StreamExecutionEnvironment.createLocalEnvironmentWithWebUI(flink);
    TracemillJob.kafkaToKafka(env, config, bounded, checkpoint.isPresent());
    return new EmbeddedJob(env.executeAsync(TracemillJob.NAME));
  }

  /** Waits until the job has ended; throws the job's failure. */
  public void await() throws ExecutionException, InterruptedException {
    result.get();
  }

  /** Whether the job has failed permanently. */
  public boolean failed() {
    return result.isCompletedExceptionally();
  }

  /** Cancels the job if it still runs, and keeps its last checkpoint. */
  @Override
  public void close() {
    if (result.isDone()) {
      return;
    }
    try {
      client.cancel().get(CANCEL_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      // The job has ended already, or ends with the process.
      return;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
