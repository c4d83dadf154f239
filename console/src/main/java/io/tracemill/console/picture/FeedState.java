package io.tracemill.console.picture;

import java.util.Locale;
import java.util.Optional;

/**
 * How far the picture can be trusted to be of now.
 *
 * @param sinceMillis since when it is so, since the epoch
 * @param reason what is wrong; empty if nothing is
 */
public record FeedState(Kind kind, long sinceMillis, Optional<String> reason) {
  /** The kinds, in the order in which a console meets them. */
  public enum Kind {
    /** It has not read anything yet. */
    STARTING,
    /** It reads what was written before it started. */
    CATCHING_UP,
    /** It reads each record as it is written. */
    LIVE,
    /** No record comes, although Kafka answers. */
    SILENT,
    /** Kafka cannot be reached. */
    DOWN,
    /** It has read files to their end. */
    FILES;

    /** The name in answers. */
    public String label() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /** A state in which nothing is wrong. */
  public static FeedState of(Kind kind, long sinceMillis) {
    return new FeedState(kind, sinceMillis, Optional.empty());
  }
}
