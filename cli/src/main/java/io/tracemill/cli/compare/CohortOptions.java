package io.tracemill.cli.compare;

import io.tracemill.analysis.cohort.AttributeValue;
import io.tracemill.analysis.cohort.CohortPart;
import io.tracemill.analysis.cohort.CohortSplit;
import io.tracemill.analysis.cohort.CohortSplit.ByAttribute;
import io.tracemill.analysis.cohort.CohortSplit.ByTime;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.trace.AssemblyRules;
import io.tracemill.cli.options.AttributeConverter;
import io.tracemill.cli.options.GivenTime;
import io.tracemill.pipeline.config.ConfigException;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.topology.Rules;
import java.time.Instant;
import java.time.ZoneId;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** The options that select the two sets of requests to compare. */
final class CohortOptions {
  @Option(
      names = "--before",
      paramLabel = "A/B",
      converter = GivenTime.RangeConverter.class,
      description = "The normal requests: those from time A until before time B.")
  private Optional<GivenTime.Range> before = Optional.empty();

  @Option(
      names = "--after",
      paramLabel = "C/D",
      converter = GivenTime.RangeConverter.class,
      description = "The requests to compare with them. The two ranges must not overlap.")
  private Optional<GivenTime.Range> after = Optional.empty();

  @Option(
      names = "--at",
      paramLabel = "TIME",
      converter = GivenTime.Converter.class,
      description =
          "Compare up to ten minutes after this time with up to an hour before it. A gap in"
              + " the data ends either range.")
  private Optional<GivenTime> at = Optional.empty();

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
    boolean ranges = before.isPresent() && after.isPresent();
    boolean values = where.isPresent() && against.isPresent();
    long given = Stream.of(before, after, at, where, against).filter(Optional::isPresent).count();
    if (given != (ranges || values ? 2 : 1) || !(ranges || values || at.isPresent())) {
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
    Instant end = Instant.ofEpochMilli(data.all().endMillis());
    if (at.isPresent()) {
      AssemblyRules assembly = Rules.assembly(config);
      return data.around(
          at.get().at(zone, end).toEpochMilli(), assembly.graceMillis(), assembly.quietMillis());
    }
    Period baseline = before.orElseThrow().period("--before", zone, end);
    Period problem = after.orElseThrow().period("--after", zone, end);
    if (baseline.overlaps(problem)) {
      throw new ConfigException(
          "--before and --after overlap (%s and %s); give ranges that do not"
              .formatted(baseline.text(), problem.text()));
    }
    return new ByTime(baseline, problem);
  }

  /** A sentence that names the two cohorts. */
  String text(CohortSplit split, ZoneId zone) {
    boolean zoned =
        at.stream().anyMatch(GivenTime::needsZone)
            || Stream.of(before, after)
                .flatMap(Optional::stream)
                .anyMatch(GivenTime.Range::needsZone);
    return "Compared: %s with %s, in panes of %d s.%s"
        .formatted(
            split.nameOf(CohortPart.PROBLEM),
            split.nameOf(CohortPart.BASELINE),
            split.sliceMillis() / 1000,
            zoned ? " Times without a zone are in %s.".formatted(zone) : "");
  }
}
