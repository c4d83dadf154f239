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
 * @param endpoints the endpoint; of the system's, all that have part in it, the largest first
 * @param rank 1 for the largest contribution of those that fire
 * @param finding as last found
 * @param qValue the smallest rate of false discoveries at which it was one when it was discovered
 * @param totals of the endpoint's requests when it was last found, of the first one for the system
 * @param concerned all requests that it is about, when it was last found
 * @param sinceMillis when it was first seen: start of the newest pane of the window in which it was
 *     discovered, milliseconds
 * @param earliestMillis start of that window, milliseconds: when it can have begun, as far as is
 *     known
 * @param window of the latest slide at which something was seen of it
 * @param baseline what that was compared with
 * @param lastFoundMillis end of the window in which it was last found, of which endpoints, finding
 *     and totals are, milliseconds
 * @param incident the id of the incident it is part of
 */
public record Alert(
    String id,
    Status status,
    Optional<Reason> reason,
    Scope scope,
    List<Frame> endpoints,
    int rank,
    Finding finding,
    double qValue,
    Totals totals,
    Concerned concerned,
    long sinceMillis,
    long earliestMillis,
    Period window,
    Period baseline,
    long lastFoundMillis,
    String incident) {
  public Alert {
    endpoints = List.copyOf(endpoints);
  }

  /** Its record at a slide, also where nothing was seen of it then: with that slide's window. */
  Alert asOf(long slideEndMillis) {
    return new Alert(
        id,
        status,
        reason,
        scope,
        endpoints,
        rank,
        finding,
        qValue,
        totals,
        concerned,
        sinceMillis,
        earliestMillis,
        window.endingAt(slideEndMillis),
        baseline,
        lastFoundMillis,
        incident);
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
    BLIND
  }

  /** How far it reaches. */
  public enum Scope {
    CATEGORY,
    ENDPOINT,
    SYSTEM
  }
}
