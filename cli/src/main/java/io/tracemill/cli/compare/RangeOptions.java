package io.tracemill.cli.compare;

import io.tracemill.analysis.cohort.CohortPart;
import io.tracemill.analysis.cohort.CohortSplit.ByTime;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.comparison.Cohorts;
import io.tracemill.analysis.explanation.Figures;
import io.tracemill.analysis.trace.AssemblyRules;
import io.tracemill.cli.files.OpenStore;
import io.tracemill.cli.options.GivenTime;
import io.tracemill.pipeline.config.ConfigException;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.topology.Rules;
import io.tracemill.store.change.PastChange;
import io.tracemill.store.engine.StoreSession;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** The options that select two ranges of time to compare. */
public final class RangeOptions {
  private static final long AROUND_MILLIS = Duration.ofHours(2).toMillis();

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

  private boolean needEnd() {
    return at.stream().anyMatch(GivenTime::needsEnd)
        || Stream.of(before, after).flatMap(Optional::stream).anyMatch(GivenTime.Range::needsEnd);
  }

  private long atMillis(ZoneId zone, Instant end) {
    return at.orElseThrow().at(zone, end).toEpochMilli();
  }

  /** Resolves the options against the times of a store. */
  public ByTime split(OpenStore store, TracemillConfig config) {
    ZoneId zone = ZoneId.systemDefault();
    Instant end = needEnd() ? store.end() : Instant.now();
    if (at.isEmpty()) {
      return split(zone, end);
    }
    long moment = atMillis(zone, end);
    Period near = new Period(moment - AROUND_MILLIS, moment + AROUND_MILLIS);
    try (StoreSession session = store.session(near)) {
      return split(
          new DataTimes(
              "the store has panes", PastChange.stretches(session, near, DataTimes.MAX_GAP_MILLIS)),
          moment,
          config);
    }
  }

  /** Resolves the options against data of these times. */
  ByTime split(DataTimes data, ZoneId zone, TracemillConfig config) {
    Instant end = Instant.ofEpochMilli(data.all().endMillis());
    return at.isPresent() ? split(data, atMillis(zone, end), config) : split(zone, end);
  }

  private static ByTime split(DataTimes data, long moment, TracemillConfig config) {
    AssemblyRules assembly = Rules.assembly(config);
    return data.around(moment, assembly.graceMillis(), assembly.quietMillis());
  }

  private ByTime split(ZoneId zone, Instant end) {
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
    return "Compared: %s with %s, in panes of %d s.%s%s"
        .formatted(
            cohorts.split().nameOf(CohortPart.PROBLEM),
            cohorts.split().nameOf(CohortPart.BASELINE),
            cohorts.paneMillis() / 1000,
            counted(cohorts),
            zoned ? " Times without a zone are in %s.".formatted(zone) : "");
  }

  private static String counted(Cohorts cohorts) {
    return Stream.of(cohorts.before(), cohorts.after()).allMatch(side -> side.basis().isEmpty())
        ? ""
        : " Counted: a uniform sample, %s and %s requests."
            .formatted(counted(cohorts.after()), counted(cohorts.before()));
  }

  private static String counted(Cohorts.Side side) {
    return Figures.count(side.requestCount())
        + side.basis()
            .map(basis -> " of about " + Figures.count(Math.round(basis.requests())))
            .orElse("");
  }
}
