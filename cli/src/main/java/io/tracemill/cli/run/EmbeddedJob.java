package io.tracemill.cli.run;

import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.job.FlinkSettings;
import io.tracemill.pipeline.job.TracemillJob;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.flink.api.common.JobExecutionResult;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.ExceptionUtils;
import org.apache.flink.util.FlinkException;

/** The main job on an embedded Flink, with Flink's web UI on the loopback interface. */
public final class EmbeddedJob implements AutoCloseable {
  private static final long CANCEL_SECONDS = 10;
  private static final Pattern MAX_PARALLELISM =
      Pattern.compile("max parallelism (\\d+) to new program with max parallelism (\\d+)");

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
    try {
      return new EmbeddedJob(env.executeAsync(TracemillJob.NAME));
    } catch (FlinkException e) {
      throw explained(e);
    }
  }

  /** Flink refuses the state of another max parallelism with the id of an operator only. */
  private static Exception explained(FlinkException failure) {
    Matcher mismatch = MAX_PARALLELISM.matcher(ExceptionUtils.stringifyException(failure));
    return mismatch.find()
        ? new IllegalStateException(
            ("state.max-parallelism: the state has %1$s, which cannot become %2$s; set it to %1$s"
                    + " again, or ignore the state with --fresh")
                .formatted(mismatch.group(1), mismatch.group(2)))
        : failure;
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
