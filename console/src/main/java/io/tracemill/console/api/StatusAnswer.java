package io.tracemill.console.api;

import io.tracemill.connectors.live.Picture;
import io.tracemill.console.feed.Feed;

/**
 * Answers how current a picture is.
 *
 * @param storeOn whether the configuration names a store
 * @param windowMillis length of a profile's window
 */
public record StatusAnswer(
    Picture picture, Feed feed, String version, boolean storeOn, long windowMillis) {
  /** The status now. */
  public Status status() {
    return new Status(
        version,
        picture.asOfMillis(),
        feed.state(),
        storeOn,
        picture.firingBySeverity(),
        picture.endpointCount(),
        windowMillis);
  }
}
