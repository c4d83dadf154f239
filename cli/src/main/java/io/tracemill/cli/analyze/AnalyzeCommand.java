package io.tracemill.cli.analyze;

import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.view.LatencyClasses;
import io.tracemill.analysis.view.whatif.Question;
import io.tracemill.analysis.view.whatif.WhatIfTable;
import io.tracemill.cli.files.FileAnalysis;
import io.tracemill.cli.files.StoredFiles;
import io.tracemill.cli.options.Choice;
import io.tracemill.cli.options.ConfigOption;
import io.tracemill.cli.options.InputFiles;
import io.tracemill.cli.options.OutOption;
import io.tracemill.connectors.export.ClassDifference;
import io.tracemill.connectors.export.FlameGraphFiles;
import io.tracemill.connectors.export.FlameGraphFormat;
import io.tracemill.pipeline.config.ConfigException;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.export.Exports;
import io.tracemill.pipeline.store.StoreLine;
import io.tracemill.pipeline.topology.Rules;
import io.tracemill.store.engine.StoreSession;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** Runs the job over trace files and prints a short summary of the results. */
@Command(
    name = "analyze",
    header = "Analyse trace files with the same job.",
    description = {
      "",
      "Reads OTLP (JSON lines, one JSON document, protobuf), Jaeger JSON and Zipkin JSON, plain"
          + " or gzipped. It writes the records that the job would send to Kafka, one"
          + " <stream>.jsonl for each topic, and merges several files by time.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  tracemill analyze traces.otlp.jsonl.gz --out out",
      "  tracemill analyze a.json b.json --out out --traces --config tracemill.yaml",
      "  tracemill analyze traces.otlp.jsonl.gz --out out --export folded,pprof",
      "  tracemill analyze traces.otlp.jsonl.gz --out out --what-if 'cart lookup:-5ms'",
      "  tracemill analyze traces.otlp.jsonl.gz --out out --store store",
      "  jq -r '[.endpoint.operation, .latencyNanos.p95] | @tsv' out/profiles.jsonl"
    })
public final class AnalyzeCommand implements Callable<Integer> {
  @Mixin private InputFiles files = new InputFiles();

  @Mixin private OutOption directory = new OutOption();

  @Option(names = "--traces", description = "Also write a record for every request.")
  private boolean traces;

  @Option(
      names = "--export",
      paramLabel = "FORMAT",
      split = ",",
      converter = ExportFormat.class,
      description = {
        "Write flame graphs of each endpoint over the whole input into DIR/exports, and a list of"
            + " them, index.json: folded, pprof, or several of these with"
            + " commas.",
        "One graph covers all requests, the others the latency classes."
      })
  private Set<FlameGraphFormat> exports = EnumSet.noneOf(FlameGraphFormat.class);

  @Option(
      names = "--diff",
      paramLabel = "CLASS:CLASS",
      converter = DifferenceConverter.class,
      description = {
        "With --export folded: compare the second latency class with the first, such"
            + " as 'P0-50:P95-99', in nanoseconds per request. Can be repeated. The comparison of"
            + " P99-100 with <=P50 is always written."
      })
  private List<ClassDifference> differences = new ArrayList<>();

  @Option(
      names = "--what-if",
      paramLabel = "PLACE:CHANGE",
      converter = QuestionConverter.class,
      description = {
        "Print how long requests would take if a place changed, such as 'cart lookup:-10%%', or"
            + " 'cart lookup:+5ms' for each of its calls. A place is a service, an operation of a"
            + " service, or an edge ('front -> cart'). Can be repeated."
      })
  private List<Question> questions = new ArrayList<>();

  @Option(
      names = "--store",
      paramLabel = "DIR",
      description =
          "Also keep the requests, for `tracemill query`, in this directory."
              + " `analyze` ignores the key store.path.")
  private Optional<Path> store = Optional.empty();

