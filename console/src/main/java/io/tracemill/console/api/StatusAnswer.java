package io.tracemill.console.api;

import io.tracemill.connectors.live.Picture;
import io.tracemill.console.feed.Feed;

/** Answers how current a picture is. */
public record StatusAnswer(Picture picture, Feed feed, ConsoleSettings settings) {
  /** The status now. */
  public Status status() {
    return new Status(
        settings.version(),
        picture.asOfMillis(),
        feed.state(),
        settings.storeOn(),
        picture.firingBySeverity(),
        picture.endpointCount(),
        settings.windowMillis());
  }
}
