package io.tracemill.cli.query;

import io.tracemill.analysis.cohort.AttributeValue;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.request.RequestRole;
import io.tracemill.cli.options.AttributeConverter;
import io.tracemill.cli.options.Choice;
import io.tracemill.cli.options.GivenTime;
import io.tracemill.pipeline.config.ConfigException;
import io.tracemill.store.engine.Filter;
import io.tracemill.store.engine.Store;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;

/** The options that most questions share: the store, the requests, the form of the answer. */
final class QueryOptions extends StoreOptions {
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

  /** The requests that the options select. */
  Filter filter(Store index) {
    return new Filter(
        time(index),
        where,
        minDurationNanos,
        Filter.ANY_DURATION,
        role,
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  /** Times without a date count back from the end of the store. */
  private Period time(Store index) {
    if (from.isEmpty() && to.isEmpty()) {
      return Filter.ALL_TIME;
    }
    boolean relative = Stream.of(from, to).flatMap(Optional::stream).anyMatch(GivenTime::needsEnd);
    Optional<Instant> dataEnd = relative ? index.end() : Optional.empty();
    Instant end = dataEnd.orElseGet(Instant::now);
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
}
