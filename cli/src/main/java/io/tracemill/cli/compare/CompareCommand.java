package io.tracemill.cli.compare;

import static java.util.Comparator.comparingDouble;

import io.tracemill.analysis.cohort.CohortPart;
import io.tracemill.analysis.cohort.CohortSplit;
import io.tracemill.analysis.comparison.Cohorts;
import io.tracemill.analysis.comparison.Comparer;
import io.tracemill.analysis.comparison.Comparison;
import io.tracemill.analysis.record.StreamRecord;
import io.tracemill.analysis.span.Frame;
import io.tracemill.cli.files.ExportOptions;
import io.tracemill.cli.files.Exports;
import io.tracemill.cli.files.OpenStore;
import io.tracemill.cli.files.SkippedFiles;
import io.tracemill.cli.files.StoreOptions;
import io.tracemill.cli.options.InputFiles;
import io.tracemill.cli.options.KeptAttributes;
import io.tracemill.cli.options.OptionalOutOption;
import io.tracemill.cli.options.TemporaryDirectory;
import io.tracemill.connectors.export.FlameGraphFiles;
import io.tracemill.connectors.export.FlameGraphFormat;
import io.tracemill.connectors.files.FileUnits;
import io.tracemill.connectors.output.ResultStream;
import io.tracemill.connectors.output.ResultWriter;
import io.tracemill.pipeline.config.ConfigException;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.sink.FileResultSinks;
import io.tracemill.pipeline.topology.Rules;
import io.tracemill.store.change.CohortSteps;
import io.tracemill.store.change.ComparisonAnswer;
import io.tracemill.store.change.PastChange;
import io.tracemill.store.engine.QueryException;
import io.tracemill.store.engine.SkippedFile;
import io.tracemill.store.engine.StoreSession;
import io.tracemill.store.question.AnswerJson;
import io.tracemill.store.question.EndpointSearch;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Compares two sets of requests and says what changed. */
@Command(
    name = "compare",
    header = "Compare requests: what changed, where, and how sure that is.",
    description = {
      "",
      "Compares two ranges of time, or two values of an attribute at the same time, in trace"
          + " files or in a store. It uses the test that raises the job's incidents. The first"
          + " line is the verdict: what became slow or fails, or nothing, or too few requests to"
          + " say. It does not report changes below changes.min-effect.",
      "",
      "A time has a zone (2026-11-23T14:05:00Z), or is local (2026-11-23 14:05). Without"
          + " a date (14:05, or 14:05Z for UTC) it is the latest such time in the files. It"
          + " can also count back from the end of the data (15m ago, now).",
      "",
      "A request belongs to the time at which its trace closes: assembly.root-grace to"
          + " assembly.quiet-period after its last span. --at is a time of spans. So it leaves"
          + " out the seconds after it, in which older traces still close.",
      "",
      "Requests of files are counted in panes of 10 s; panes are longer if a range would have"
          + " more than 240. A store has panes of its own: it leaves out panes that are only partly"
          + " in a range, and says which ranges it compares. Values of an attribute are"
          + " compared by kept requests. If these are a sample, it counts only a uniform part of"
          + " them, each request once, and says how many requests they stand for.",
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
      "  tracemill compare spans.jsonl.gz --at 14:05 --out out --export folded",
      "  tracemill compare --store store --at 14:05",
      "  tracemill compare --store store --from '1d ago' \\",
      "      --where service.version=v2 --against service.version=v1",
      "  tracemill compare spans.jsonl.gz --at 14:05 --json | jq -r .summary"
    })
public final class CompareCommand implements Callable<Integer> {
  /** The records of a comparison belong to no pane. */
  private static final long NO_TIMESTAMP = 0;

  @Mixin private InputFiles files = new InputFiles();

  @Mixin private CohortOptions options = new CohortOptions();

  @Option(
      names = "--endpoint",
      paramLabel = "P",
      description = "Only this endpoint: service and operation; * matches anything.")
  private Optional<String> endpoint = Optional.empty();

  @Mixin private OptionalOutOption kept = new OptionalOutOption();

  @Option(
      names = "--verbose",
      description = "Also print accounts, categories and traces of all endpoints.")
  private boolean verbose;

  @Option(
      names = "--export",
      paramLabel = "FORMAT",
      split = ",",
      converter = ExportOptions.ExportFormat.class,
      description =
          "Write a differential flame graph of each endpoint to DIR/exports, and their list,"
              + " index.json. FORMAT is folded. Needs --out.")
  private Set<FlameGraphFormat> exports = EnumSet.noneOf(FlameGraphFormat.class);

  @Option(names = "--json", description = "Print one JSON document instead of text.")
  private boolean json;

  @Mixin private StoreOptions stores = new StoreOptions();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws Exception {
    check();
    TracemillConfig config = KeptAttributes.in(stores.config(), options.attributeKeys());
    try (TemporaryDirectory work = TemporaryDirectory.create("tracemill-compare")) {
      Path out = kept.make().orElse(work.path());
      if (!exports.isEmpty()) {
        Exports.check(out);
      }
      try {
        compare(config, out);
      } finally {
        FileResultSinks.discard(out);
      }
    }
    return 0;
  }

