package io.tracemill.analysis.comparison;

import io.tracemill.analysis.callingcontext.TreeDifference;
import io.tracemill.analysis.cohort.CohortPart;
import io.tracemill.analysis.cohort.CohortSplit;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.profile.ProfileReader;
import io.tracemill.analysis.record.EndpointProfile;
import io.tracemill.analysis.sample.RequestRow;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.sums.EndpointSums;
import io.tracemill.analysis.sums.PaneCounts;
import io.tracemill.analysis.view.estimate.Basis;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The requests of both cohorts, by endpoint and by pane.
 *
 * @param paneMillis length of the panes
 */
public record Cohorts(CohortSplit split, long paneMillis, Side before, Side after) {
  /**
   * One cohort.
   *
   * @param requests by endpoint the sums of all its requests; not to be changed
   * @param rows by endpoint some of its requests
   * @param panes the counts of each endpoint, pane by pane
   * @param basis the requests that the counted ones stand for; empty if every request is counted
   */
  public record Side(
      Period time,
      Map<Frame, EndpointSums> requests,
      Map<Frame, List<RequestRow>> rows,
      List<Collection<PaneCounts>> panes,
      Optional<Basis> basis) {
    private long requestCount(Frame endpoint) {
      EndpointSums own = requests.get(endpoint);
      return own == null ? 0 : own.count();
    }

    private List<EndpointProfile.Node> tree(Frame endpoint) {
      EndpointSums own = requests.get(endpoint);
      return own == null
          ? List.of()
          : ProfileReader.profile(own, List.of(), endpoint, time.startMillis(), time.endMillis())
              .tree();
    }

    /** The number of complete requests. */
    public long requestCount() {
      return requests.values().stream().mapToLong(EndpointSums::count).sum();
    }
  }

  /**
   * The difference of an endpoint's call trees; a cohort without its requests has an empty tree.
   */
  public TreeDifference difference(Frame endpoint) {
    return TreeDifference.of(
        before.requestCount(endpoint),
        before.tree(endpoint),
        after.requestCount(endpoint),
        after.tree(endpoint));
  }

  /** The requests of one cohort. */
  public Side side(CohortPart part) {
    return part == CohortPart.BASELINE ? before : after;
  }
}
