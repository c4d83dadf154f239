package io.tracemill.analysis.incident;

import java.util.Optional;

/**
 * How people deal with an incident.
 *
 * @param owner the team that looks after its cause
 * @param muted why it alerts nobody
 */
public record Handling(Optional<String> owner, Optional<String> muted) {
  /** Nothing is known of its owner, and it is not muted. */
  public static final Handling NONE = new Handling(Optional.empty(), Optional.empty());
}
