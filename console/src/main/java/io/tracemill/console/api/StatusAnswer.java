package io.tracemill.console.api;

import io.tracemill.analysis.incident.Incident.Severity;
import io.tracemill.connectors.live.Picture;
import io.tracemill.console.feed.Feed;
import io.tracemill.console.feed.FeedState;
import java.util.Map;
import java.util.OptionalLong;

/** Answers how current the picture is and what the console can show. */
public record StatusAnswer(Picture picture, Feed feed, ConsoleSettings settings) {
  /**
   * The status.
   *
   * @param asOfMillis end of the newest window; empty before the first
   * @param storeOn whether the configuration names a store
   * @param incidents number of firing incidents by severity
   * @param endpoints number of known endpoints
   */
  public record Status(
      String version,
      OptionalLong asOfMillis,
      FeedState feed,
      boolean storeOn,
      Map<Severity, Long> incidents,
      int endpoints,
      long windowMillis) {}

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
