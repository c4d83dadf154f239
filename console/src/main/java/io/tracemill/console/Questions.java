package io.tracemill.console;

import io.tracemill.connectors.live.Picture;
import io.tracemill.connectors.live.PictureLimits;
import io.tracemill.console.api.Api;
import io.tracemill.console.api.PictureRoutes;
import io.tracemill.console.api.Route;
import io.tracemill.console.api.StatusAnswer;
import io.tracemill.console.bundle.IncidentBundle;
import io.tracemill.console.feed.DirectoryFeed;
import io.tracemill.console.feed.Feed;
import io.tracemill.console.mcp.McpService;
import io.tracemill.console.store.StoreAnswers;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.store.engine.EngineLimits;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** The API and the status of a picture and a store. */
public record Questions(Api api, StatusAnswer status) {
  /** Version of the console, for programs that ask it. */
  private static final String VERSION =
      Objects.requireNonNullElse(
          Questions.class.getPackage().getImplementationVersion(), "(not from a jar)");

  /**
   * Questions about this picture and the store that the configuration names.
   *
   * @param limits of a question to the store
   */
  public static Questions of(
      TracemillConfig config,
      Picture picture,
      Feed feed,
      EngineLimits limits,
      InstantSource clock) {
    StoreAnswers store = new StoreAnswers(config, limits, picture::asOfMillis, clock);
    StatusAnswer status =
        new StatusAnswer(
            picture,
            feed,
            VERSION,
            !config.get(Keys.STORE_PATH).isEmpty(),
            config.get(Keys.PROFILES_WINDOW).toMillis());
    List<Route> routes = new ArrayList<>(PictureRoutes.of(picture, status, clock));
    routes.addAll(store.routes());
    routes.add(
        IncidentBundle.route(new Api(picture, routes, clock), config.get(Keys.LINKS_CONSOLE)));
    return new Questions(new Api(picture, routes, clock), status);
  }

  /**
   * Questions about the directory of records {@code --data} and the store {@code --store}.
   *
   * @param limits of a question to the store
   */
  public static Questions ofFiles(Arguments arguments, EngineLimits limits) throws IOException {
    Clock clock = Clock.systemUTC();
    Picture picture = new Picture(PictureLimits.REPORT);
    return of(
        arguments.config().with(Keys.STORE_PATH, arguments.required("--store")),
        picture,
        DirectoryFeed.read(Path.of(arguments.required("--data")), picture, clock.millis()),
        limits,
        clock);
  }

  /** The same questions for agents. */
  McpService mcp() {
    return new McpService(api, VERSION);
  }
}
