package io.tracemill.analysis.incident;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.incident.Subject.PlaceTime;
import io.tracemill.analysis.span.Frame;
import java.io.Serializable;
import java.util.List;
import java.util.Optional;

/**
 * One changed subject, before and after.
 *
 * @param systemWide whether the requests of all endpoints were tested together
 * @param endpoints the affected ones, the largest part first; if one endpoint was tested, that one
 * @param before the normal figures of the window's requests
 * @param after their actual figures
 * @param window the panes of the finding
 * @param baseline the time of the baseline panes
 * @param pValue probability of such a change by chance
 * @param contributionNanos the extra time of the window's requests; of errors, the extra failed
 *     requests times the endpoint's mean; of a call that is made more or less often, 0 unless it
 *     makes a service slow
 */
public record Finding(
    Subject subject,
    boolean systemWide,
    List<Frame> endpoints,
    Side before,
    Side after,
    Period window,
    Period baseline,
    double pValue,
    long contributionNanos)
    implements Serializable {
  public Finding {
    requireNonNull(subject, "subject");
    endpoints = List.copyOf(endpoints);
  }

  /** A finding of one endpoint. */
  public static Finding at(
      Frame endpoint,
      Subject subject,
      Side before,
      Side after,
      Period window,
      Period baseline,
      double pValue,
      long contributionNanos) {
    return new Finding(
        subject,
        false,
        List.of(endpoint),
        before,
        after,
        window,
        baseline,
        pValue,
        contributionNanos);
  }

  /** The endpoint whose requests were tested; empty if the test covered all endpoints. */
  public Optional<Frame> endpoint() {
    return systemWide ? Optional.empty() : endpoints.stream().findFirst();
  }

  /** What tells it from other findings: a place counts once, a call or error by endpoint. */
  public String key() {
    return subject instanceof PlaceTime ? subject.toString() : endpoint() + " " + subject;
  }

  /** The same finding with the p-value of the alarm behind it. */
  public Finding by(double alarm) {
    return new Finding(
        subject, systemWide, endpoints, before, after, window, baseline, alarm, contributionNanos);
  }

  /** The same finding with the figures of other ranges. */
  public Finding with(Side then, Side now, Period ofThen, Period ofNow, long extraNanos) {
    return new Finding(
        subject, systemWide, endpoints, then, now, ofNow, ofThen, pValue, extraNanos);
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
      implements Serializable {}
}
