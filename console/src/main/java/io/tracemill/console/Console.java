package io.tracemill.console;

import io.tracemill.console.api.Api;
import io.tracemill.console.api.ConsoleSettings;
import io.tracemill.console.api.StatusAnswer;
import io.tracemill.console.index.IndexAnswers;
import io.tracemill.console.picture.Feed;
import io.tracemill.console.picture.Picture;
import io.tracemill.console.server.Access;
import io.tracemill.console.server.ConsoleServer;
import io.tracemill.console.server.FlameHandler;
import io.tracemill.pipeline.config.ChangeKeys;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;

/** A running console: a picture of now behind an HTTP server. */
public final class Console implements AutoCloseable {
  private final ConsoleServer server;
  private final Access access;

  private Console(ConsoleServer server, Access access) {
    this.server = server;
    this.access = access;
  }

  /**
   * Starts to serve a picture.
   *
   * @param port 0 for any free port
   * @throws Exception if the address cannot be listened on
   */
  public static Console start(
      TracemillConfig config,
      Access access,
      int port,
      Picture picture,
      Feed feed,
      InstantSource clock)
      throws Exception {
    IndexAnswers index = new IndexAnswers(config, picture::asOfMillis, clock);
    StatusAnswer status = new StatusAnswer(picture, feed, settings(config));
    Api api = new Api(picture, status, index.byPath(), index.pastProfile(), clock);
    return new Console(
        ConsoleServer.start(access, port, api, picture, status, List.of(new FlameHandler(api))),
        access);
  }

  private static ConsoleSettings settings(TracemillConfig config) {
    return new ConsoleSettings(
        Objects.requireNonNullElse(
            Console.class.getPackage().getImplementationVersion(), "(not from a jar)"),
        !config.get(Keys.INDEX_PATH).isEmpty(),
        config.get(Keys.PROFILES_WINDOW).toMillis(),
        config.get(Keys.PROFILES_SLIDE).toMillis(),
        config.get(ChangeKeys.LINKS_TRACE));
  }

  /** The address of its first page. */
  public String address() {
    String host = access.address().contains(":") ? "[" + access.address() + "]" : access.address();
    return "http://%s:%d/".formatted(host, server.port());
  }

  @Override
  public void close() throws Exception {
    server.close();
  }
}
