package io.tracemill.cli.diagnose;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.cli.options.ConfigOption;
import io.tracemill.cli.options.GivenTime;
import io.tracemill.cli.options.InputFiles;
import io.tracemill.cli.options.OptionalOutOption;
import io.tracemill.cli.options.TemporaryDirectory;
import io.tracemill.cli.options.TimeRange;
import io.tracemill.cli.terminal.ProgressBar;
import io.tracemill.connectors.files.FileUnits;
import io.tracemill.connectors.files.TraceFileException;
import io.tracemill.connectors.output.ResultStream;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.export.Exports;
import io.tracemill.pipeline.job.FlinkSettings;
import io.tracemill.pipeline.job.TracemillJob;
import io.tracemill.pipeline.sink.FileResultSinks;
import io.tracemill.pipeline.source.files.ReadProgress;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Ranks where the requests in trace files spend their time, down to the parts of spans. */
@Command(
    name = "diagnose",
    header = "Rank where requests in trace files spend their time, down to parts of spans.",
    description = {
      "",
      "Prints the operations with most time of their own. Below each it prints the endpoints in"
          + " which it costs most, the parts of its spans between calls, and the same parts by order"
          + " of calls. The last line of a branch is the problem, even if it has no span of its own."
          + " A second list ranks by time on the critical path.",
      "",
      "DIR/exports gets the average trace of each problem as Jaeger JSON, OTLP JSON and Zipkin"
          + " JSON, with the problem as a span of its own.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  tracemill diagnose traces.otlp.jsonl.gz",
      "  tracemill diagnose traces.jsonl --only status=error --by 'attribute tenant'",
      "  tracemill diagnose traces.jsonl --ignore 'cart GET /items' --out out",
      "  tracemill diagnose traces.jsonl --json | jq -r 'select(.problematic) | .path'"
    })
public final class DiagnoseCommand implements Callable<Integer> {
  @Mixin private InputFiles files = new InputFiles();

  @Mixin private RankingOptions ranking = new RankingOptions();

  @Option(
      names = "--during",
      paramLabel = "A/B",
      converter = GivenTime.RangeConverter.class,
      description =
          "Only requests that begin at A or later, and before B; times as in `tracemill compare`.")
  private Optional<GivenTime.Range> during = Optional.empty();

  @Mixin private OptionalOutOption kept = new OptionalOutOption();

  @Option(names = "--verbose", description = "Print every finding.")
  private boolean verbose;

  @Option(names = "--json", description = "Print the records of the stream diagnoses, one a line.")
  private boolean json;

  @Mixin private ConfigOption config = new ConfigOption();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws Exception {
    TracemillConfig values = ranking.applyTo(config.load());
    // Report an unreadable file before Flink starts.
    files.first(values.get(Keys.TIME_MAX_JUMP));
    Optional<Period> time = period(values);
    try (TemporaryDirectory work = TemporaryDirectory.create("tracemill-diagnose")) {
      Path out = kept.makeOr(work.path());
      if (kept.path().isPresent()) {
        Exports.prepare(out);
      }
      try {
        run(values, time, out);
        FileResultSinks.publish(out);
        Exports.publish(out);
        print(FileResultSinks.file(out, ResultStream.DIAGNOSES));
      } finally {
        FileResultSinks.discard(out);
        Exports.discard(out);
      }
    }
    return 0;
  }

  private Optional<Period> period(TracemillConfig values) throws TraceFileException {
    if (during.isEmpty()) {
      return Optional.empty();
    }
    try (FileUnits units = files.open(values.get(Keys.TIME_MAX_JUMP))) {
      Instant end = Instant.ofEpochMilli(TimeRange.of(units).lastMillis());
      return Optional.of(during.get().period("--during", ZoneId.systemDefault(), end));
    }
  }

  private void run(TracemillConfig values, Optional<Period> time, Path out) throws Exception {
    StreamExecutionEnvironment env =
        StreamExecutionEnvironment.createLocalEnvironment(FlinkSettings.bounded(values));
    TracemillJob.filesToDiagnoses(
        env, values, files.paths(), files.format(), time, out, kept.path().isPresent());
    try (ProgressBar bar =
        ProgressBar.onTerminal(spec.commandLine().getErr(), ReadProgress::share)) {
      bar.start();
      env.execute(TracemillJob.NAME);
    }
  }

  private void print(Path records) throws IOException {
    PrintWriter screen = spec.commandLine().getOut();
    if (json) {
      try (Stream<String> lines = Files.lines(records)) {
        lines.forEach(screen::println);
      }
    } else {
      DiagnosisTree.read(records).print(screen, verbose);
      kept.path()
          .ifPresent(
              out -> screen.printf("%nRecords: %s. Traces: %s%n", out, Exports.directory(out)));
    }
    screen.flush();
  }
}
