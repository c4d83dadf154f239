package io.tracemill.analysis.incident;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.span.Frame;
import java.io.Serializable;
import java.util.List;
import java.util.Optional;

/**
 * One subject that changed, as it was last found.
 *
 * @param id 32 hexadecimal digits, the same as long as its incident lasts
 * @param endpoint whose requests were asked; none where it was found over all endpoints
 * @param endpoints those with a part in it, the largest part first
 * @param window the panes in which it was found
 * @param baseline the time of the panes it is compared with
 * @param pValue how probable a change like this is by chance
 * @param contributionNanos the extra time of the window's requests; of errors, the extra failed
 *     requests times the endpoint's mean; of a call that is made more or less often, 0
 */
public record Finding(
    String id,
    Subject subject,
    Optional<Frame> endpoint,
    List<Frame> endpoints,
    Side before,
    Side after,
    Period window,
    Period baseline,
    double pValue,
    long contributionNanos) {
  public Finding {
    requireNonNull(id, "id");
    requireNonNull(subject, "subject");
    requireNonNull(endpoint, "endpoint");
    endpoints = List.copyOf(endpoints);
  }

  /** The same between two cohorts, with the times of these and an id of its own. */
  Finding dated(Period cohortBefore, Period cohortAfter) {
    return new Finding(
        Incident.id(id, cohortBefore, cohortAfter),
        subject,
        endpoint,
        endpoints,
        before,
        after,
        cohortAfter,
        cohortBefore,
        pValue,
        contributionNanos);
  }

  /**
   * One side of the comparison.
   *
   * @param requests that were asked: those that have the place, or a call's parent
   * @param all requests of its endpoints at the same time
   * @param meanNanos for a place: its mean time per call, of the shortest four fifths and with
   *     longer ones cut to their end; else 0
   * @param share for calls and errors: the part of the requests that have it; for a place 1
   */
  public record Side(long requests, long all, long meanNanos, double share)
      implements Serializable {
    private static final long serialVersionUID = 1;
  }
}