  private void check() {
    options.check();
    if (!exports.isEmpty() && kept.path().isEmpty()) {
      throw new ConfigException("--export needs a directory; add --out DIR");
    } else if (!exports.stream().allMatch(FlameGraphFormat::showsDifferences)) {
      throw new ConfigException("--export: only folded shows a difference");
    }
  }

  private void compare(TracemillConfig config, Path out) throws Exception {
    boolean fromFiles = !files.paths().isEmpty();
    // Refuse wrong ranges before Flink starts.
    Optional<DataTimes> data =
        fromFiles && options.areRanges() ? Optional.of(times(config)) : Optional.empty();
    Optional<CohortSplit> ofFiles = data.map(each -> options.split(each, config));
    try (OpenStore store = stores.open(files, config, spec.commandLine().getErr())) {
      CohortSplit split = ofFiles.orElseGet(() -> options.split(store, config));
      try (StoreSession before = store.session(split.periodOf(CohortPart.BASELINE));
          StoreSession after = store.session(split.periodOf(CohortPart.PROBLEM))) {
        PastChange change =
            PastChange.ask(before, after, split, endpoint(before, after), Rules.sums(config));
        data.ifPresent(each -> refuseEmpty(change.cohorts(), each));
        show(change, before, after, config, out);
      } catch (QueryException e) {
        throw fromFiles ? new ConfigException(String.valueOf(e.getMessage())) : e;
      }
    }
  }

  private DataTimes times(TracemillConfig config) throws Exception {
    try (FileUnits units = files.open(config.get(Keys.TIME_MAX_JUMP))) {
      return DataTimes.of(units);
    }
  }

  /** Searches the second set, and the first if the second does not have it. */
  private Optional<Frame> endpoint(StoreSession before, StoreSession after) {
    try {
      return endpoint.map(name -> EndpointSearch.one(after, name));
    } catch (QueryException e) {
      return endpoint.map(name -> EndpointSearch.one(before, name));
    }
  }

  private static void refuseEmpty(Cohorts cohorts, DataTimes data) {
    for (CohortPart part : CohortPart.values()) {
      if (cohorts.side(part).requestCount() == 0) {
        throw new ConfigException(
            "no complete request is in %s; %s"
                .formatted(cohorts.split().nameOf(part), data.text()));
      }
    }
  }

  private void show(
      PastChange change, StoreSession before, StoreSession after, TracemillConfig config, Path out)
      throws IOException {
    Cohorts cohorts = change.cohorts();
    Comparison comparison =
        new Comparer(
                Rules.detection(config), Rules.explanation(config), Rules.sums(config), cohorts)
            .compare();
    ComparisonAnswer answer =
        ComparisonAnswer.of(
            comparison,
            cohorts,
            new CohortSteps(before, after, Rules.explanation(config).excludedAttributes()),
            config.get(Keys.LINKS_TRACE));
    List<SkippedFile> skipped =
        Stream.of(before, after).flatMap(each -> each.skipped().stream()).distinct().toList();
    if (kept.path().isPresent()) {
      ResultWriter writer = new ResultWriter(Rules.records(config));
      write(out, ResultStream.INCIDENTS, answer.incidents(), writer);
      write(out, ResultStream.MUTATIONS, answer.mutations(), writer);
      write(out, ResultStream.CHANGES, answer.changes(), writer);
      FileResultSinks.publish(out);
      export(comparison, cohorts, out);
    }
    PrintWriter screen = spec.commandLine().getOut();
    if (json) {
      screen.println(AnswerJson.of(answer, skipped));
    } else {
      List<ComparisonAnswer.Step> steps =
          answer.endpoints().stream()
              .flatMap(each -> each.steps().stream())
              .sorted(comparingDouble(step -> -Math.abs(step.deltaNanos())))
              .toList();
      ComparisonText.of(comparison, steps, options.text(cohorts)).forEach(screen::println);
      if (verbose) {
        ComparisonText.verbose(comparison, cohorts::difference).forEach(screen::println);
      }
    }
    screen.flush();
    SkippedFiles.reportOtherVersions(spec.commandLine().getErr(), change.otherVersions());
    SkippedFiles.report(spec.commandLine().getErr(), skipped);
  }

  private static void write(
      Path out, ResultStream stream, List<? extends StreamRecord> records, ResultWriter writer)
      throws IOException {
    FileResultSinks.write(
        out, stream, records.stream().map(record -> writer.write(record, NO_TIMESTAMP)));
  }

  private void export(Comparison comparison, Cohorts cohorts, Path out) throws IOException {
    Exports.write(
        out,
        directory -> {
          if (!exports.isEmpty()) {
            FlameGraphFiles graphs = new FlameGraphFiles(directory, exports, List.of());
            for (Comparison.Endpoint each : comparison.endpoints()) {
              graphs.writeDifference(
                  each.endpoint(), "after vs before", cohorts.difference(each.endpoint()));
            }
            graphs.writeIndex();
          }
        });
  }
}
