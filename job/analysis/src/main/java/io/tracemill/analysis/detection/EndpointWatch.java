package io.tracemill.analysis.detection;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.quality.Watch;
import io.tracemill.analysis.quality.WatchState;
import io.tracemill.analysis.span.Frame;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * How far silence about an endpoint means health (semantics 8.6).
 *
 * @param reason why it is not watched; none where it is
 * @param untilMillis when it is watched at the earliest, milliseconds since the epoch, where that
 *     can be said
 */
public record EndpointWatch(
    Frame endpoint, WatchState state, Optional<Reason> reason, OptionalLong untilMillis) {
  public EndpointWatch {
    requireNonNull(endpoint, "endpoint");
    requireNonNull(state, "state");
  }

  /** The same for the accounts, which know endpoints by their scope. */
  public Watch watch() {
    return new Watch(state, reason.map(Reason::label), untilMillis);
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
