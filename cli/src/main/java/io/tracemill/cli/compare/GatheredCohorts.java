package io.tracemill.cli.compare;

import io.tracemill.analysis.cohort.CohortPart;
import io.tracemill.analysis.cohort.CohortSplit;
import io.tracemill.analysis.cohort.CohortSplit.ByAttribute;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.comparison.Cohorts;
import io.tracemill.analysis.pane.PaneCounts;
import io.tracemill.pipeline.cohort.CohortFile;
import io.tracemill.pipeline.config.ConfigException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LongSummaryStatistics;

/** Reads the two cohorts that the job has gathered from trace files. */
final class GatheredCohorts {
  private GatheredCohorts() {}

  /**
   * Reads what the job has written. Two values of an attribute are compared over the time that both
   * have requests.
   */
  static Cohorts read(Path directory, CohortSplit split) throws IOException {
    CohortFile before = CohortFile.in(directory, CohortPart.BASELINE);
    CohortFile after = CohortFile.in(directory, CohortPart.PROBLEM);
    CohortSplit actual =
        split instanceof ByAttribute values ? atSameTime(values, before, after) : split;
    return new Cohorts(
        actual,
        actual.sliceMillis(),
        side(before, actual.periodOf(CohortPart.BASELINE)),
        side(after, actual.periodOf(CohortPart.PROBLEM)));
  }

  private static Cohorts.Side side(CohortFile file, Period period) throws IOException {
    return new Cohorts.Side(
        period,
        file.requests(period),
        file.panes().stream()
            .filter(pane -> pane.stream().allMatch(part -> period.contains(part.paneMillis())))
            .toList());
  }

  /** Without this, a version that was deployed in a busy hour would be blamed for the load. */
  private static CohortSplit atSameTime(ByAttribute values, CohortFile before, CohortFile after)
      throws IOException {
    LongSummaryStatistics then = starts(before);
    LongSummaryStatistics now = starts(after);
    if (then.getCount() == 0 || now.getCount() == 0) {
      return values;
    }
    long start = Math.max(then.getMin(), now.getMin());
    long end = Math.min(then.getMax(), now.getMax()) + values.sliceMillis();
    if (end <= start) {
      throw new ConfigException(
          "--where and --against: their requests are from different times; use --before and"
              + " --after");
    }
    return new ByAttribute(values.baseline(), values.problem(), new Period(start, end));
  }

  /** Statistics of the panes with requests. */
  private static LongSummaryStatistics starts(CohortFile file) throws IOException {
    return file.panes().stream()
        .flatMap(Collection::stream)
        .filter(part -> part.requests() > 0)
        .mapToLong(PaneCounts::paneMillis)
        .summaryStatistics();
  }
}
