package io.tracemill.store.change;

import io.tracemill.analysis.cohort.CohortPart;
import io.tracemill.analysis.cohort.CohortSplit;
import io.tracemill.analysis.cohort.CohortSplit.ByAttribute;
import io.tracemill.analysis.comparison.Cohorts;
import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.view.ChangedSteps;
import io.tracemill.analysis.view.Differences;
import io.tracemill.store.engine.Filter;
import io.tracemill.store.engine.KeptRequests;
import io.tracemill.store.engine.StoreSession;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.StreamSupport;

/**
 * The changed steps of endpoints in two cohorts, from their kept requests.
 *
 * @param before a session that covers the first cohort
 * @param after a session that covers the second cohort
 * @param excludedAttributes keys that never count as a difference, or service, dot and key
 */
public record CohortSteps(
    StoreSession before, StoreSession after, List<String> excludedAttributes) {
  public CohortSteps {
    excludedAttributes = List.copyOf(excludedAttributes);
  }

  /** The steps of an endpoint; their times are those of the cohorts' sums. */
  public ChangedSteps of(Cohorts cohorts, Frame endpoint) {
    return ChangedSteps.of(
        requests(before, cohorts.split(), CohortPart.BASELINE, cohorts, endpoint),
        requests(after, cohorts.split(), CohortPart.PROBLEM, cohorts, endpoint),
        after.rules().replay(),
        Optional.of(cohorts.difference(endpoint)));
  }

  /** What tells the slow requests of an endpoint in both cohorts apart. */
  public Differences differences(Cohorts cohorts, Frame endpoint) {
    return Differences.of(
        requests(before, cohorts.split(), CohortPart.BASELINE, cohorts, endpoint),
        requests(after, cohorts.split(), CohortPart.PROBLEM, cohorts, endpoint),
        after.rules().replay(),
        Set.copyOf(excludedAttributes));
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
