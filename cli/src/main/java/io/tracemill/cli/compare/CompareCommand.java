package io.tracemill.cli.compare;

import io.tracemill.analysis.cohort.CohortPart;
import io.tracemill.analysis.cohort.CohortSplit;
import io.tracemill.cli.options.Choice;
import io.tracemill.cli.options.ConfigOption;
import io.tracemill.cli.options.InputFiles;
import io.tracemill.cli.options.OptionalOutOption;
import io.tracemill.cli.options.TemporaryDirectory;
import io.tracemill.cli.terminal.ProgressBar;
import io.tracemill.connectors.export.FlameGraphFiles;
import io.tracemill.connectors.export.FlameGraphFormat;
import io.tracemill.connectors.files.FileUnits;
import io.tracemill.connectors.files.TraceFileException;
import io.tracemill.connectors.output.ResultRecord;
import io.tracemill.connectors.output.ResultStream;
import io.tracemill.pipeline.cohort.CohortFile;
import io.tracemill.pipeline.config.ChangeKeys;
import io.tracemill.pipeline.config.ConfigException;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.export.Exports;
import io.tracemill.pipeline.job.FlinkSettings;
import io.tracemill.pipeline.job.TracemillJob;
import io.tracemill.pipeline.sink.FileResultSinks;
import io.tracemill.pipeline.source.files.ReadProgress;
import io.tracemill.pipeline.topology.Rules;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Compares two sets of the requests in trace files and says what changed. */
@Command(
    name = "compare",
    header = "Compare requests in trace files: what changed, where, and how sure that is.",
    description = {
      "",
      "Compares two ranges of time, or two values of an attribute at the same time, by"
          + " the test that raises the job's incidents. The first line is the verdict: what"
          + " became slow or fails, or nothing, or too few requests to say. It does not report"
          + " changes below changes.min-effect.",
      "",
      "A time has a zone (2026-11-23T14:05:00Z), or is local (2026-11-23 14:05). Without"
          + " a date (14:05, or 14:05Z for UTC) it is the latest such time in the files. It"
          + " can also count back from the end of the data (15m ago, now).",
      "",
      "A request belongs to the time at which its trace closes: assembly.root-grace to"
          + " assembly.quiet-period after its last span. --at is a time of spans. So it leaves"
          + " out the seconds after it, in which older traces still close.",
      "",
      "Requests are counted in panes of 10 s; panes are longer if a range would have"
          + " more than 240.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  tracemill compare spans.jsonl.gz --at 14:05",
      "  tracemill compare spans.jsonl.gz --at '15m ago' --verbose",
      "  tracemill compare spans.jsonl.gz \\",
      "      --before 2026-03-01T13:50:00Z/2026-03-01T14:00:00Z \\",
      "      --after 2026-03-01T14:00:00Z/2026-03-01T14:10:00Z",
      "  tracemill compare spans.jsonl.gz \\",
      "      --where payment.service.version=v2 --against payment.service.version=v1",
      "  tracemill compare spans.jsonl.gz --at 14:05 --out out --export grafana",
      "  tracemill compare spans.jsonl.gz --at 14:05 --json | jq -r .summary"
    })
public final class CompareCommand implements Callable<Integer> {
  @Mixin private InputFiles files = new InputFiles();

  @Mixin private CohortOptions options = new CohortOptions();

  @Mixin private OptionalOutOption kept = new OptionalOutOption();

  @Mixin private ConfigOption config = new ConfigOption();

  @Option(
      names = "--verbose",
      description = "Also print accounts, categories and traces of all endpoints.")
  private boolean verbose;

  @Option(
      names = "--export",
      paramLabel = "FORMAT",
      split = ",",
      converter = DifferenceFormat.class,
      description =
          "Write a differential flame graph of each endpoint to DIR/exports, and their list,"
              + " index.json. FORMAT is folded or grafana. Needs --out.")
  private Set<FlameGraphFormat> exports = EnumSet.noneOf(FlameGraphFormat.class);

  @Option(names = "--json", description = "Print one JSON document instead of text.")
  private boolean json;

  @Spec private CommandSpec spec = CommandSpec.create();

