package io.tracemill.cli.compare;

import io.tracemill.analysis.cohort.CohortPart;
import io.tracemill.analysis.cohort.CohortSplit.ByTime;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.comparison.Cohorts;
import io.tracemill.analysis.trace.AssemblyRules;
import io.tracemill.cli.options.GivenTime;
import io.tracemill.pipeline.config.ConfigException;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.topology.Rules;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** The options that select two ranges of time to compare. */
public final class RangeOptions {
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

  /** Whether none of the options is given. */
  public boolean areAbsent() {
    return before.isEmpty() && after.isEmpty() && at.isEmpty();
  }

  /** Whether the options name exactly one pair of ranges. */
  public boolean areOnePair() {
    return at.isPresent()
        ? before.isEmpty() && after.isEmpty()
        : before.isPresent() && after.isPresent();
  }

  /** Whether the ranges depend on the times of the data around a moment. */
  public boolean areAround() {
    return at.isPresent();
  }

  /** Whether a given time depends on the end of the data. */
  public boolean needEnd() {
    return at.stream().anyMatch(GivenTime::needsEnd)
        || Stream.of(before, after).flatMap(Optional::stream).anyMatch(GivenTime.Range::needsEnd);
  }

  /** The moment to compare around, if {@link #areAround}. */
  public long atMillis(ZoneId zone, Instant end) {
    return at.orElseThrow().at(zone, end).toEpochMilli();
  }

  /** Resolves the options against data of these times. */
  public ByTime split(DataTimes data, ZoneId zone, TracemillConfig config) {
    Instant end = Instant.ofEpochMilli(data.all().endMillis());
    if (at.isPresent()) {
      AssemblyRules assembly = Rules.assembly(config);
      return data.around(atMillis(zone, end), assembly.graceMillis(), assembly.quietMillis());
    }
    return split(zone, end);
  }

  /** Resolves two given ranges against the end of the data. */
  public ByTime split(ZoneId zone, Instant end) {
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
  public String text(Cohorts cohorts, ZoneId zone) {
    boolean zoned =
        at.stream().anyMatch(GivenTime::needsZone)
            || Stream.of(before, after)
                .flatMap(Optional::stream)
                .anyMatch(GivenTime.Range::needsZone);
    return "Compared: %s with %s, in panes of %d s.%s"
        .formatted(
            cohorts.split().nameOf(CohortPart.PROBLEM),
            cohorts.split().nameOf(CohortPart.BASELINE),
            cohorts.paneMillis() / 1000,
            zoned ? " Times without a zone are in %s.".formatted(zone) : "");
  }
}
