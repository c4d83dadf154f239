package io.tracemill.cli.files;

import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.view.LatencyClasses;
import io.tracemill.cli.options.Choice;
import io.tracemill.connectors.export.ClassDifference;
import io.tracemill.connectors.export.FlameGraphFiles;
import io.tracemill.connectors.export.FlameGraphFormat;
import io.tracemill.pipeline.config.ConfigException;
import io.tracemill.store.engine.Filter;
import io.tracemill.store.engine.KeptRequests;
import io.tracemill.store.engine.StoreSession;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options for flame graphs of requests; writes them into {@code exports}. */
public final class ExportOptions {
  @Option(
      names = "--export",
      paramLabel = "FORMAT",
      split = ",",
      converter = ExportFormat.class,
      description = {
        "Write flame graphs of each endpoint over all requests into DIR/exports, and a list of"
            + " them, index.json: folded, pprof, or both with a comma.",
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

  /** The flame graph formats, by their names on the command line. */
  public static final class ExportFormat implements ITypeConverter<FlameGraphFormat> {
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

  /** Whether there is nothing to write. */
  public boolean isEmpty() {
    return exports.isEmpty();
  }

  /**
   * Checks the options, and the directory if there is something to write.
   *
   * @throws ConfigException if something else is in its place
   */
  public void check(Path out) {
    if (!differences.isEmpty() && exports.stream().noneMatch(FlameGraphFormat::showsDifferences)) {
      throw new ConfigException("--diff needs --export folded");
    }
    if (!isEmpty()) {
      Exports.check(out);
    }
  }

  /** Writes the graphs of each endpoint of these requests, in place of earlier exports. */
  public void write(Path out, StoreSession session, Filter filter) throws IOException {
    Exports.write(out, directory -> writeGraphs(directory, session, filter));
  }

  private void writeGraphs(Path directory, StoreSession session, Filter filter) throws IOException {
    Set<ClassDifference> all = new LinkedHashSet<>(List.of(ClassDifference.TAIL));
    all.addAll(differences);
    FlameGraphFiles graphs = new FlameGraphFiles(directory, exports, List.copyOf(all));
    List<Frame> endpoints =
        session.rows(
            "SELECT DISTINCT service, operation FROM requests WHERE %s ORDER BY ALL"
                .formatted(filter.statistics()),
            row -> Frame.of(row.getString(1), row.getString(2)));
    for (Frame endpoint : endpoints) {
      graphs.write(
          endpoint,
          LatencyClasses.of(
              KeptRequests.ofStatistics(session, filter.of(endpoint)), session.rules().replay()));
    }
    graphs.writeIndex();
  }
}
