package io.tracemill.cli.diagnose;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.view.tprof.Diagnosis;
import io.tracemill.cli.files.Exports;
import io.tracemill.cli.files.StoredFiles;
import io.tracemill.cli.options.ConfigOption;
import io.tracemill.cli.options.GivenTime;
import io.tracemill.cli.options.InputFiles;
import io.tracemill.cli.options.OptionalOutOption;
import io.tracemill.cli.options.TemporaryDirectory;
import io.tracemill.cli.options.TimeRange;
import io.tracemill.connectors.files.FileUnits;
import io.tracemill.connectors.files.TraceFileException;
import io.tracemill.connectors.output.FindingRecord;
import io.tracemill.pipeline.config.ChangeKeys;
import io.tracemill.pipeline.config.DiagnosisKeys;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.sink.FileResultSinks;
import io.tracemill.pipeline.topology.Rules;
import io.tracemill.store.engine.Filter;
import io.tracemill.store.engine.KeptRequests;
import io.tracemill.store.engine.StoreSession;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.StreamSupport;
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
      "Prints the operations for which requests wait longest. Below each it prints the endpoints in"
          + " which it costs most, the parts of its spans between calls, and the same parts by order"
          + " of calls. The last line of a branch is the problem, even if it has no span of its own."
          + " The first list ranks by time on the critical path, the second by work.",
      "",
      "DIR/exports gets the average trace of each problem as OTLP JSON, with the problem as a span"
          + " of its own. Jaeger's user interface opens it.",
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
  /** The file of findings below {@code --out}, one a line. */
  static final String FINDINGS = "diagnoses.jsonl";

  private static final ObjectMapper JSON = new ObjectMapper();

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

  @Option(names = "--json", description = "Print the findings as JSON, one a line.")
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
        Diagnosis diagnosis = diagnose(values, time, out);
        if (kept.path().isPresent()) {
          Exports.aggregateTraces(out).write(diagnosis, 0);
        }
        Exports.publish(out);
        List<JsonNode> records =
            FindingRecord.of(diagnosis).stream().map(JSON::<JsonNode>valueToTree).toList();
        Files.write(out.resolve(FINDINGS), records.stream().map(JsonNode::toString).toList());
        print(records);
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

  private Diagnosis diagnose(TracemillConfig values, Optional<Period> time, Path out)
      throws Exception {
    RequestCondition condition =
        new RequestCondition(values.get(DiagnosisKeys.DIAGNOSIS_ONLY), time);
    try (StoredFiles stored =
            StoredFiles.of(
                values.with(ChangeKeys.CHANGES_ENABLED, false),
                files,
                out,
                spec.commandLine().getErr());
        StoreSession session = stored.session()) {
      KeptRequests kept = KeptRequests.ofStatistics(session, Filter.ALL);
      return Diagnosis.of(
          () -> StreamSupport.stream(kept.spliterator(), false).filter(condition).iterator(),
          Rules.diagnosis(values, stored.rules()));
    }
  }

  private void print(List<JsonNode> records) {
    PrintWriter screen = spec.commandLine().getOut();
    if (json) {
      records.forEach(screen::println);
    } else {
      DiagnosisTree.of(records).print(screen, verbose);
      kept.path()
          .ifPresent(
              out -> screen.printf("%nRecords: %s. Traces: %s%n", out, Exports.directory(out)));
    }
    screen.flush();
  }
}
