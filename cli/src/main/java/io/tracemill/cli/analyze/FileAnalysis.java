package io.tracemill.cli.analyze;

import io.tracemill.cli.options.InputFiles;
import io.tracemill.cli.terminal.ProgressBar;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.export.ExportRequest;
import io.tracemill.pipeline.export.Exports;
import io.tracemill.pipeline.job.FlinkSettings;
import io.tracemill.pipeline.job.TracemillJob;
import io.tracemill.pipeline.sink.FileResultSinks;
import io.tracemill.pipeline.source.files.ReadProgress;
import java.io.PrintWriter;
import java.nio.file.Path;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** Runs the job over trace files, with a progress bar on a terminal. */
public final class FileAnalysis {
  private FileAnalysis() {}

  /**
   * Writes a file for each stream, the exports, and the store if {@code store.path} is set. If the
   * job fails, {@code out} stays empty.
   *
   * @param out an existing directory
   * @param err where the bar is drawn
   */
  public static void run(
      TracemillConfig values, InputFiles files, Path out, ExportRequest exports, PrintWriter err)
      throws Exception {
    if (!exports.isEmpty()) {
      Exports.prepare(out);
    }
    StreamExecutionEnvironment env =
        StreamExecutionEnvironment.createLocalEnvironment(FlinkSettings.bounded(values));
    TracemillJob.filesToFiles(env, values, files.paths(), files.format(), out, exports);
    try (ProgressBar bar = ProgressBar.onTerminal(err, ReadProgress::share)) {
      bar.start();
      env.execute(TracemillJob.NAME);
      FileResultSinks.publish(out);
      Exports.publish(out);
    } finally {
      FileResultSinks.discard(out);
      Exports.discard(out);
    }
  }
}
