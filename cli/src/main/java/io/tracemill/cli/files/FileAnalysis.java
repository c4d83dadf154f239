package io.tracemill.cli.files;

import io.tracemill.cli.options.InputFiles;
import io.tracemill.cli.terminal.ProgressBar;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.job.FlinkSettings;
import io.tracemill.pipeline.job.TracemillJob;
import io.tracemill.pipeline.sink.FileResultSinks;
import io.tracemill.pipeline.source.files.ReadProgress;
import io.tracemill.pipeline.store.StoreLine;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** Runs the job over trace files, with a progress bar on a terminal. */
public final class FileAnalysis {
  private FileAnalysis() {}

  /**
   * Writes a file for each stream, and every request to the line of a store if there is one. If the
   * job fails, {@code out} stays empty.
   *
   * @param out an existing directory
   * @param err where the bar is drawn
   */
  public static void run(
      TracemillConfig values, InputFiles files, Path out, Optional<StoreLine> line, PrintWriter err)
      throws Exception {
    StreamExecutionEnvironment env =
        StreamExecutionEnvironment.createLocalEnvironment(FlinkSettings.bounded(values));
    TracemillJob.filesToFiles(env, values, files.paths(), files.format(), out, line);
    try (ProgressBar bar = ProgressBar.onTerminal(err, ReadProgress::share)) {
      bar.start();
      env.execute(TracemillJob.NAME);
      FileResultSinks.publish(out);
      if (ReadProgress.unsorted() > 0) {
        err.printf(
            "tracemill: warning: %,d traces or lines are too far out of order to be sorted; each"
                + " counts at the time of the one before it%n",
            ReadProgress.unsorted());
        err.flush();
      }
    } finally {
      FileResultSinks.discard(out);
    }
  }
}
