package io.tracemill.cli.compare;

import io.tracemill.analysis.callingcontext.TreeDifference;
import io.tracemill.analysis.cohort.CohortPart;
import io.tracemill.analysis.cohort.CohortSplit;
import io.tracemill.analysis.cohort.CohortSplit.ByAttribute;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.pane.PaneCounts;
import io.tracemill.analysis.profile.EndpointAccumulator;
import io.tracemill.analysis.profile.EndpointProfile;
import io.tracemill.analysis.profile.ProfileReader;
import io.tracemill.analysis.span.Frame;
import io.tracemill.pipeline.cohort.CohortFile;
import io.tracemill.pipeline.config.ConfigException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;

/** The requests of both cohorts, by endpoint and by pane. */
record Cohorts(CohortSplit split, Side before, Side after) {
  /** One cohort. */
  record Side(
      Period time, Map<Frame, EndpointAccumulator> requests, List<Collection<PaneCounts>> panes) {
    private static Side read(CohortFile file, Period period) throws IOException {
      return new Side(
          period,
          file.requests(period),
          file.panes().stream()
              .filter(pane -> pane.stream().allMatch(part -> period.contains(part.paneMillis())))
              .toList());
    }

    private long requestCount(Frame endpoint) {
      EndpointAccumulator own = requests.get(endpoint);
      return own == null ? 0 : own.count();
    }

    private List<EndpointProfile.Node> tree(Frame endpoint) {
      EndpointAccumulator own = requests.get(endpoint);
      return own == null
          ? List.of()
          : ProfileReader.profile(own, endpoint, time.startMillis(), time.endMillis()).tree();
    }

    long requestCount() {
      return requests.values().stream().mapToLong(EndpointAccumulator::count).sum();
    }
  }

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
        Side.read(before, actual.periodOf(CohortPart.BASELINE)),
        Side.read(after, actual.periodOf(CohortPart.PROBLEM)));
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

  /**
   * The difference of an endpoint's call trees; a cohort without its requests has an empty tree.
   */
  TreeDifference difference(Frame endpoint) {
    return TreeDifference.of(
        before.requestCount(endpoint),
        before.tree(endpoint),
        after.requestCount(endpoint),
        after.tree(endpoint));
  }

  /** The requests of one cohort. */
  Side side(CohortPart part) {
    return part == CohortPart.BASELINE ? before : after;
  }
}
