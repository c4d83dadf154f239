package io.tracemill.cli.analyze;

import io.tracemill.cli.options.ConfigOption;
import io.tracemill.connectors.files.FileFormat;
import io.tracemill.connectors.files.FileUnits;
import io.tracemill.connectors.files.TraceFileException;
import io.tracemill.connectors.files.TraceFiles;
import io.tracemill.pipeline.config.ConfigException;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.job.FlinkSettings;
import io.tracemill.pipeline.job.TracemillJob;
import io.tracemill.pipeline.sink.FileResultSinks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs the job over trace files and says in a few lines what it found. */
@Command(
    name = "analyze",
    header = "Analyse trace files: the same job, over what they hold.",
    description = {
      "",
      "Reads OTLP (JSON lines, one JSON document, protobuf), Jaeger JSON and Zipkin JSON, gzipped"
          + " or not, and writes the records that the Kafka topics would get, one <stream>.jsonl each."
          + " Several files are merged by time.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  tracemill analyze traces.otlp.jsonl.gz --out out",
      "  tracemill analyze a.json b.json --out out --traces --config tracemill.yaml",
      "  jq -r '[.endpoint.operation, .latencyNanos.p95] | @tsv' out/profiles.jsonl"
    })
public final class AnalyzeCommand implements Callable<Integer> {
  @Parameters(paramLabel = "FILE", arity = "1..*", description = "Trace files.")
  private List<Path> files = List.of();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      required = true,
      description =
          "Where the results go; made if it is not there. Its results are replaced at the end.")
  private Path out = Path.of("out");

  @Option(names = "--traces", description = "Write a record for every request too.")
  private boolean traces;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = "What the files are, if it is not to be recognised.")
  private Optional<String> format = Optional.empty();

  @Mixin private ConfigOption config = new ConfigOption();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws Exception {
    TracemillConfig values = config.load();
    if (traces) {
      values = values.with(Keys.OUTPUT_TRACES, true);
    }
    Optional<FileFormat> known = format.map(AnalyzeCommand::parseFormat);
    refuseUnreadable(known, values);
    makeDirectory();
    StreamExecutionEnvironment env =
        StreamExecutionEnvironment.createLocalEnvironment(FlinkSettings.bounded(values));
    TracemillJob.filesToFiles(env, values, files, known, out);
    long started = System.nanoTime();
    try (ProgressBar bar = ProgressBar.onTerminal(spec.commandLine().getErr())) {
      bar.start();
      env.execute(TracemillJob.NAME);
      FileResultSinks.publish(out);
    } finally {
      FileResultSinks.discard(out);
    }
    AnalysisSummary.of(out).print(spec.commandLine().getOut(), out, System.nanoTime() - started);
    return 0;
  }

  private static FileFormat parseFormat(String label) {
    return FileFormat.ofLabel(label)
        .orElseThrow(
            () ->
                new ConfigException(
                    "--format: '%s' is none of %s".formatted(label, FileFormat.labels())));
  }

  /** A file that cannot be read is better told before Flink starts. */
  private void refuseUnreadable(Optional<FileFormat> known, TracemillConfig values)
      throws TraceFileException {
    try (FileUnits units = TraceFiles.openAll(files, known, values.get(Keys.TIME_MAX_JUMP))) {
      units.next();
    }
  }

  private void makeDirectory() {
    try {
      Files.createDirectories(out);
      FileResultSinks.discard(out);
    } catch (IOException e) {
      throw new ConfigException(
          "--out: '%s' cannot be made a directory, %s".formatted(out, e.getMessage()));
    }
  }
}
