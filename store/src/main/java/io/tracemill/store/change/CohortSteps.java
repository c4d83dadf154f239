package io.tracemill.store.change;

import io.tracemill.analysis.cohort.CohortPart;
import io.tracemill.analysis.comparison.Cohorts;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.view.ChangedSteps;
import io.tracemill.analysis.view.Differences;
import io.tracemill.store.compare.Requests;
import io.tracemill.store.engine.KeptRequests;
import io.tracemill.store.engine.StoreSession;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

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
        requests(before, cohorts, CohortPart.BASELINE, endpoint),
        requests(after, cohorts, CohortPart.PROBLEM, endpoint),
        after.rules().replay(),
        Optional.of(cohorts.difference(endpoint)));
  }

  /** What tells the slow requests of an endpoint in both cohorts apart. */
  public Differences differences(Cohorts cohorts, Frame endpoint) {
    return Differences.of(
        requests(before, cohorts, CohortPart.BASELINE, endpoint),
        requests(after, cohorts, CohortPart.PROBLEM, endpoint),
        after.rules().replay(),
        excluded(cohorts));
  }

  /** Attributes that define the cohorts tell them apart, but explain nothing. */
  private Set<String> excluded(Cohorts cohorts) {
    Set<String> excluded = new HashSet<>(excludedAttributes);
    excluded.addAll(cohorts.split().attributeKeys());
    return excluded;
  }

  /** The requests that the cohorts count, if these are kept requests. */
  private static KeptRequests requests(
      StoreSession session, Cohorts cohorts, CohortPart part, Frame endpoint) {
    Requests requests = Requests.of(session, cohorts.split(), part).of(Optional.of(endpoint));
    return cohorts.side(part).basis().isPresent()
        ? KeptRequests.uniform(session, requests.filter().scope(), requests.statistics())
        : KeptRequests.where(session, requests.statistics());
  }
}
