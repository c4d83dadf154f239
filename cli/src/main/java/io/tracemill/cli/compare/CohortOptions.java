package io.tracemill.cli.compare;

import io.tracemill.analysis.cohort.AttributeValue;
import io.tracemill.analysis.cohort.CohortSplit;
import io.tracemill.analysis.cohort.CohortSplit.ByAttribute;
import io.tracemill.analysis.comparison.Cohorts;
import io.tracemill.cli.files.OpenStore;
import io.tracemill.cli.options.AttributeConverter;
import io.tracemill.cli.options.TimeOptions;
import io.tracemill.pipeline.config.ConfigException;
import io.tracemill.pipeline.config.TracemillConfig;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that select the two sets of requests to compare. */
final class CohortOptions {
  @Mixin private RangeOptions ranges = new RangeOptions();

  @Mixin private TimeOptions times = new TimeOptions();

  @Option(
      names = "--against",
      paramLabel = "KEY=V",
      converter = AttributeConverter.class,
      description = "The normal requests: those with a span that has this attribute.")
  private Optional<AttributeValue> against = Optional.empty();

  @Option(
      names = "--where",
      paramLabel = "KEY=V",
      converter = AttributeConverter.class,
      description =
          "The requests to compare with them, from the same time. A request with both"
              + " attributes counts here. SERVICE.KEY=V looks at spans of that service only.")
  private Optional<AttributeValue> where = Optional.empty();

  /** Fails unless exactly one pair of cohorts is given. */
  void check() {
    boolean values = where.isPresent() && against.isPresent();
    boolean neither = where.isEmpty() && against.isEmpty();
    if (!(values && ranges.areAbsent()) && !(neither && ranges.areOnePair())) {
      throw new ConfigException("give --before and --after, or --at, or --where and --against");
    }
    if (!values) {
      times.refuse("--from and --to go with --where and --against; leave them out");
    } else if (where.equals(against)) {
      throw new ConfigException(
          "--where and --against are both %s; give two different values"
              .formatted(where.get().text()));
    }
  }

  /** The keys of the attributes in question. */
  List<String> attributeKeys() {
    return Stream.of(where, against).flatMap(Optional::stream).map(AttributeValue::key).toList();
  }

  /** Whether the options are ranges of time. */
  boolean areRanges() {
    return where.isEmpty();
  }

  /** Resolves ranges against files that have data at these times. */
  CohortSplit split(DataTimes data, TracemillConfig config) {
    return ranges.split(data, ZoneId.systemDefault(), config);
  }

  /** Resolves the options against a store. */
  CohortSplit split(OpenStore store, TracemillConfig config) {
    return areRanges()
        ? ranges.split(store, config)
        : new ByAttribute(against.orElseThrow(), where.orElseThrow(), times.period(store.store()));
  }

  /** A sentence that names the two cohorts. */
  String text(Cohorts cohorts) {
    return ranges.text(cohorts, ZoneId.systemDefault());
  }
}
