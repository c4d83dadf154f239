package io.tracemill.cli.diagnose;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.view.tprof.Diagnosis;
import io.tracemill.analysis.view.tprof.DiagnosisParameters;
import io.tracemill.analysis.view.tprof.LayerTables;
import io.tracemill.cli.files.Exports;
import io.tracemill.cli.files.OpenStore;
import io.tracemill.cli.files.SkippedFiles;
import io.tracemill.cli.files.StoreOptions;
import io.tracemill.cli.options.InputFiles;
import io.tracemill.cli.options.KeptAttributes;
import io.tracemill.cli.options.OptionalOutOption;
import io.tracemill.cli.options.TimeOptions;
import io.tracemill.cli.query.FilterOptions;
import io.tracemill.connectors.export.AggregateTraceFiles;
import io.tracemill.connectors.output.FindingRecord;
import io.tracemill.pipeline.config.ConfigException;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.topology.Rules;
import io.tracemill.store.engine.KeptRequests;
import io.tracemill.store.engine.StoreSession;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Ranks where the requests of trace files or a store spend their time, down to the parts of spans.
 */
@Command(
    name = "diagnose",
    header = "Rank where requests spend their time, down to parts of spans.",
    description = {
      "",
      "Prints the operations for which requests wait longest. Below each it prints the endpoints in"
          + " which it costs most, the parts of its spans between calls, and the same parts by order"
          + " of calls. The last line of a branch is the problem, even if it has no span of its own."
          + " The first list ranks by time on the critical path, the second by work. Both leave out"
          + " what explains less than 1 %% of the requests' latency.",
      "",
      "DIR/exports gets the average trace of each problem as OTLP JSON, with the problem as a span"
          + " of its own. Jaeger's user interface opens it.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  tracemill diagnose traces.otlp.jsonl.gz",
      "  tracemill diagnose traces.jsonl --status error --by 'attribute tenant'",
      "  tracemill diagnose --store ./store --from '1h ago' --endpoint 'cart *'",
      "  tracemill diagnose traces.jsonl --ignore 'cart GET /items' --out out",
      "  tracemill diagnose traces.jsonl --csv > layers.csv",
      "  tracemill diagnose traces.jsonl --json | jq -r 'select(.problematic) | .path'"
    })
public final class DiagnoseCommand implements Callable<Integer> {
  /** The file of findings below {@code --out}, one a line. */
  static final String FINDINGS = "diagnoses.jsonl";

  private static final ObjectMapper JSON = new ObjectMapper();

  @Mixin private InputFiles files = new InputFiles();

  @Mixin private StoreOptions stores = new StoreOptions();

  @Mixin private TimeOptions times = new TimeOptions();

  @Mixin private FilterOptions filters = new FilterOptions();

  @Mixin private RankingOptions ranking = new RankingOptions();

  @Mixin private OptionalOutOption kept = new OptionalOutOption();

  @Option(names = "--verbose", description = "Print every finding.")
  private boolean verbose;

  @Option(names = "--json", description = "Print the findings as JSON, one a line.")
  private boolean json;

  @Option(
      names = "--csv",
      description =
          "Print the times of all operations, spans and parts of all four layers as"
              + " comma-separated values with a header line, without a ranking.")
  private boolean csv;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws Exception {
    if (csv && (json || kept.path().isPresent())) {
      throw new ConfigException("--csv prints tables, not findings; leave out --json and --out");
    }
    TracemillConfig values =
        KeptAttributes.in(ranking.applyTo(stores.config()), filters.attributeKeys());
    Optional<Path> out = kept.make();
    try (OpenStore store = stores.open(files, values, spec.commandLine().getErr())) {
      Period time = times.period(store.store());
      try (StoreSession session = store.session(time)) {
        KeptRequests requests = KeptRequests.ofStatistics(session, filters.filter(session, time));
        DiagnosisParameters parameters = Rules.diagnosis(values, session.rules().replay());
        if (csv) {
          printTables(requests, parameters);
        } else {
          rank(Diagnosis.of(requests, parameters), out);
        }
        SkippedFiles.report(spec.commandLine().getErr(), session.skipped());
      }
    }
    return 0;
  }

  private void printTables(KeptRequests requests, DiagnosisParameters parameters) {
    PrintWriter screen = spec.commandLine().getOut();
    screen.println(LayerCsv.header());
    LayerTables.of(requests, parameters, row -> screen.println(LayerCsv.line(row)));
    screen.flush();
  }

  private void rank(Diagnosis diagnosis, Optional<Path> out) throws IOException {
    List<FindingRecord> records = FindingRecord.of(diagnosis);
    if (out.isPresent()) {
      keep(diagnosis, records, out.get());
    }
    print(records);
  }

  private static void keep(Diagnosis diagnosis, List<FindingRecord> records, Path out)
      throws IOException {
    Exports.check(out);
    Exports.write(out, directory -> new AggregateTraceFiles(directory).write(diagnosis, 0));
    Files.write(out.resolve(FINDINGS), lines(records));
  }

  private static List<String> lines(List<FindingRecord> records) throws IOException {
    List<String> lines = new ArrayList<>();
    for (FindingRecord record : records) {
      lines.add(JSON.writeValueAsString(record));
    }
    return lines;
  }

  private void print(List<FindingRecord> records) throws IOException {
    PrintWriter screen = spec.commandLine().getOut();
    if (json) {
      lines(records).forEach(screen::println);
    } else {
      DiagnosisTree.of(records).print(screen, verbose);
      kept.path()
          .ifPresent(
              out -> screen.printf("%nRecords: %s. Traces: %s%n", out, Exports.directory(out)));
    }
    screen.flush();
  }
}
