package io.tracemill.analysis.explanation;

import io.tracemill.analysis.span.TraceId;
import java.util.List;

/**
 * Traces to look at, at most {@link Explainer#MAX_EXEMPLARS} a side, the most typical first.
 *
 * @param before usual ones: near the median of the time at the culprit's place
 * @param after slow ones that are no outliers: near the 95th percentile of that time
 */
public record Exemplars(List<TraceId> before, List<TraceId> after) {
  public Exemplars {
    before = List.copyOf(before);
    after = List.copyOf(after);
  }
}
