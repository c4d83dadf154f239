package io.tracemill.console.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tracemill.connectors.live.Picture;
import io.tracemill.console.feed.Feed;
import io.tracemill.console.feed.FeedState;

/** Answers how current the picture is and what the console can show. */
public final class StatusAnswer {
  private final Picture picture;
  private final Feed feed;
  private final ConsoleSettings settings;

  /** Answers about this picture and its feed. */
  public StatusAnswer(Picture picture, Feed feed, ConsoleSettings settings) {
    this.picture = picture;
    this.feed = feed;
    this.settings = settings;
  }

  /** The status. */
  public ObjectNode status() {
    ObjectNode status = ApiJson.object();
    status.put("version", settings.version());
    picture.asOfMillis().ifPresent(millis -> status.put("asOfMillis", millis));
    FeedState state = feed.state();
    ObjectNode feedJson = status.putObject("feed");
    feedJson.put("state", state.kind().label());
    feedJson.put("sinceMillis", state.sinceMillis());
    state.reason().ifPresent(reason -> feedJson.put("reason", reason));
    status.putObject("index").put("on", settings.indexOn());
    ObjectNode incidents = status.putObject("incidents");
    picture.firingBySeverity().forEach((severity, count) -> incidents.put(severity.label(), count));
    status.put("endpoints", picture.endpointCount());
    status.put("windowMillis", settings.windowMillis());
    return status;
  }
}
