package io.tracemill.console.picture;

/** What fills a picture. */
public interface Feed {
  /** How far it has come. */
  FeedState state();
}
