package io.tracemill.analysis.record;

import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.span.Frame;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Why an endpoint's mean response time differs between two periods: a record of {@code changes}.
 *
 * @param deltaMeanNanos the sum of all terms and the rest
 */
public record ChangeRecord(
    Frame endpoint,
    Period window,
    Period baseline,
    long beforeMeanNanos,
    long afterMeanNanos,
    long deltaMeanNanos,
    List<Term> terms,
    long restNanos,
    List<PlaceChange> places)
    implements StreamRecord {
  public ChangeRecord {
    terms = List.copyOf(terms);
    places = List.copyOf(places);
  }

  @Override
  public List<String> key() {
    return List.of(
        endpoint.service(),
        endpoint.operation(),
        Long.toString(window.startMillis()),
        Long.toString(baseline.startMillis()));
  }

  @Override
  public List<Frame> about() {
    return List.of(endpoint);
  }

  /** The kind of a term. */
  public enum Kind {
    /** A slow or fast category has another share of the requests than before. */
    MIX,
    /** Requests of one category spend more or less time at one call path than before. */
    RATE
  }

  /**
   * A part of the change.
   *
   * @param category its signature
   * @param node the call path whose own time changed, from its first step down; only for a rate
   */
  public record Term(Kind kind, String category, Optional<List<PathStep>> node, long nanos) {}

  /**
   * The own time of a place: the fields of a {@link NamedPlace}, and its mean before and after.
   *
   * @param share its part of the change of the mean
   */
  public record PlaceChange(
      NamedPlace.Type type,
      Optional<String> service,
      Optional<String> operation,
      Optional<String> caller,
      Optional<String> callee,
      long beforeNanos,
      long afterNanos,
      OptionalDouble share) {}
}
