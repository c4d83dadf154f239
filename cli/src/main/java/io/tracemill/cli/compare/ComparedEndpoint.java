package io.tracemill.cli.compare;

import io.tracemill.analysis.change.ChangeAccount;
import io.tracemill.analysis.change.CulpritChange;
import io.tracemill.analysis.mutation.EndpointSlide;
import io.tracemill.analysis.quality.WatchState;
import java.util.List;
import java.util.Optional;

/**
 * What the comparison of one endpoint found.
 *
 * @param slide what was tested, and with what result
 * @param account why its mean latency differs; none where a cohort is empty, or not judged
 * @param culprits all whose own time per request differs, the largest contribution to the
 *     difference of the mean first, those that went the other way last
 * @param doubt why it is not judged, though there are requests enough
 */
record ComparedEndpoint(
    EndpointSlide slide,
    Optional<ChangeAccount> account,
    List<CulpritChange> culprits,
    Optional<String> doubt) {
  ComparedEndpoint {
    culprits = List.copyOf(culprits);
  }

  /** Whether its requests were tested by themselves: enough of them, that can be believed. */
  boolean isJudged() {
    return doubt.isEmpty() && slide.state() == WatchState.WATCHING;
  }
}
