package io.tracemill.analysis.quality;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * How far silence about an endpoint means health.
 *
 * @param reason why it is not watched, as records say it: {@code few-requests}; none where it is
 * @param untilMillis when it is watched at the earliest, milliseconds since the epoch, where that
 *     can be said
 */
public record Watch(WatchState state, Optional<String> reason, OptionalLong untilMillis) {
  public Watch {
    requireNonNull(state, "state");
  }
}
