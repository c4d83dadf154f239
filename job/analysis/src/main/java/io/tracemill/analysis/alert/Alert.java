package io.tracemill.analysis.alert;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.mutation.EndpointSlide.Totals;
import io.tracemill.analysis.mutation.Finding;
import io.tracemill.analysis.span.Frame;
import java.util.List;
import java.util.Optional;

/**
 * A mutation as of one slide; a newer one with the same id takes its place.
 *
 * @param id hash of kind, endpoint, subject and first rejecting window: 32 hexadecimal digits
 * @param reason why it is resolved; none while it fires
 * @param scope what it is about
 * @param rank 1 for the largest contribution of those that fire
 * @param lastFound its figures
 * @param qValue the smallest rate of false discoveries at which it was one when it was discovered
 * @param sinceMillis when it was first seen: start of the newest pane of the window in which it was
 *     discovered, milliseconds
 * @param earliestMillis start of that window, milliseconds: when it can have begun, as far as is
 *     known
 * @param window of the latest slide at which something was seen of it
 * @param baseline what that was compared with
 * @param incident the id of the incident it is part of
 */
public record Alert(
    String id,
    Status status,
    Optional<Reason> reason,
    Scope scope,
    int rank,
    LastFound lastFound,
    double qValue,
    long sinceMillis,
    long earliestMillis,
    Period window,
    Period baseline,
    String incident) {

  /** The endpoint; of the system's, all that have part in it, the largest first. */
  public List<Frame> endpoints() {
    return lastFound.endpoints();
  }

  public Finding finding() {
    return lastFound.finding();
  }

  /** Of the endpoint's requests, of the first one for the system. */
  public Totals totals() {
    return lastFound.totals();
  }

  /** All requests that it is about. */
  public Concerned concerned() {
    return lastFound.concerned();
  }

  /** End of the window that its figures are of, milliseconds. */
  public long lastFoundMillis() {
    return lastFound.endMillis();
  }

  /** The same after a change of what becomes of it. */
  Alert with(Status newStatus, Optional<Reason> newReason, int newRank, String newIncident) {
    return new Alert(
        id,
        newStatus,
        newReason,
        scope,
        newRank,
        lastFound,
        qValue,
        sinceMillis,
        earliestMillis,
        window,
        baseline,
        newIncident);
  }

  /** The same after a slide at which something was seen of it. */
  Alert seen(Period newWindow, Period newBaseline, LastFound found) {
    return new Alert(
        id,
        status,
        reason,
        scope,
        rank,
        found,
        qValue,
        sinceMillis,
        earliestMillis,
        newWindow,
        newBaseline,
        incident);
  }

  /** Its record at a slide, also where nothing was seen of it then: with that slide's window. */
  Alert asOf(long slideEndMillis) {
    return seen(window.endingAt(slideEndMillis), baseline, lastFound);
  }

  /** Whether it needs somebody. */
  public enum Status {
    FIRING,
    RESOLVED
  }

  /** Why it needs nobody any more, or cannot be told to. */
  public enum Reason {
    /** It is as before. */
    RECOVERED,
    /** What differed for long has become normal. */
    ACCEPTED,
    /** There are too few requests to say. */
    NO_TRAFFIC,
    /** It is as normal, but that was learned anew while it fired, maybe from it. */
    RELEARNED,
    /** There are too many, and it is small; its incident goes on without it. */
    DISPLACED,
    /** For long nobody could judge its requests: they come, but cannot be believed or compared. */
    BLIND;

    /** Whether nobody knows that it is over. */
    boolean mayGoOn() {
      return this == RELEARNED || this == BLIND;
    }
  }

  /** How far it reaches. */
  public enum Scope {
    CATEGORY,
    ENDPOINT,
    SYSTEM
  }
}
