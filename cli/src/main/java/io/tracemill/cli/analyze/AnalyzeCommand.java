package io.tracemill.cli.analyze;

import io.tracemill.cli.files.ExportOptions;
import io.tracemill.cli.files.Exports;
import io.tracemill.cli.files.FileAnalysis;
import io.tracemill.cli.files.OpenStore;
import io.tracemill.cli.options.ConfigOption;
import io.tracemill.cli.options.InputFiles;
import io.tracemill.cli.options.OutOption;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.store.StoreLine;
import io.tracemill.pipeline.topology.Rules;
import io.tracemill.store.engine.EngineLimits;
import io.tracemill.store.engine.Filter;
import io.tracemill.store.engine.StoreSession;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs the job over trace files and prints a short summary of the results. */
@Command(
    name = "analyze",
    header = "Analyse trace files with the same job.",
    description = {
      "",
      "Reads OTLP (JSON or protobuf), Jaeger JSON and Zipkin JSON, plain or compressed with gzip"
          + " or zstd, and recognises them by their content. It writes the records that the job"
          + " would send to Kafka, one <stream>.jsonl for each topic, and merges several files by"
          + " time.",
      "",
      "`tracemill query FILE...` answers questions about the same files.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  tracemill analyze traces.otlp.jsonl.gz --out out",
      "  tracemill analyze a.json b.json --out out --traces --config tracemill.yaml",
      "  tracemill analyze traces.otlp.jsonl.gz --out out --export folded,pprof",
      "  tracemill analyze traces.otlp.jsonl.gz --out out --store store",
      "  jq -r '[.endpoint.operation, .latencyNanos.p95] | @tsv' out/profiles.jsonl"
    })
public final class AnalyzeCommand implements Callable<Integer> {
  @Mixin private InputFiles files = new InputFiles();

  @Mixin private OutOption directory = new OutOption();

  @Option(names = "--traces", description = "Also write a record for every request.")
  private boolean traces;

  @Mixin private ExportOptions exports = new ExportOptions();

  @Option(
      names = "--store",
      paramLabel = "DIR",
      description =
          "Also keep the requests, for `tracemill query`, in this directory."
              + " `analyze` ignores the key store.path.")
  private Optional<Path> store = Optional.empty();

  @Mixin private ConfigOption config = new ConfigOption();

  @Spec private CommandSpec spec = CommandSpec.create();

  /** The losses, if no span could be used. */
  private Optional<String> loss = Optional.empty();

  @Override
  public Integer call() throws Exception {
    TracemillConfig values =
        config.load().with(Keys.STORE_PATH, store.map(Path::toString).orElse(""));
    if (traces) {
      values = values.with(Keys.OUTPUT_TRACES, true);
    }
    // Report an unreadable file before Flink starts.
    files.require();
    files.first(values.get(Keys.TIME_MAX_JUMP));
    Path out = directory.make();
    exports.check(out);
    analyze(values, out);
    PrintWriter screen = spec.commandLine().getOut();
    if (!exports.isEmpty()) {
      screen.printf("%nExports: %s%n", Exports.directory(out));
    }
    store.ifPresent(path -> screen.printf("%nStore: %s%n", path));
    screen.flush();
    if (loss.isPresent()) {
      throw new IllegalStateException("no span could be used: " + loss.get());
    }
    return 0;
  }

  private void analyze(TracemillConfig values, Path out) throws Exception {
    PrintWriter err = spec.commandLine().getErr();
    long started = System.nanoTime();
    Optional<StoreLine> line = StoreLine.once(values, Rules.line(values), Instant.now());
    if (line.isPresent() || exports.isEmpty()) {
      FileAnalysis.run(values, files, out, line, err);
      print(values, out, started);
      if (exports.isEmpty()) {
        Exports.write(out, nothing -> {});
      } else {
        export(OpenStore.of(line.orElseThrow(), EngineLimits.DEFAULT), out);
      }
    } else {
      OpenStore kept = OpenStore.of(files, values, out, EngineLimits.DEFAULT, err);
      print(values, out, started);
      export(kept, out);
    }
  }

  /** Graphs are a view of the requests of all files. */
  private void export(OpenStore kept, Path out) throws Exception {
    try (kept;
        StoreSession session = kept.session()) {
      exports.write(out, session, Filter.ALL);
    }
  }

  private void print(TracemillConfig values, Path out, long started) throws Exception {
    AnalysisSummary summary = AnalysisSummary.of(out);
    summary.print(
        spec.commandLine().getOut(),
        out,
        System.nanoTime() - started,
        values.get(Keys.ENDPOINTS_SKIP));
    loss = summary.totalLoss();
  }
}
