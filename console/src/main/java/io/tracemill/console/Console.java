package io.tracemill.console;

import io.tracemill.connectors.live.Picture;
import io.tracemill.console.feed.Feed;
import io.tracemill.console.metrics.PictureMetrics;
import io.tracemill.console.server.Access;
import io.tracemill.console.server.ConsoleServer;
import io.tracemill.console.server.FlameHandler;
import io.tracemill.console.server.McpHandler;
import io.tracemill.console.server.MetricsHandler;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.store.engine.EngineLimits;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;

/** A running console: an HTTP server that answers from a {@link Picture}. */
public final class Console implements AutoCloseable {
  /** The limits of one question to the store. */
  static final EngineLimits LIMITS =
      EngineLimits.DEFAULT.withMemory(500).withTimeout(Duration.ofSeconds(30));

  private final ConsoleServer server;

  private Console(ConsoleServer server) {
    this.server = server;
  }

  /**
   * Starts to serve a picture.
   *
   * @param port 0 for any free port
   * @throws java.io.IOException if the address cannot be listened on
   */
  public static Console start(
      TracemillConfig config,
      Access access,
      int port,
      Picture picture,
      Feed feed,
      InstantSource clock)
      throws Exception {
    Questions questions = Questions.of(config, picture, feed, LIMITS, clock);
    return new Console(
        ConsoleServer.start(
            access,
            port,
            questions.api(),
            picture,
            questions.status(),
            List.of(
                new FlameHandler(questions.api()),
                new McpHandler(questions.mcp()),
                new MetricsHandler(new PictureMetrics(picture, feed)))));
  }

  /** The URL of the first page. */
  public String address() {
    return server.address();
  }

  @Override
  public void close() throws Exception {
    server.close();
  }
}
