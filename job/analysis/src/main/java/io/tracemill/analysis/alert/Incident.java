package io.tracemill.analysis.alert;

import io.tracemill.analysis.change.CulpritChange;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.span.Frame;
import java.util.List;
import java.util.Optional;

/**
 * Alerts of one cause: what pages. A newer one with the same id takes its place.
 *
 * @param id hash of its first alert's id: 32 hexadecimal digits
 * @param reason why it ended, once all its alerts are resolved: that of one which may go on unseen;
 *     else of the one that it was about at its height; else of the one that was resolved last
 * @param rank 1 for the largest contribution of those that fire
 * @param sinceMillis when the first of its alerts was first seen, milliseconds
 * @param earliestMillis when the first of them can have begun, as far as is known, milliseconds
 * @param culprits the first one is what its alerts have in common
 * @param endpoints the largest contribution first
 * @param alerts ids of all that ever were part of it, as far as it was kept track of
 * @param leading the alert that says most about it: what its summary is made of
 * @param peak when it was at its height; once it is resolved, contribution, endpoints, culprits and
 *     the leading alert are those of then
 */
public record Incident(
    String id,
    Alert.Status status,
    Optional<Alert.Reason> reason,
    Severity severity,
    int rank,
    long sinceMillis,
    long earliestMillis,
    Period window,
    List<CulpritChange> culprits,
    List<Frame> endpoints,
    List<String> alerts,
    long contributionNanos,
    Alert leading,
    Peak peak) {
  public Incident {
    culprits = List.copyOf(culprits);
    endpoints = List.copyOf(endpoints);
    alerts = List.copyOf(alerts);
  }

  /**
   * What it was in the first of its records with the largest contribution. Where nothing is slower
   * it is the leading alert's that counts, whichever way.
   *
   * @param endMillis end of the record's window, milliseconds
   */
  public record Peak(long endMillis, long contributionNanos, List<Frame> endpoints, Alert leading) {
    public Peak {
      endpoints = List.copyOf(endpoints);
    }

    /** The higher one of both; of equal ones, this. */
    Peak or(Peak later) {
      return later.isAbove(this) ? later : this;
    }

    private boolean isAbove(Peak other) {
      return contributionNanos == other.contributionNanos
          ? leadingNanos() > other.leadingNanos()
          : contributionNanos > other.contributionNanos;
    }

    private double leadingNanos() {
      return Math.abs((double) leading.finding().contributionNanos());
    }
  }

  /** Whether its figures are those of its height. */
  boolean isAtPeak() {
    return contributionNanos == peak.contributionNanos
        && endpoints.equals(peak.endpoints)
        && leading.equals(peak.leading);
  }

  /** Whom it has to reach. */
  public enum Severity {
    PAGE,
    TICKET
  }
}
