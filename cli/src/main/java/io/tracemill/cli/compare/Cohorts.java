package io.tracemill.cli.compare;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.cohort.Cohort;
import io.tracemill.analysis.cohort.CohortPart;
import io.tracemill.analysis.span.Frame;
import io.tracemill.pipeline.cohort.CohortFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.LongFunction;
import java.util.function.Predicate;

/**
 * The requests of both cohorts, by endpoint; an endpoint is in neither without complete requests.
 */
record Cohorts(Map<Frame, Cohort> baseline, Map<Frame, Cohort> problem) {
  /**
   * Those that the job has written, of some endpoints.
   *
   * @param blockOf the start of the block that a slice is part of, if of any
   */
  static Cohorts read(
      Path directory, Predicate<Frame> endpoints, LongFunction<OptionalLong> blockOf)
      throws IOException {
    return new Cohorts(
        some(CohortFile.in(directory, CohortPart.BASELINE), endpoints, blockOf),
        some(CohortFile.in(directory, CohortPart.PROBLEM), endpoints, blockOf));
  }

  private static Map<Frame, Cohort> some(
      CohortFile file, Predicate<Frame> endpoints, LongFunction<OptionalLong> blockOf)
      throws IOException {
    Map<Frame, Cohort> some = new TreeMap<>();
    file.read(endpoints, blockOf)
        .forEach(
            (endpoint, cohort) -> {
              if (cohort.count() > 0) {
                some.put(endpoint, cohort);
              }
            });
    return some;
  }

  /**
   * Of each endpoint what both cohorts have in the same blocks. One that has no such block is in
   * the baseline only.
   */
  Cohorts atSameTimes() {
    Map<Frame, Cohort> baselines = new TreeMap<>(baseline);
    Map<Frame, Cohort> problems = new TreeMap<>(problem);
    for (Frame endpoint : inBoth()) {
      Cohort before = requireNonNull(baseline.get(endpoint));
      Cohort after = requireNonNull(problem.get(endpoint));
      Cohort matched = after.atTimesOf(before.described());
      Cohort others = before.atTimesOf(matched.described());
      if (others.count() > 0) {
        baselines.put(endpoint, others);
        problems.put(endpoint, matched);
      } else {
        problems.remove(endpoint);
      }
    }
    return new Cohorts(baselines, problems);
  }

  boolean isEmpty(CohortPart part) {
    return of(part).isEmpty();
  }

  /** Those that a cohort has requests of, by name. */
  List<Frame> endpoints(CohortPart part) {
    return List.copyOf(of(part).keySet());
  }

  /** How many requests a cohort has, of all endpoints. */
  long requests(CohortPart part) {
    return of(part).values().stream().mapToLong(Cohort::count).sum();
  }

  private Map<Frame, Cohort> of(CohortPart part) {
    return part == CohortPart.BASELINE ? baseline : problem;
  }

  /** Those that can be compared, by name. */
  List<Frame> inBoth() {
    return baseline.keySet().stream().filter(problem::containsKey).toList();
  }

  /** How many endpoints cannot be compared, since one cohort has no request of them. */
  int inOneOnly() {
    return baseline.size() + problem.size() - 2 * inBoth().size();
  }
}
