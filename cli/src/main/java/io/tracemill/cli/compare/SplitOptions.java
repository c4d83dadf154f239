package io.tracemill.cli.compare;

import io.tracemill.analysis.cohort.AttributeValue;
import io.tracemill.analysis.cohort.CohortPart;
import io.tracemill.analysis.cohort.CohortSplit;
import io.tracemill.analysis.cohort.CohortSplit.ByAttribute;
import io.tracemill.analysis.cohort.CohortSplit.ByTime;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.cli.options.TimeRange;
import io.tracemill.pipeline.config.ConfigException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Which requests are compared with which. */
final class SplitOptions {
  @Option(
      names = "--before",
      paramLabel = "A/B",
      converter = PeriodConverter.class,
      description = "The normal requests: a range of time, from A on and before B.")
  private Optional<Period> before = Optional.empty();

  @Option(
      names = "--after",
      paramLabel = "C/D",
      converter = PeriodConverter.class,
      description = "What is compared with them. The ranges must not overlap.")
  private Optional<Period> after = Optional.empty();

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
          "What is compared with them; a request that has both is one of these. KEY is one of"
              + " spans.attributes, or SERVICE.KEY for spans of one service alone.")
  private Optional<AttributeValue> where = Optional.empty();

  /** Fails unless it is two ranges of time, or two values of attributes that are kept. */
  void check(List<String> kept) {
    if (before.isPresent() == against.isPresent()
        || before.isPresent() != after.isPresent()
        || against.isPresent() != where.isPresent()) {
      throw new ConfigException("either --before and --after are needed, or --where and --against");
    }
    if (before.isPresent() && before.get().overlaps(after.orElseThrow())) {
      throw new ConfigException(
          "--before and --after: %s and %s overlap"
              .formatted(text(before.get()), text(after.orElseThrow())));
    }
    where.ifPresent(value -> checkKept("--where", value, kept));
    against.ifPresent(value -> checkKept("--against", value, kept));
    if (where.isPresent() && where.equals(against)) {
      throw new ConfigException("--where and --against: both are %s".formatted(text(where.get())));
    }
  }

  private static void checkKept(String option, AttributeValue value, List<String> kept) {
    if (kept.stream().noneMatch(key -> isOrEndsWith(value.key(), key))) {
      throw new ConfigException(
          "%s: '%s' is none of the attributes that are kept, %s; add it to spans.attributes in --config"
              .formatted(option, value.key(), kept));
    }
  }

  private static boolean isOrEndsWith(String text, String key) {
    return text.equals(key) || text.endsWith("." + key);
  }

  /** What the options say, of files that have requests in {@code files}. */
  CohortSplit split(TimeRange files) {
    if (before.isPresent()) {
      return new ByTime(before.get(), after.orElseThrow());
    }
    Period time = new Period(files.firstMillis(), files.lastMillis() + 1);
    return new ByAttribute(against.orElseThrow(), where.orElseThrow(), time);
  }

  /** The cohort as it was asked for. */
  String text(CohortPart part) {
    boolean baseline = part == CohortPart.BASELINE;
    return before.isPresent()
        ? (baseline ? "--before " : "--after ")
            + text(baseline ? before.get() : after.orElseThrow())
        : (baseline ? "--against " : "--where ")
            + text(baseline ? against.orElseThrow() : where.orElseThrow());
  }

  /**
   * Why files with spans in {@code files} have no request of a cohort, as the end of a sentence.
   */
  String whyNone(TimeRange files) {
    return before.isPresent()
        ? "; the files have spans from %s to %s"
            .formatted(
                Instant.ofEpochMilli(files.firstMillis()), Instant.ofEpochMilli(files.lastMillis()))
        : " has a span with this value";
  }

  private static String text(Period period) {
    return Instant.ofEpochMilli(period.startMillis())
        + "/"
        + Instant.ofEpochMilli(period.endMillis());
  }

  private static String text(AttributeValue value) {
    return value.key() + "=" + value.value();
  }
}
