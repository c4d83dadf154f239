package io.tracemill.cli.compare;

import io.tracemill.analysis.cohort.CohortPart;
import io.tracemill.analysis.cohort.CohortSplit;
import io.tracemill.analysis.cohort.CohortSplit.ByAttribute;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.cohort.SharedTime;
import io.tracemill.analysis.span.Frame;
import io.tracemill.cli.screen.Wording;
import io.tracemill.pipeline.cohort.CohortFile;
import io.tracemill.pipeline.config.ConfigException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.NavigableMap;
import java.util.OptionalLong;
import java.util.function.Predicate;

/**
 * The requests that are compared. Of two values of an attribute those at the same time: else a
 * version that came with a busy hour would be blamed for it.
 *
 * @param split with the periods that are left
 * @param baselineElsewhere requests of the baseline at other times
 * @param problemElsewhere likewise
 */
record Gathered(CohortSplit split, Cohorts cohorts, long baselineElsewhere, long problemElsewhere) {

  /** What the job has written of some endpoints. */
  static Gathered read(Path directory, CohortSplit split, Predicate<Frame> endpoints)
      throws IOException {
    return split instanceof ByAttribute values
        ? read(directory, values, endpoints)
        : new Gathered(split, Cohorts.read(directory, endpoints, OptionalLong::of), 0, 0);
  }

  private static Gathered read(Path directory, ByAttribute values, Predicate<Frame> endpoints)
      throws IOException {
    NavigableMap<Long, Long> before = slices(directory, CohortPart.BASELINE, endpoints);
    NavigableMap<Long, Long> after = slices(directory, CohortPart.PROBLEM, endpoints);
    if (before.isEmpty() || after.isEmpty()) {
      return new Gathered(values, Cohorts.read(directory, endpoints, OptionalLong::of), 0, 0);
    }
    SharedTime shared =
        SharedTime.of(before, after, values.sliceMillis())
            .orElseThrow(() -> new ConfigException(apart(before, after, values.sliceMillis())));
    Cohorts cohorts = Cohorts.read(directory, endpoints, shared::blockOf).atSameTimes();
    if (cohorts.inBoth().isEmpty()) {
      throw new ConfigException(
          "--against and --where: none of the endpoints has complete requests of both at the same"
              + " time");
    }
    return new Gathered(
        new ByAttribute(values.baseline(), values.problem(), shared.period()),
        cohorts,
        count(before) - cohorts.requests(CohortPart.BASELINE),
        count(after) - cohorts.requests(CohortPart.PROBLEM));
  }

  private static NavigableMap<Long, Long> slices(
      Path directory, CohortPart part, Predicate<Frame> endpoints) throws IOException {
    return CohortFile.in(directory, part).requestsBySlice(endpoints);
  }

  private static long count(NavigableMap<Long, Long> slices) {
    return slices.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Why there is nothing to compare: requests by slices that have no time in common. */
  static String apart(
      NavigableMap<Long, Long> before, NavigableMap<Long, Long> after, long sliceMillis) {
    return "--against and --where: their requests are not at the same time, but %s and %s"
        .formatted(text(before, sliceMillis), text(after, sliceMillis));
  }

  private static String text(NavigableMap<Long, Long> slices, long sliceMillis) {
    return "from %s to %s"
        .formatted(
            Instant.ofEpochMilli(slices.firstKey()),
            Instant.ofEpochMilli(slices.lastKey() + sliceMillis));
  }

  /** When those are that are compared, and how many are left out; empty of ranges of time. */
  String text() {
    if (!(split instanceof ByAttribute values)) {
      return "";
    }
    Period time = values.time();
    String when =
        "At the same time, %s/%s"
            .formatted(
                Instant.ofEpochMilli(time.startMillis()), Instant.ofEpochMilli(time.endMillis()));
    return baselineElsewhere + problemElsewhere == 0
        ? when
        : "%s; left out are, at other times, %s of --against and %s of --where"
            .formatted(
                when,
                Wording.count(baselineElsewhere, "request"),
                Wording.number(problemElsewhere));
  }

  /** How many endpoints are not compared, and why; empty if all are. */
  String notCompared() {
    int endpoints = cohorts.inOneOnly();
    return endpoints == 0
        ? ""
        : "Not compared: %s %s."
            .formatted(
                Wording.count(endpoints, "endpoint"),
                split instanceof ByAttribute
                    ? "without complete requests of both at the same time"
                    : "with complete requests on one side only");
  }
}
