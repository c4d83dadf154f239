package io.tracemill.cli.compare;

import static java.util.stream.Collectors.joining;

import io.tracemill.analysis.alert.Incident;
import io.tracemill.analysis.alert.Summary;
import io.tracemill.analysis.cohort.CohortPart;
import io.tracemill.analysis.cohort.CohortSplit;
import io.tracemill.analysis.request.EndpointPattern;
import io.tracemill.analysis.span.Frame;
import io.tracemill.cli.options.ConfigOption;
import io.tracemill.cli.options.InputFiles;
import io.tracemill.cli.options.OutOption;
import io.tracemill.cli.options.TimeRange;
import io.tracemill.cli.screen.Wording;
import io.tracemill.cli.terminal.ProgressBar;
import io.tracemill.connectors.files.FileUnits;
import io.tracemill.connectors.files.TraceFileException;
import io.tracemill.pipeline.cohort.CohortFile;
import io.tracemill.pipeline.config.ConfigException;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.MutationKeys;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.job.FlinkSettings;
import io.tracemill.pipeline.job.TracemillJob;
import io.tracemill.pipeline.sink.FileResultSinks;
import io.tracemill.pipeline.source.files.ReadProgress;
import io.tracemill.pipeline.topology.Rules;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Compares two sets of the requests in trace files and says what changed. */
@Command(
    name = "compare",
    header = "Compare requests in trace files: what changed, where, and how sure.",
    description = {
      "",
      "Compares two ranges of time, or two values of an attribute at the same time: requests at"
          + " times without the other value are left out. Uses the tests that the job raises"
          + " alerts with: which endpoints became slower or take other paths, by how much, and"
          + " whom it is put down to. The records go to DIR, one <stream>.jsonl each.",
      "",
      "A time is RFC 3339. As in windows, the time of a request is when its trace was complete,"
          + " up to assembly.quiet-period after its last span.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  tracemill compare spans.jsonl.gz --out out \\",
      "      --before 2026-03-01T13:50:00Z/2026-03-01T14:00:00Z \\",
      "      --after 2026-03-01T14:00:00Z/2026-03-01T14:10:00Z",
      "  tracemill compare spans.jsonl.gz --out out \\",
      "      --where service.version=v2 --against service.version=v1",
      "  tracemill compare spans.jsonl.gz --out out --endpoint 'frontend GET /cart*' \\",
      "      --where payment.service.version=v2 --against payment.service.version=v1",
      "  jq -r '.summary' out/incidents.jsonl"
    })
public final class CompareCommand implements Callable<Integer> {
  private static final int NAMED = 5;

  @Mixin private InputFiles files = new InputFiles();

  @Mixin private SplitOptions options = new SplitOptions();

  @Mixin private OutOption directory = new OutOption();

  @Option(
      names = "--endpoint",
      paramLabel = "P",
      description =
          "Only endpoints like this: service, space, operation; * is any run of characters.")
  private Optional<String> endpoint = Optional.empty();

  @Mixin private ConfigOption config = new ConfigOption();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws Exception {
    TracemillConfig values = config.load();
    options.check(values.get(Keys.SPANS_ATTRIBUTES));
    TimeRange time = timeOfFiles(values);
    CohortSplit split = options.split(time);
    Path out = directory.make();
    try {
      gather(values, split, out);
      Gathered gathered = Gathered.read(out, split, this::isWanted);
      refuseEmpty(gathered.cohorts(), out, time);
      Outcome outcome =
          new Comparer(Rules.judge(values), Rules.monitor(values), gathered.split())
              .compare(gathered.cohorts());
      String link = values.get(MutationKeys.LINKS_TRACE);
      Function<Incident, String> summaries = incident -> Summary.of(incident, link);
      OutcomeRecords.write(outcome, Rules.records(values), summaries, out);
      FileResultSinks.publish(out);
      print(gathered, outcome, summaries, out);
    } finally {
      FileResultSinks.discard(out);
      CohortFile.discard(out);
    }
    return 0;
  }

  private TimeRange timeOfFiles(TracemillConfig values) throws TraceFileException {
    try (FileUnits units = files.open(values.get(Keys.TIME_MAX_JUMP))) {
      return TimeRange.of(units);
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

  /** The pattern is over both names at once, since either may have spaces. */
  private boolean isWanted(Frame frame) {
    return endpoint
        .map(pattern -> new EndpointPattern(pattern, "*"))
        .map(pattern -> pattern.matches(Frame.of(frame.toString(), "")))
        .orElse(true);
  }

  private void refuseEmpty(Cohorts cohorts, Path out, TimeRange time) throws IOException {
    for (CohortPart part : CohortPart.values()) {
      if (cohorts.isEmpty(part)) {
        throw new ConfigException(
            options.text(part) + ": no complete request" + whyNone(part, out, time));
      }
    }
  }

  private String whyNone(CohortPart part, Path out, TimeRange time) throws IOException {
    List<Frame> others = Cohorts.read(out, any -> true, OptionalLong::of).endpoints(part);
    return others.isEmpty()
        ? options.whyNone(time)
        : " of endpoints like '%s'; there are some of %s"
            .formatted(endpoint.orElse("*"), few(others));
  }

  private static String few(List<Frame> endpoints) {
    String names =
        endpoints.stream()
            .limit(NAMED)
            .map(endpoint -> Wording.printable(endpoint.toString()))
            .collect(joining(", "));
    int more = endpoints.size() - NAMED;
    return more <= 0 ? names : names + " and " + Wording.number(more) + " more";
  }

  private void print(
      Gathered gathered, Outcome outcome, Function<Incident, String> summaries, Path out) {
    PrintWriter screen = spec.commandLine().getOut();
    screen.printf(
        "%s, compared with %s%n",
        options.text(CohortPart.PROBLEM), options.text(CohortPart.BASELINE));
    if (!gathered.text().isEmpty()) {
      screen.println(gathered.text());
    }
    screen.println();
    OutcomeText.print(outcome, summaries, screen);
    if (!gathered.notCompared().isEmpty()) {
      screen.println(gathered.notCompared());
    }
    screen.printf("The records are in %s%n", out);
    screen.flush();
  }
}
