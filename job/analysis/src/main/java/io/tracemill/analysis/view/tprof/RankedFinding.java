package io.tracemill.analysis.view.tprof;

import java.util.ArrayList;
import java.util.List;

/**
 * A finding and its place in the hierarchy.
 *
 * @param id the ranks from layer 1 down to it, separated by dots: {@code 1.2.1}
 * @param rank its rank among the findings with the same parent
 */
public record RankedFinding(String id, int rank, Finding finding) {
  /** All findings of a ranking, each before those below it. */
  public static List<RankedFinding> all(List<Finding> findings) {
    List<RankedFinding> all = new ArrayList<>();
    add("", findings, all);
    return all;
  }

  /** Recursive, because there are only four layers. */
  private static void add(String above, List<Finding> findings, List<RankedFinding> to) {
    int rank = 1;
    for (Finding finding : findings) {
      String id = above.isEmpty() ? Integer.toString(rank) : above + "." + rank;
      to.add(new RankedFinding(id, rank, finding));
      add(id, finding.below(), to);
      rank++;
    }
  }

  /** The {@link #id} of the finding above; empty in layer 1. */
  public String parent() {
    return id.contains(".") ? id.substring(0, id.lastIndexOf('.')) : "";
  }
}