  @Mixin private ConfigOption config = new ConfigOption();

  @Spec private CommandSpec spec = CommandSpec.create();

  /** The flame graph formats, by their names on the command line. */
  static final class ExportFormat implements ITypeConverter<FlameGraphFormat> {
    @Override
    public FlameGraphFormat convert(String label) {
      return Choice.of(
          "format", FlameGraphFormat.values(), FlameGraphFormat::label, String::equals, label);
    }
  }

  /** Two latency classes separated by a colon; the first is the baseline. */
  static final class DifferenceConverter implements ITypeConverter<ClassDifference> {
    @Override
    public ClassDifference convert(String text) {
      String[] names = text.split(":", -1);
      if (names.length != 2) {
        throw new TypeConversionException(
            "'%s' is not two latency classes with a colon: P0-50:P95-99".formatted(text));
      }
      try {
        return new ClassDifference(names[0], names[1]);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(e.getMessage());
      }
    }
  }

  @Override
  public Integer call() throws Exception {
    if (!differences.isEmpty() && exports.stream().noneMatch(FlameGraphFormat::showsDifferences)) {
      throw new ConfigException("--diff needs --export folded");
    }
    TracemillConfig values =
        config.load().with(Keys.STORE_PATH, store.map(Path::toString).orElse(""));
    if (traces) {
      values = values.with(Keys.OUTPUT_TRACES, true);
    }
    // Report an unreadable file before Flink starts.
    files.first(values.get(Keys.TIME_MAX_JUMP));
    Path out = directory.make();
    long started = System.nanoTime();
    if (exports.isEmpty() && questions.isEmpty()) {
      FileAnalysis.run(values, files, out, line(values), spec.commandLine().getErr());
      print(values, out, started);
    } else {
      answer(values, out, started);
    }
    store.ifPresent(path -> spec.commandLine().getOut().printf("%nStore: %s%n", path).flush());
    return 0;
  }

  private static Optional<StoreLine> line(TracemillConfig values) {
    return StoreLine.once(values, Rules.line(values), Instant.now());
  }

  private void print(TracemillConfig values, Path out, long started) throws IOException {
    AnalysisSummary.of(out)
        .print(
            spec.commandLine().getOut(),
            out,
            System.nanoTime() - started,
            values.get(Keys.ENDPOINTS_SKIP));
  }

  /** Exports and what-if questions are views of the requests of all files. */
  private void answer(TracemillConfig values, Path out, long started) throws Exception {
    Exports.prepare(out);
    Optional<StoreLine> kept = line(values);
    try (StoredFiles stored =
            kept.isPresent()
                ? StoredFiles.of(values, kept.get(), files, out, spec.commandLine().getErr())
                : StoredFiles.of(values, files, out, spec.commandLine().getErr());
        StoreSession session = stored.session()) {
      print(values, out, started);
      if (!exports.isEmpty()) {
        Set<ClassDifference> all = new LinkedHashSet<>(List.of(ClassDifference.TAIL));
        all.addAll(differences);
        FlameGraphFiles graphs = Exports.files(out, exports, List.copyOf(all));
        for (Frame endpoint : StoredFiles.endpoints(session)) {
          graphs.write(
              endpoint, LatencyClasses.of(StoredFiles.requests(session, endpoint), stored.rules()));
        }
        graphs.writeIndex();
        Exports.publish(out);
        spec.commandLine().getOut().printf("%nExports: %s%n", Exports.directory(out)).flush();
      }
      if (!questions.isEmpty()) {
        WhatIfAnswers answers = new WhatIfAnswers();
        for (Frame endpoint : StoredFiles.endpoints(session)) {
          answers.add(
              endpoint,
              WhatIfTable.of(StoredFiles.requests(session, endpoint), stored.rules(), questions));
        }
        answers.print(spec.commandLine().getOut(), questions);
      }
    } finally {
      Exports.discard(out);
    }
  }
}
