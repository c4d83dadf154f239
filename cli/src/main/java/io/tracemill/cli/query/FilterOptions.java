package io.tracemill.cli.query;

import io.tracemill.analysis.cohort.AttributeValue;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.request.RequestRole;
import io.tracemill.analysis.span.Frame;
import io.tracemill.cli.options.AttributeConverter;
import io.tracemill.cli.options.Choice;
import io.tracemill.pipeline.config.ConfigException;
import io.tracemill.store.engine.Filter;
import io.tracemill.store.engine.StoreSession;
import io.tracemill.store.question.CategorySearch;
import io.tracemill.store.question.EndpointSearch;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;

/** The options that select requests by conditions. */
public final class FilterOptions {
  private static final String OK = "ok";
  private static final String ERROR = "error";

  /** Their names. */
  static final Set<String> NAMES =
      Set.of(
          "--endpoint",
          "--category",
          "--where",
          "--status",
          "--min-duration",
          "--max-duration",
          "--role");

  @Option(
      names = "--endpoint",
      paramLabel = "P",
      description = "Only this endpoint: service and operation; * matches anything.")
  private Optional<String> endpoint = Optional.empty();

  @Option(
      names = "--category",
      paramLabel = "ID",
      description = "Only requests of this category, named by the first digits of its id.")
  private Optional<String> category = Optional.empty();

  @Option(
      names = "--where",
      paramLabel = "KEY=V",
      converter = AttributeConverter.class,
      description =
          "Only requests with a span that has this attribute (spans.attributes). SERVICE.KEY=V"
              + " looks at spans of that service only. Repeat it to require several.")
  private List<AttributeValue> where = List.of();

  @Option(
      names = "--status",
      paramLabel = "STATUS",
      converter = StatusConverter.class,
      description = "Only requests with this status: ok or error.")
  private Optional<String> status = Optional.empty();

  @Option(
      names = "--min-duration",
      paramLabel = "TIME",
      converter = LatencyConverter.class,
      description = "Only requests that took at least this long, such as 250ms.")
  private long minNanos;

  @Option(
      names = "--max-duration",
      paramLabel = "TIME",
      converter = LatencyConverter.class,
      description = "Only requests that took less than this.")
  private long maxNanos = Filter.ANY_DURATION;

  @Option(
      names = "--role",
      paramLabel = "ROLE",
      converter = RoleConverter.class,
      description = "Only requests with this role: entry or async.")
  private Optional<RequestRole> role = Optional.empty();

  /** The roles, by the names that users type. */
  static final class RoleConverter implements ITypeConverter<RequestRole> {
    @Override
    public RequestRole convert(String text) {
      return Choice.of("role", RequestRole.values(), RequestRole::label, String::equals, text);
    }
  }

  /** How requests end, by the names that users type. */
  static final class StatusConverter implements ITypeConverter<String> {
    @Override
    public String convert(String text) {
      return Choice.of("status", new String[] {OK, ERROR}, name -> name, String::equals, text);
    }
  }

  /** The keys of the attributes in question. */
  public List<String> attributeKeys() {
    return where.stream().map(AttributeValue::key).toList();
  }

  /** The only endpoint; empty if none is named. */
  Optional<Frame> endpoint(StoreSession session) {
    return endpoint.map(text -> EndpointSearch.one(session, text));
  }

  /** The only category; empty if none is named. */
  Optional<CategorySearch.Category> category(StoreSession session) {
    return category.map(digits -> CategorySearch.one(session, digits, endpoint(session)));
  }

  /** The conditions except endpoint and category, which only a session can find. */
  Filter conditions(Period time) {
    if (maxNanos <= minNanos) {
      throw new ConfigException("--max-duration is not longer than --min-duration; swap the two");
    }
    return new Filter(
        time,
        where,
        minNanos,
        maxNanos,
        role,
        Optional.empty(),
        Optional.empty(),
        status.map(ERROR::equals));
  }

  /** All requests that the options select. */
  public Filter filter(StoreSession session, Period time) {
    Filter all = conditions(time);
    return category(session)
        .map(found -> all.of(found.endpoint()).ofCategory(found.hex()))
        .or(() -> endpoint(session).map(all::of))
        .orElse(all);
  }
}
