package io.tracemill.cli.query;

import io.tracemill.analysis.view.LatencyClass;
import io.tracemill.cli.files.ExportOptions;
import io.tracemill.cli.files.Exports;
import io.tracemill.cli.options.Choice;
import io.tracemill.cli.options.OptionalOutOption;
import io.tracemill.cli.terminal.DurationConverter;
import io.tracemill.pipeline.config.ConfigException;
import io.tracemill.store.engine.Filter;
import io.tracemill.store.engine.StoreSession;
import io.tracemill.store.question.Histogram;
import io.tracemill.store.question.Overview;
import io.tracemill.store.question.TimeBuckets;
import io.tracemill.store.question.TraceSearch;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The options and words of single questions; each question takes some of them. */
final class QuestionOptions {
  @Parameters(arity = "0")
  List<String> words = List.of();

  @Option(
      names = "--node",
      paramLabel = "POS",
      description = "A node by its position in the category's call tree (`query category`).")
  private Optional<Integer> node = Optional.empty();

  @Option(
      names = "--slower",
      paramLabel = "TIME",
      converter = LatencyConverter.class,
      description = "Only requests in which the node (--node) took at least this long.")
  long slowerNanos;

  @Option(names = "--slowest", description = "List the slowest first, not the newest.")
  private boolean slowest;

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "Maximum number of rows (default: 20).")
  int limit = 20;

  @Option(names = "--bins", paramLabel = "N", description = "Maximum number of bins (default: 20).")
  int bins = 20;

  @Option(names = "--linear", description = "Give all bins the same width, not the same ratio.")
  private boolean linear;

  @Option(
      names = "--anomalous-above",
      paramLabel = "CV",
      description = "Coefficient of variation above which a category is anomalous (default: 1).")
  double anomalousCv = Overview.ANOMALOUS_CV;

  @Option(
      names = "--bucket",
      paramLabel = "TIME",
      converter = DurationConverter.class,
      description = "Length of a bucket of time, such as 5m (default: about thirty buckets).")
  private Optional<Duration> bucket = Optional.empty();

  @Option(
      names = "--class",
      paramLabel = "CLASS",
      converter = ClassConverter.class,
      description = "Only the requests between two percentiles, such as P95-99 or '<=P50'.")
  Optional<String> latencyClass = Optional.empty();

  @Option(
      names = "--stream",
      paramLabel = "S",
      description = "incidents, mutations or changes (default: incidents).")
  String stream = "incidents";

  @Option(
      names = "--max-rows",
      paramLabel = "N",
      description = "Maximum number of rows (default: 10,000).")
  int maxRows = 10_000;

  @Mixin CompareOptions compare = new CompareOptions();

  @Mixin private ExportOptions exports = new ExportOptions();

  @Mixin private OptionalOutOption out = new OptionalOutOption();

  /** The latency classes, by their names. */
  static final class ClassConverter implements ITypeConverter<String> {
    @Override
    public String convert(String text) {
      return Choice.of(
          "class",
          LatencyClass.NAMES.toArray(String[]::new),
          name -> name,
          String::equalsIgnoreCase,
          text);
    }
  }

  OptionalInt node() {
    return node.map(OptionalInt::of).orElse(OptionalInt.empty());
  }

  TraceSearch.Order order() {
    return slowest ? TraceSearch.Order.SLOWEST : TraceSearch.Order.NEWEST;
  }

  Histogram.Scale scale() {
    return linear ? Histogram.Scale.LINEAR : Histogram.Scale.LOG;
  }

  long bucketMillis(StoreSession session, Filter filter) {
    return bucket
        .map(Duration::toMillis)
        .orElseGet(() -> TimeBuckets.lengthMillis(session, filter));
  }

  /** Writes flame graphs if the options ask for them; returns their directory. */
  Optional<Path> export(StoreSession session, Filter filter) throws IOException {
    if (exports.isEmpty() == out.path().isPresent()) {
      throw new ConfigException("--export and --out belong together; give both or neither");
    } else if (exports.isEmpty()) {
      return Optional.empty();
    }
    Path directory = out.make().orElseThrow();
    exports.check(directory);
    exports.write(directory, session, filter);
    return Optional.of(Exports.directory(directory));
  }
}
