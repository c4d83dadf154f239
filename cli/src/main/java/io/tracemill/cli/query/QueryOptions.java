package io.tracemill.cli.query;

import io.tracemill.analysis.cohort.AttributeValue;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.request.RequestRole;
import io.tracemill.cli.options.AttributeConverter;
import io.tracemill.cli.options.Choice;
import io.tracemill.cli.options.ConfigOption;
import io.tracemill.cli.options.GivenTime;
import io.tracemill.cli.terminal.DurationConverter;
import io.tracemill.pipeline.config.ConfigException;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.query.Filter;
import io.tracemill.query.RequestIndex;
import io.tracemill.query.engine.EngineLimits;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that all questions share: the index, the requests, the form of the answer. */
final class QueryOptions {
  private static final int MIN_MEGABYTES = 50;

  @Option(
      names = "--index",
      paramLabel = "DIR",
      description =
          "Directory of the index, local or mounted (default: the key index.path of --config).")
  private Optional<Path> directory = Optional.empty();

  @Option(
      names = "--line",
      paramLabel = "NAME",
      description = "Only this line of checkpoints, such as line-20261125T174730Z (default: all).")
  private Optional<String> line = Optional.empty();

  @Option(
      names = "--from",
      paramLabel = "TIME",
      converter = GivenTime.Converter.class,
      description =
          "Only requests whose traces closed at this time or later; times as in `tracemill"
              + " compare`.")
  private Optional<GivenTime> from = Optional.empty();

  @Option(
      names = "--to",
      paramLabel = "TIME",
      converter = GivenTime.Converter.class,
      description = "Only requests whose traces closed before this time.")
  private Optional<GivenTime> to = Optional.empty();

  @Option(
      names = "--where",
      paramLabel = "KEY=V",
      converter = AttributeConverter.class,
      description =
          "Only requests with a span that has this attribute (spans.attributes). SERVICE.KEY=V"
              + " looks at spans of that service only. Repeat it to require several.")
  private List<AttributeValue> where = List.of();

  @Option(
      names = "--min-duration",
      paramLabel = "TIME",
      converter = LatencyConverter.class,
      description = "Only requests that took at least this long, such as 250ms.")
  private long minDurationNanos;

  @Option(
      names = "--role",
      paramLabel = "ROLE",
      converter = RoleConverter.class,
      description = "Only requests with this role: entry, async or interior.")
  private Optional<RequestRole> role = Optional.empty();

  @Option(names = "--json", description = "Print one JSON document instead of text.")
  private boolean json;

  @Option(names = "--csv", description = "Print comma-separated values with a header line.")
  private boolean csv;

  @Option(
      names = "--memory",
      paramLabel = "MB",
      description = "Memory for the question, beside that of Java (default: 700 MB).")
  private int memory = EngineLimits.DEFAULT.memoryMegabytes();

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      converter = DurationConverter.class,
      description = "Longest time that a question may take (default: 1m).")
  private Duration timeout = EngineLimits.DEFAULT.timeout();

  @Mixin private ConfigOption config = new ConfigOption();

  /** The roles, by the names that users type. */
  static final class RoleConverter implements ITypeConverter<RequestRole> {
    @Override
    public RequestRole convert(String text) {
      return Choice.of("role", RequestRole.values(), RequestRole::label, String::equals, text);
    }
  }

  /** The forms of an answer. */
  enum Form {
    TEXT,
    JSON,
    CSV
  }

  Form form() {
    if (json && csv) {
      throw new ConfigException("--json and --csv are two forms of the answer; give one of them");
    }
    return json ? Form.JSON : csv ? Form.CSV : Form.TEXT;
  }

  /** The configuration, for what answers need beside the index. */
  TracemillConfig config() {
    return config.load();
  }

  EngineLimits limits() {
    if (memory < MIN_MEGABYTES) {
      throw new ConfigException(
          "--memory: %d MB are too few; give at least %d".formatted(memory, MIN_MEGABYTES));
    }
    return EngineLimits.DEFAULT.withMemory(memory).withTimeout(timeout);
  }

  /** The directory of the index, given or configured. */
  Path directory() {
    return directory.orElseGet(() -> local(config().get(Keys.INDEX_PATH)));
  }

  private static Path local(String path) {
    if (path.isEmpty()) {
      throw new ConfigException(
          "name the directory of the index with --index DIR, or --config FILE with index.path");
    } else if (path.matches("(?!file:)[a-z][a-z0-9+.-]*:.*")) {
      throw new ConfigException(
          "index.path is '%s', but questions read a local or mounted directory; copy the index, or mount it, and name that with --index DIR"
              .formatted(path));
    }
    return path.startsWith("file:") ? Path.of(URI.create(path).getPath()) : Path.of(path);
  }

  Optional<String> line() {
    return line;
  }

  RequestIndex open() {
    return RequestIndex.open(directory(), line, limits());
  }

  /** The requests that the options select. */
  Filter filter(RequestIndex index) {
    return new Filter(
        time(index), where, minDurationNanos, role, Optional.empty(), Optional.empty());
  }

  /** Times without a date count back from the end of the index. */
  private Period time(RequestIndex index) {
    if (from.isEmpty() && to.isEmpty()) {
      return Filter.ALL_TIME;
    }
    Instant end = index.end().orElseGet(Instant::now);
    ZoneId zone = ZoneId.systemDefault();
    long start = from.map(time -> time.at(zone, end).toEpochMilli()).orElse(Long.MIN_VALUE);
    long stop = to.map(time -> time.at(zone, end).toEpochMilli()).orElse(Long.MAX_VALUE);
    if (start >= stop) {
      throw new ConfigException(
          "--to %s is not after --from %s; swap the two times"
              .formatted(Instant.ofEpochMilli(stop), Instant.ofEpochMilli(start)));
    }
    return new Period(start, stop);
  }

  /** Whether a time was given whose zone is assumed. */
  boolean assumesZone() {
    return Stream.of(from, to).flatMap(Optional::stream).anyMatch(GivenTime::needsZone);
  }
}
