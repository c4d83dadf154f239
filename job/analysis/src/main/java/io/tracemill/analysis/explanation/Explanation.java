package io.tracemill.analysis.explanation;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.difference.Difference;
import io.tracemill.analysis.span.Frame;
import java.util.List;

/**
 * Why the requests of an endpoint differ between two cohorts (semantics 8.5).
 *
 * @param baseline when the requests before were
 * @param window when the requests after were
 * @param account the parts of the change of the mean
 * @param mutations categories that changed, the largest contribution first; at most {@link
 *     Explainer#MAX_MUTATIONS}
 * @param differences rules that separate the slow requests after from those before, the most
 *     accurate first
 * @param exemplars traces to look at
 */
public record Explanation(
    Frame endpoint,
    Period baseline,
    Period window,
    Totals totals,
    ChangeAccount account,
    List<CategoryMutation> mutations,
    List<Difference> differences,
    Exemplars exemplars) {
  public Explanation {
    mutations = List.copyOf(mutations);
    differences = List.copyOf(differences);
  }

  /**
   * All requests of both cohorts. Times are response times; means are exact to the nanosecond,
   * percentiles within 1 %.
   */
  public record Totals(
      long beforeTraces,
      long afterTraces,
      long beforeMeanNanos,
      long afterMeanNanos,
      long beforeP95Nanos,
      long afterP95Nanos) {}
}
