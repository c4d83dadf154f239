package io.tracemill.analysis.incident;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.span.Frame;
import java.io.Serializable;
import java.util.List;
import java.util.Optional;

/**
 * One changed subject, with its latest figures.
 *
 * @param id 32 hexadecimal digits, the same while its incident lasts
 * @param endpoint the endpoint whose requests were tested; empty if the test covered all endpoints
 * @param endpoints the affected endpoints, the largest part first
 * @param window the panes of the finding
 * @param baseline the time of the baseline panes
 * @param pValue probability of such a change by chance
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

  /** The same finding between two cohorts, with their times and an id of its own. */
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

  /** Whether it is about requests of this endpoint and no other. */
  public boolean isOnlyAt(Frame one) {
    return endpoint.map(one::equals).orElseGet(() -> endpoints.equals(List.of(one)));
  }

  /** The same finding with the figures of other ranges. */
  public Finding with(
      Side then, Side now, Period baselineOfThem, Period windowOfThem, long extraNanos) {
    return new Finding(
        id,
        subject,
        endpoint,
        endpoints,
        then,
        now,
        windowOfThem,
        baselineOfThem,
        pValue,
        extraNanos);
  }

  /**
   * One side of the comparison.
   *
   * @param requests number of tested requests: those with the place, or with a call's parent
   * @param all number of all requests of its endpoints at the same time
   * @param meanNanos for a place: its mean time per call, with longer requests cut at the end of
   *     the shortest four fifths; else 0
   * @param share for calls and errors: the part of the requests that have it; for a place 1
   */
  public record Side(long requests, long all, long meanNanos, double share)
      implements Serializable {
    private static final long serialVersionUID = 1;
  }
}
