package io.tracemill.console;

import io.tracemill.connectors.live.Picture;
import io.tracemill.connectors.live.PictureLimits;
import io.tracemill.console.feed.KafkaFeed;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import java.time.Clock;

/** A picture of the topics that a configuration names. The feed fills it once it is started. */
record Live(TracemillConfig config, Clock clock, Picture picture, KafkaFeed feed)
    implements AutoCloseable {
  /** An empty picture, and its feed. */
  static Live of(TracemillConfig config) {
    Clock clock = Clock.systemUTC();
    Picture picture = new Picture(PictureLimits.LIVE);
    return new Live(
        config,
        clock,
        picture,
        new KafkaFeed(config, config.get(Keys.CONSOLE_HISTORY), picture, clock));
  }

  /** Questions about it. */
  Questions questions() {
    return Questions.of(config, picture, feed, Console.LIMITS, clock);
  }

  @Override
  public void close() throws InterruptedException {
    feed.close();
  }
}
