package io.tracemill.store.change;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.profile.ProfileReader;
import io.tracemill.analysis.record.EndpointProfile;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.sums.EndpointSums;
import io.tracemill.analysis.sums.SumRules;
import io.tracemill.store.engine.QueryException;
import io.tracemill.store.engine.StoreSession;
import java.util.List;
import java.util.Optional;

/**
 * The profile of an endpoint in a past time, by the code that makes the profiles of the running
 * job.
 *
 * @param profile its window is the part of the time that whole panes cover
 * @param data the time of all panes that touch the one asked for; shorter if the store has no more
 * @param otherVersions number of panes left out because another version of the job wrote them
 */
public record PastProfile(EndpointProfile profile, Period data, int otherVersions) {
  /**
   * Asks for it.
   *
   * @param session covers {@code time}
   * @param limits of the profile's size
   * @throws QueryException if no pane is wholly in {@code time} or none has the endpoint
   */
  public static PastProfile ask(
      StoreSession session, Period time, Frame endpoint, SumRules limits) {
    PaneReader reader = new PaneReader(session, time, Optional.of(endpoint));
    PaneSums sums = reader.sums(reader.paneMillis(), limits);
    Period covered = reader.time();
    EndpointSums requests =
        Optional.ofNullable(sums.requests().get(endpoint))
            .orElseThrow(
                () ->
                    new QueryException(
                        "no readable pane of %s has requests of '%s'; give another range of time"
                            .formatted(covered.text(), endpoint)));
    return new PastProfile(
        ProfileReader.profile(
            requests,
            PastChange.rows(session, covered, Optional.of(endpoint))
                .getOrDefault(endpoint, List.of()),
            endpoint,
            covered.startMillis(),
            covered.endMillis()),
        PaneReader.data(session, time),
        sums.otherVersions());
  }
}
