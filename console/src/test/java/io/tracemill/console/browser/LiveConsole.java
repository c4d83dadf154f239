package io.tracemill.console.browser;

import io.tracemill.connectors.live.Picture;
import io.tracemill.connectors.live.PictureLimits;
import io.tracemill.console.Console;
import io.tracemill.console.feed.Feed;
import io.tracemill.console.feed.FeedState;
import io.tracemill.console.feed.TestRecords;
import io.tracemill.console.server.Access;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/** A console without a store, to which a test gives records. It and its pages know one time. */
final class LiveConsole implements AutoCloseable {
  static final long NOW = 1_700_000_000_000L;
  private static final Access OPEN =
      new Access("127.0.0.1", Optional.empty(), Optional.empty(), Optional.empty());

  /** The time that a page sees, and whether its tab is hidden. */
  private static final String GIVEN =
      """
      globalThis.given = { millis: %d, hidden: false };
      Date.now = () => given.millis;
      Object.defineProperty(document, "hidden", { get: () => given.hidden });
      """
          .formatted(NOW);

  private final Picture picture = new Picture(PictureLimits.LIVE);
  private final Console console;

  private LiveConsole(Browser browser) throws Exception {
    FeedState state = FeedState.of(FeedState.Kind.LIVE, NOW);
    Feed feed = () -> state;
    InstantSource clock = InstantSource.fixed(Instant.ofEpochMilli(NOW));
    TracemillConfig config = TracemillConfig.defaults().with(Keys.STORE_PATH, "");
    console = Console.start(config, OPEN, 0, picture, feed, clock);
    browser.beforeEachDocument(GIVEN);
  }

  /** Starts one without records. */
  static LiveConsole start(Browser browser) throws Exception {
    return new LiveConsole(browser);
  }

  String address() {
    return console.address();
  }

  void accept(TestRecords.Result... records) {
    TestRecords.accept(picture, records);
  }

  @Override
  public void close() throws Exception {
    console.close();
  }
}
