package io.tracemill.cli.compare;

import io.tracemill.analysis.cohort.AttributeValue;
import io.tracemill.analysis.cohort.CohortSplit;
import io.tracemill.analysis.cohort.CohortSplit.ByAttribute;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.comparison.Cohorts;
import io.tracemill.analysis.trace.AssemblyRules;
import io.tracemill.cli.options.AttributeConverter;
import io.tracemill.pipeline.config.ConfigException;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.topology.Rules;
import java.time.ZoneId;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
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

  /**
   * The configuration, extended to keep the attributes that the options name. {@code a.b} may be an
   * attribute, or the attribute {@code b} of the service {@code a}.
   */
  TracemillConfig keeping(TracemillConfig config) {
    Set<String> kept = new LinkedHashSet<>(config.get(Keys.SPANS_ATTRIBUTES));
    for (AttributeValue value : Stream.of(where, against).flatMap(Optional::stream).toList()) {
      String key = value.key();
      if (kept.stream().noneMatch(known -> ("." + key).endsWith("." + known))) {
        kept.add(key);
        for (int dot = key.indexOf('.'); dot >= 0; dot = key.indexOf('.', dot + 1)) {
          kept.add(key.substring(dot + 1));
        }
      }
    }
    return config.with(Keys.SPANS_ATTRIBUTES, List.copyOf(kept)).checked();
  }

  /** Resolves the options against files that have data at these times. */
  CohortSplit split(DataTimes data, ZoneId zone, TracemillConfig config) {
    if (where.isPresent()) {
      AssemblyRules assembly = Rules.assembly(config);
      Period all = data.all();
      return new ByAttribute(
          against.orElseThrow(),
          where.get(),
          new Period(all.startMillis(), all.endMillis() + assembly.quietMillis()));
    }
    return ranges.split(data, zone, config);
  }

  /** A sentence that names the two cohorts. */
  String text(Cohorts cohorts, ZoneId zone) {
    return ranges.text(cohorts, zone);
  }
}
