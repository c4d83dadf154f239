package io.tracemill.console.feed;

/** A source of records that fills a picture. */
public interface Feed {
  /** The state of the feed, which says how current the picture is. */
  FeedState state();
}
