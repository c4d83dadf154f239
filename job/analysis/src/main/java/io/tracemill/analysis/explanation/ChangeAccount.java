package io.tracemill.analysis.explanation;

import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.record.ChangeRecord.Term;
import java.util.List;

/**
 * Why an endpoint's mean latency differs between two cohorts. The terms and the rest add up to
 * {@link #deltaMeanNanos}, exactly.
 *
 * @param beforeMeanNanos mean latency before, rounded to the nearest nanosecond
 * @param afterMeanNanos mean latency after, rounded likewise
 * @param terms the largest magnitude first, at most {@link Explainer#MAX_TERMS}
 * @param restNanos the part of the change outside all terms
 * @param places where requests spend more or less time than before, the largest part of the change
 *     first, at most {@link Explainer#MAX_TERMS}
 * @param hiddenShare the part of the change at other places, or hidden by a limit; it and the
 *     shares of {@code places} add up to 1
 */
public record ChangeAccount(
    long beforeMeanNanos,
    long afterMeanNanos,
    List<Term> terms,
    long restNanos,
    List<PlaceChange> places,
    double hiddenShare) {
  public ChangeAccount {
    terms = List.copyOf(terms);
    places = List.copyOf(places);
  }

  /** The rise of the mean latency, nanoseconds. */
  public long deltaMeanNanos() {
    return afterMeanNanos - beforeMeanNanos;
  }

  /**
   * The own time of a place, over all call paths.
   *
   * @param beforeNanos mean over all requests before, those without the place included
   * @param afterNanos mean over all requests after
   * @param share the change of its own time as a part of the change of the mean; negative if it
   *     changed in the other direction, 0 if the mean did not change
   */
  public record PlaceChange(Place place, long beforeNanos, long afterNanos, double share) {

    /** The rise of its own time per request. */
    public long nanos() {
      return afterNanos - beforeNanos;
    }
  }
}
