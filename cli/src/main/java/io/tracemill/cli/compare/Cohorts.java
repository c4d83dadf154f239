package io.tracemill.cli.compare;

import io.tracemill.analysis.cohort.Cohort;
import io.tracemill.analysis.cohort.CohortPart;
import io.tracemill.analysis.span.Frame;
import io.tracemill.pipeline.cohort.CohortFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/** The requests of both cohorts, by endpoint; an endpoint without requests is in none. */
record Cohorts(Map<Frame, Cohort> baseline, Map<Frame, Cohort> problem) {
  /** Those that the job has written, of some endpoints. */
  static Cohorts read(Path directory, Predicate<Frame> endpoints) throws IOException {
    return new Cohorts(
        some(CohortFile.in(directory, CohortPart.BASELINE), endpoints),
        some(CohortFile.in(directory, CohortPart.PROBLEM), endpoints));
  }

  private static Map<Frame, Cohort> some(CohortFile file, Predicate<Frame> endpoints)
      throws IOException {
    Map<Frame, Cohort> some = new TreeMap<>();
    file.read(endpoints)
        .forEach(
            (endpoint, cohort) -> {
              if (cohort.count() > 0) {
                some.put(endpoint, cohort);
              }
            });
    return some;
  }

  boolean isEmpty(CohortPart part) {
    return (part == CohortPart.BASELINE ? baseline : problem).isEmpty();
  }

  /** Those that can be compared, by name. */
  List<Frame> inBoth() {
    return baseline.keySet().stream().filter(problem::containsKey).toList();
  }

  /** How many endpoints have requests in one cohort only. */
  int inOneOnly() {
    return baseline.size() + problem.size() - 2 * inBoth().size();
  }
}
