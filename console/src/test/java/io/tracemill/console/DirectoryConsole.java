package io.tracemill.console;

import io.tracemill.connectors.live.Picture;
import io.tracemill.connectors.live.PictureLimits;
import io.tracemill.console.feed.DirectoryFeed;
import io.tracemill.console.server.Access;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import java.nio.file.Path;
import java.time.Clock;
import java.time.InstantSource;
import java.util.Optional;

/** A console over the files of {@code tracemill analyze --out DIR --store DIR}. */
public final class DirectoryConsole {
  private static final Access OPEN =
      new Access("127.0.0.1", Optional.empty(), Optional.empty(), Optional.empty());

  private DirectoryConsole() {}

  /** Starts a console; an empty index means none. */
  public static Console start(Path data, String index, int port) throws Exception {
    return start(data, index, port, OPEN);
  }

  /** Starts a console with this access. */
  public static Console start(Path data, String index, int port, Access access) throws Exception {
    InstantSource clock = Clock.systemUTC();
    Picture picture = new Picture(PictureLimits.REPORT);
    DirectoryFeed feed = DirectoryFeed.read(data, picture, clock.millis());
    TracemillConfig config = TracemillConfig.defaults().with(Keys.STORE_PATH, index);
    return Console.start(config, access, port, picture, feed, clock);
  }

  /** Serves the pages during their development: {@code DIR [INDEX] [PORT]}. */
  public static void main(String[] args) throws Exception {
    String index = args.length > 1 ? args[1] : "";
    int port = args.length > 2 ? Integer.parseInt(args[2]) : 0;
    System.out.println(start(Path.of(args[0]), index, port).address());
    Thread.currentThread().join();
  }
}
