package io.tracemill.analysis.quality;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.span.Labelled;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Whether silence about an endpoint means health (semantics 8.6).
 *
 * @param reason why it is not watched; none if it is watched
 * @param untilMillis the earliest time when it is watched, milliseconds since the epoch, if known
 */
public record Watch(WatchState state, Optional<Reason> reason, OptionalLong untilMillis) {
  public Watch {
    requireNonNull(state, "state");
  }

  /** Why an endpoint is not watched. */
  public enum Reason implements Labelled {
    /** Its history is too short. */
    NEW,
    /** It has too few requests. */
    FEW_REQUESTS,
    /** Too many of its traces are incomplete. */
    INCOMPLETE,
    /** Too many of its spans are late. */
    LATE
  }
}