  /** The formats of the differences, by the names that users type. */
  static final class DifferenceFormat implements ITypeConverter<FlameGraphFormat> {
    @Override
    public FlameGraphFormat convert(String label) {
      return Choice.of(
          "format",
          Arrays.stream(FlameGraphFormat.values())
              .filter(FlameGraphFormat::showsDifferences)
              .toArray(FlameGraphFormat[]::new),
          FlameGraphFormat::label,
          String::equals,
          label);
    }
  }

  @Override
  public Integer call() throws Exception {
    options.check();
    if (!exports.isEmpty() && kept.path().isEmpty()) {
      throw new ConfigException("--export needs a directory; add --out DIR");
    }
    TracemillConfig values = options.keeping(config.load());
    ZoneId zone = ZoneId.systemDefault();
    DataTimes data = timesOfFiles(values);
    CohortSplit split = options.split(data, zone, values);
    try (TemporaryDirectory work = TemporaryDirectory.create("tracemill-compare")) {
      Path out = kept.makeOr(work.path());
      if (!exports.isEmpty()) {
        Exports.prepare(out);
      }
      try {
        gather(values, split, out);
        Cohorts cohorts = Cohorts.read(out, split);
        refuseEmpty(cohorts, data);
        report(cohorts, values, zone, out);
      } finally {
        FileResultSinks.discard(out);
        CohortFile.discard(out);
        Exports.discard(out);
      }
    }
    return 0;
  }

  private DataTimes timesOfFiles(TracemillConfig values) throws TraceFileException {
    try (FileUnits units = files.open(values.get(Keys.TIME_MAX_JUMP))) {
      return DataTimes.of(units);
    }
  }

  private void gather(TracemillConfig values, CohortSplit split, Path out) throws Exception {
    StreamExecutionEnvironment env =
        StreamExecutionEnvironment.createLocalEnvironment(FlinkSettings.bounded(values));
    TracemillJob.filesToCohorts(env, values, files.paths(), files.format(), split, out);
    try (ProgressBar bar =
        ProgressBar.onTerminal(spec.commandLine().getErr(), ReadProgress::share)) {
      bar.start();
      env.execute(TracemillJob.NAME);
    }
  }

  private static void refuseEmpty(Cohorts cohorts, DataTimes data) {
    for (CohortPart part : CohortPart.values()) {
      if (cohorts.side(part).requestCount() == 0) {
        throw new ConfigException(
            "no complete request is in %s; %s"
                .formatted(CohortOptions.cohort(cohorts.split(), part), data.text()));
      }
    }
  }

  private void report(Cohorts cohorts, TracemillConfig values, ZoneId zone, Path out)
      throws IOException {
    Comparison comparison =
        new Comparer(
                Rules.detection(values), Rules.explanation(values), Rules.profiles(values), cohorts)
            .compare();
    Map<ResultStream, List<ResultRecord>> records =
        ComparisonJson.records(
            comparison, Rules.records(values), values.get(ChangeKeys.LINKS_TRACE));
    if (kept.path().isPresent()) {
      for (Map.Entry<ResultStream, List<ResultRecord>> stream : records.entrySet()) {
        FileResultSinks.write(out, stream.getKey(), stream.getValue().stream());
      }
      FileResultSinks.publish(out);
      export(comparison, cohorts, out);
    }
    PrintWriter screen = spec.commandLine().getOut();
    if (json) {
      screen.println(ComparisonJson.of(comparison, cohorts, records));
    } else {
      ComparisonText.of(comparison, options.text(cohorts.split(), zone)).forEach(screen::println);
      if (verbose) {
        ComparisonText.verbose(comparison, cohorts::difference).forEach(screen::println);
      }
    }
    screen.flush();
  }

  private void export(Comparison comparison, Cohorts cohorts, Path out) throws IOException {
    if (!exports.isEmpty()) {
      FlameGraphFiles files = Exports.files(out, exports);
      for (Comparison.Endpoint endpoint : comparison.endpoints()) {
        files.writeDifference(
            endpoint.endpoint(), "after vs before", cohorts.difference(endpoint.endpoint()));
      }
      files.writeIndex();
    }
    Exports.publish(out);
  }
}
