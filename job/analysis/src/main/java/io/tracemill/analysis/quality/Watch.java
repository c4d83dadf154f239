package io.tracemill.analysis.quality;

import static java.util.Objects.requireNonNull;

import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * How far silence about an endpoint means health (semantics 8.6).
 *
 * @param reason why it is not watched; none if it is
 * @param untilMillis when it is watched at the earliest, milliseconds since the epoch, if that can
 *     be said
 */
public record Watch(WatchState state, Optional<Reason> reason, OptionalLong untilMillis) {
  public Watch {
    requireNonNull(state, "state");
  }

  /** Why an endpoint is not watched. */
  public enum Reason {
    /** It has not been seen for long enough. */
    NEW,
    /** Too few requests come. */
    FEW_REQUESTS,
    /** Too many of its traces are incomplete. */
    INCOMPLETE,
    /** Too many of its spans come too late. */
    LATE;

    /** The name in records: {@code few-requests}. */
    public String label() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }
}
