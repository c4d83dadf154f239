package io.tracemill.cli.compare;

import io.tracemill.analysis.cohort.AttributeValue;
import io.tracemill.analysis.cohort.CohortSplit;
import io.tracemill.analysis.cohort.CohortSplit.ByAttribute;
import io.tracemill.analysis.cohort.CohortSplit.ByTime;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.comparison.Cohorts;
import io.tracemill.cli.files.OpenStore;
import io.tracemill.cli.options.AttributeConverter;
import io.tracemill.pipeline.config.ConfigException;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.topology.Rules;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that select the two sets of requests to compare. */
final class CohortOptions {
  @Mixin private RangeOptions ranges = new RangeOptions();

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
    if (values && where.equals(against)) {
      throw new ConfigException(
          "--where and --against are both %s; give two different values"
              .formatted(where.get().text()));
    }
  }

  /** The keys of the attributes in question. */
  List<String> attributeKeys() {
    return Stream.of(where, against).flatMap(Optional::stream).map(AttributeValue::key).toList();
  }

  /** Resolves the options against files that have data at these times. */
  CohortSplit split(DataTimes data, TracemillConfig config) {
    if (where.isPresent()) {
      Period all = data.all();
      long end = all.endMillis() + Rules.assembly(config).quietMillis();
      return new ByAttribute(
          against.orElseThrow(), where.get(), new Period(all.startMillis(), end));
    }
    return ranges.split(data, ZoneId.systemDefault(), config);
  }

  /** Resolves the options against a store, which has sums by time only. */
  ByTime split(OpenStore store, TracemillConfig config) {
    if (where.isPresent()) {
      throw new ConfigException(
          "--where and --against need trace files; `query compare` compares values in a store");
    }
    return ranges.split(store, config);
  }

  /** A sentence that names the two cohorts. */
  String text(Cohorts cohorts) {
    return ranges.text(cohorts, ZoneId.systemDefault());
  }
}
