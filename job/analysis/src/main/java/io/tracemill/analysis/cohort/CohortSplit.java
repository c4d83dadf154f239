package io.tracemill.analysis.cohort;

import java.io.Serializable;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Which requests are compared with which, on demand (semantics 8). */
public sealed interface CohortSplit extends Serializable {
  /** Length of a pane, but where a cohort would have more than {@link #MAX_PANES} of them. */
  long PANE_MILLIS = 10_000;

  /** How many panes a cohort has at most. */
  int MAX_PANES = 240;

  /** Two ranges of time that have no moment in common. */
  record ByTime(Period baseline, Period problem) implements CohortSplit {
    public ByTime {
      if (baseline.overlaps(problem)) {
        throw new IllegalArgumentException(baseline + " and " + problem + " overlap");
      }
    }

    @Override
    public Period periodOf(CohortPart part) {
      return part == CohortPart.PROBLEM ? problem : baseline;
    }
  }

  /**
   * Requests with two values of an attribute. One that has both, as a request to several services
   * can, is a problem's.
   */
  record ByAttribute(AttributeValue baseline, AttributeValue problem, Period time)
      implements CohortSplit {
    @Override
    public Period periodOf(CohortPart part) {
      return time;
    }

    @Override
    public String nameOf(CohortPart part) {
      return part == CohortPart.PROBLEM ? problem.text() + " from " + time.text() : baseline.text();
    }

    @Override
    public Set<String> attributeKeys() {
      return Stream.of(baseline, problem).map(AttributeValue::key).collect(Collectors.toSet());
    }
  }

  /** When the requests of a cohort were. */
  Period periodOf(CohortPart part);

  /** A cohort in words: its range of time, or its value. */
  default String nameOf(CohortPart part) {
    return periodOf(part).text();
  }

  /** Whether both cohorts are of the same time. */
  default boolean isOfSameTime() {
    return periodOf(CohortPart.BASELINE).equals(periodOf(CohortPart.PROBLEM));
  }

  /** Keys of attributes by which requests are told apart: that these differ is no news. */
  default Set<String> attributeKeys() {
    return Set.of();
  }

  /**
   * Length of the panes in which requests are counted: a multiple of {@link #PANE_MILLIS}. The last
   * pane of a cohort may be shorter.
   */
  default long sliceMillis() {
    long longest =
        Math.max(
            periodOf(CohortPart.BASELINE).lengthMillis(),
            periodOf(CohortPart.PROBLEM).lengthMillis());
    long unit = PANE_MILLIS * MAX_PANES;
    return PANE_MILLIS * Math.max(1, (longest + unit - 1) / unit);
  }
}
