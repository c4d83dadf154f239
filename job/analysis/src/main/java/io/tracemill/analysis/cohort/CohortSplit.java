package io.tracemill.analysis.cohort;

import io.tracemill.analysis.request.RequestAnalysis;
import java.io.Serializable;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Which requests are compared with which, on demand (semantics 8). */
public sealed interface CohortSplit extends Serializable {
  /**
   * Of a range of time; four more than have to have requests: a trace is dated when it is complete,
   * so where data begin with the range nothing is in the first ones, and requests are few in the
   * last.
   */
  int BASELINE_BLOCKS = Baseline.MIN_BLOCKS + 4;

  /** Two ranges of time that have no moment in common. */
  record ByTime(Period baseline, Period problem) implements CohortSplit {
    public ByTime {
      if (baseline.overlaps(problem)) {
        throw new IllegalArgumentException(baseline + " and " + problem + " overlap");
      }
    }

    @Override
    public Optional<CohortPart> partOf(RequestAnalysis request, long millis) {
      return partOfLate(millis);
    }

    @Override
    public Optional<CohortPart> partOfLate(long millis) {
      if (problem.contains(millis)) {
        return Optional.of(CohortPart.PROBLEM);
      }
      return baseline.contains(millis) ? Optional.of(CohortPart.BASELINE) : Optional.empty();
    }

    @Override
    public Period periodOf(CohortPart part) {
      return part == CohortPart.PROBLEM ? problem : baseline;
    }
  }

  /**
   * Requests with two values of an attribute. One that has both, as a request to several services
   * can, is a problem's. They are gathered in slices, and when all are known, blocks are made of
   * the slices of a {@link SharedTime}.
   */
  record ByAttribute(AttributeValue baseline, AttributeValue problem, Period time)
      implements CohortSplit {
    private static final int SLICES = 16 * Baseline.MIN_BLOCKS;

    @Override
    public Optional<CohortPart> partOf(RequestAnalysis request, long millis) {
      if (problem.isIn(request)) {
        return Optional.of(CohortPart.PROBLEM);
      }
      return baseline.isIn(request) ? Optional.of(CohortPart.BASELINE) : Optional.empty();
    }

    @Override
    public Optional<CohortPart> partOfLate(long millis) {
      return Optional.empty();
    }

    @Override
    public Period periodOf(CohortPart part) {
      return time;
    }

    @Override
    public Set<String> attributeKeys() {
      return Stream.of(baseline, problem).map(AttributeValue::key).collect(Collectors.toSet());
    }

    @Override
    public long sliceMillis() {
      return (time.lengthMillis() + SLICES - 1) / SLICES;
    }
  }

  /**
   * The cohort that a request is part of, if of any.
   *
   * @param millis event time of the request, milliseconds since the epoch
   */
  Optional<CohortPart> partOf(RequestAnalysis request, long millis);

  /**
   * The cohort that spans count against which came too late, if any can be told: the request that
   * they lack in is gone, and what is known of it is its endpoint (ADR 18).
   *
   * @param millis event time at which they were seen, milliseconds since the epoch
   */
  Optional<CohortPart> partOfLate(long millis);

  /** When the requests of a cohort were. */
  Period periodOf(CohortPart part);

  /** Keys of attributes by which requests are told apart: that these differ is no news. */
  default Set<String> attributeKeys() {
    return Set.of();
  }

  /**
   * How long what is gathered at a time is. Of ranges of time, a block: as long as the shorter
   * cohort, or what varies from one to the next is not what varies between cohorts, since minutes
   * that follow each other are alike. The baseline has {@link #BASELINE_BLOCKS} all the same.
   */
  default long sliceMillis() {
    long baseline = periodOf(CohortPart.BASELINE).lengthMillis();
    long part = (baseline + BASELINE_BLOCKS - 1) / BASELINE_BLOCKS;
    return Math.max(1, Math.min(part, periodOf(CohortPart.PROBLEM).lengthMillis()));
  }
}
