package io.tracemill.analysis.mutation;

import io.tracemill.analysis.change.ChangeAccount;
import io.tracemill.analysis.cohort.Likeness;
import java.util.Optional;

/**
 * What the comparison of two cohorts of one endpoint found.
 *
 * @param slide for the judge
 * @param change why the means differ; none where a cohort is empty
 * @param likeness what the baseline may learn of the window
 */
public record Comparison(EndpointSlide slide, Optional<ChangeAccount> change, Likeness likeness) {
  /** The same, which is the first with a new normal. */
  public Comparison ofNewNormal() {
    return new Comparison(slide.ofNewNormal(), change, likeness);
  }
}
