package io.tracemill.console.feed;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Locale;
import java.util.Optional;

/**
 * How current the picture is.
 *
 * @param sinceMillis when the state began, milliseconds since the epoch
 * @param reason what is wrong; empty if nothing is wrong
 */
public record FeedState(
    @JsonProperty("state") Kind kind, long sinceMillis, Optional<String> reason) {
  /** The kinds, in the order in which they usually occur. */
  public enum Kind {
    /** The feed has read nothing yet. */
    STARTING,
    /** The feed reads records that were written before it started. */
    CATCHING_UP,
    /** The feed reads records as they are written. */
    LIVE,
    /** No record arrives, although Kafka answers. */
    SILENT,
    /** Kafka cannot be reached. */
    DOWN,
    /** The feed has read files to their end. */
    FILES;

    /** The name in answers and metrics. */
    public String label() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /** A state in which nothing is wrong. */
  public static FeedState of(Kind kind, long sinceMillis) {
    return new FeedState(kind, sinceMillis, Optional.empty());
  }
}
