package io.tracemill.store.change;

import io.tracemill.analysis.cohort.CohortPart;
import io.tracemill.analysis.cohort.CohortSplit;
import io.tracemill.analysis.cohort.CohortSplit.ByAttribute;
import io.tracemill.analysis.comparison.Cohorts;
import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.view.ChangedSteps;
import io.tracemill.store.engine.Filter;
import io.tracemill.store.engine.KeptRequests;
import io.tracemill.store.engine.StoreSession;
import java.util.Optional;
import java.util.stream.StreamSupport;

/**
 * The changed steps of endpoints in two cohorts, from their kept requests.
 *
 * @param before a session that covers the first cohort
 * @param after a session that covers the second cohort
 */
public record CohortSteps(StoreSession before, StoreSession after) {
  /** The steps of an endpoint; their times are those of the cohorts' sums. */
  public ChangedSteps of(Cohorts cohorts, Frame endpoint) {
    return ChangedSteps.of(
        requests(before, cohorts.split(), CohortPart.BASELINE, cohorts, endpoint),
        requests(after, cohorts.split(), CohortPart.PROBLEM, cohorts, endpoint),
        after.rules().replay(),
        Optional.of(cohorts.difference(endpoint)));
  }

  private static Iterable<KeptRequest> requests(
      StoreSession session, CohortSplit split, CohortPart part, Cohorts cohorts, Frame endpoint) {
    KeptRequests all =
        KeptRequests.ofStatistics(
            session, Filter.ALL.of(endpoint).during(cohorts.side(part).time()));
    return split instanceof ByAttribute values
        ? () ->
            StreamSupport.stream(all.spliterator(), false)
                .filter(request -> partOf(request, values).equals(Optional.of(part)))
                .iterator()
        : all;
  }

  /** A request with both values belongs to the problem. */
  private static Optional<CohortPart> partOf(KeptRequest request, ByAttribute values) {
    if (values.problem().isIn(request.attributes())) {
      return Optional.of(CohortPart.PROBLEM);
    }
    return values.baseline().isIn(request.attributes())
        ? Optional.of(CohortPart.BASELINE)
        : Optional.empty();
  }
}
