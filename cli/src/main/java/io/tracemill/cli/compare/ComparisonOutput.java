package io.tracemill.cli.compare;

import io.tracemill.analysis.comparison.Cohorts;
import io.tracemill.analysis.comparison.Comparer;
import io.tracemill.analysis.comparison.Comparison;
import io.tracemill.analysis.record.StreamRecord;
import io.tracemill.cli.options.Choice;
import io.tracemill.cli.options.OptionalOutOption;
import io.tracemill.cli.options.TemporaryDirectory;
import io.tracemill.connectors.export.FlameGraphFiles;
import io.tracemill.connectors.export.FlameGraphFormat;
import io.tracemill.connectors.output.ResultStream;
import io.tracemill.connectors.output.ResultWriter;
import io.tracemill.pipeline.config.ChangeKeys;
import io.tracemill.pipeline.config.ConfigException;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.export.Exports;
import io.tracemill.pipeline.sink.FileResultSinks;
import io.tracemill.pipeline.topology.Rules;
import io.tracemill.store.change.ComparisonAnswer;
import io.tracemill.store.question.AnswerJson;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The output of a comparison: text or JSON on the screen, and files if a directory is given. */
public final class ComparisonOutput {
  /** Lines of a file have none. */
  private static final long NO_TIMESTAMP = 0;

  @Mixin private OptionalOutOption kept = new OptionalOutOption();

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
              + " index.json. FORMAT is folded. Needs --out.")
  private Set<FlameGraphFormat> exports = EnumSet.noneOf(FlameGraphFormat.class);

  @Option(names = "--json", description = "Print one JSON document instead of text.")
  private boolean json;

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

  /** The origin of the cohorts. */
  public interface Source {
    /** Gathers both cohorts; may use the directory for temporary files. */
    Cohorts gather(Path directory) throws Exception;
  }

  /** Fails unless the options fit each other. */
  public void check() {
    if (!exports.isEmpty() && kept.path().isEmpty()) {
      throw new ConfigException("--export needs a directory; add --out DIR");
    }
  }

  /**
   * Gathers cohorts, compares them and prints the result.
   *
   * @param what a line that names the cohorts
   */
  public void print(
      Source source, Function<Cohorts, String> what, TracemillConfig config, PrintWriter screen)
      throws Exception {
    try (TemporaryDirectory work = TemporaryDirectory.create("tracemill-compare")) {
      Path out = kept.makeOr(work.path());
      if (!exports.isEmpty()) {
        Exports.prepare(out);
      }
      try {
        Cohorts cohorts = source.gather(out);
        print(cohorts, what.apply(cohorts), config, screen, out);
      } finally {
        FileResultSinks.discard(out);
        Exports.discard(out);
      }
    }
  }

  private void print(
      Cohorts cohorts, String what, TracemillConfig config, PrintWriter screen, Path out)
      throws IOException {
    Comparison comparison =
        new Comparer(
                Rules.detection(config), Rules.explanation(config), Rules.sums(config), cohorts)
            .compare();
    ComparisonAnswer answer =
        ComparisonAnswer.of(comparison, cohorts, config.get(ChangeKeys.LINKS_TRACE));
    if (kept.path().isPresent()) {
      ResultWriter writer = new ResultWriter(Rules.records(config));
      write(out, ResultStream.INCIDENTS, answer.incidents(), writer);
      write(out, ResultStream.MUTATIONS, answer.mutations(), writer);
      write(out, ResultStream.CHANGES, answer.changes(), writer);
      FileResultSinks.publish(out);
      export(comparison, cohorts, out);
    }
    if (json) {
      screen.println(AnswerJson.of(answer, List.of()));
    } else {
      ComparisonText.of(comparison, what).forEach(screen::println);
      if (verbose) {
        ComparisonText.verbose(comparison, cohorts::difference).forEach(screen::println);
      }
    }
    screen.flush();
  }

  private static void write(
      Path out, ResultStream stream, List<? extends StreamRecord> records, ResultWriter writer)
      throws IOException {
    FileResultSinks.write(
        out, stream, records.stream().map(record -> writer.write(record, NO_TIMESTAMP)));
  }

  private void export(Comparison comparison, Cohorts cohorts, Path out) throws IOException {
    if (!exports.isEmpty()) {
      FlameGraphFiles files = Exports.files(out, exports, List.of());
      for (Comparison.Endpoint endpoint : comparison.endpoints()) {
        files.writeDifference(
            endpoint.endpoint(), "after vs before", cohorts.difference(endpoint.endpoint()));
      }
      files.writeIndex();
    }
    Exports.publish(out);
  }
}
