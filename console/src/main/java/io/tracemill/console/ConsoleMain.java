package io.tracemill.console;

import io.tracemill.console.picture.KafkaFeed;
import io.tracemill.console.picture.Picture;
import io.tracemill.console.picture.PictureLimits;
import io.tracemill.console.server.Access;
import io.tracemill.pipeline.config.ConfigException;
import io.tracemill.pipeline.config.ConfigFile;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/**
 * The console's process: {@code --config FILE [--port N]}. It prints {@code console: ADDRESS} when
 * it listens. It ends when its standard input ends, so it never outlives the process that started
 * it.
 */
public final class ConsoleMain {
  private ConsoleMain() {}

  /** Runs the console. Exit status: 0 done, 1 failed, 2 wrong configuration. */
  public static void main(String[] args) throws Exception {
    try {
      run(config(List.of(args)));
    } catch (ConfigException e) {
      end(2, e);
    } catch (IOException e) {
      end(1, e);
    }
  }

  /** The configuration of {@code --config FILE}, with the port of {@code --port N}. */
  private static TracemillConfig config(List<String> args) {
    TracemillConfig config = TracemillConfig.defaults();
    int file = args.indexOf("--config");
    if (file >= 0) {
      config = ConfigFile.load(Path.of(args.get(file + 1)), System.getenv());
    }
    int port = args.indexOf("--port");
    return port < 0 ? config : config.with(Keys.CONSOLE_PORT, Integer.valueOf(args.get(port + 1)));
  }

  private static void run(TracemillConfig config) throws Exception {
    Clock clock = Clock.systemUTC();
    Picture picture = new Picture(PictureLimits.LIVE);
    KafkaFeed feed = new KafkaFeed(config, config.get(Keys.CONSOLE_HISTORY), picture, clock);
    int port = config.get(Keys.CONSOLE_PORT);
    try (Console console = Console.start(config, access(config), port, picture, feed, clock)) {
      feed.start();
      System.out.println("console: " + console.address());
      awaitEnd(System.in);
      feed.close();
    }
  }

  private static Access access(TracemillConfig config) {
    return new Access(
        config.get(Keys.CONSOLE_ADDRESS),
        Optional.of(config.get(Keys.CONSOLE_HOST)).filter(text -> !text.isEmpty()),
        Optional.of(config.get(Keys.CONSOLE_TOKEN)).filter(text -> !text.isEmpty()),
        Optional.of(config.get(Keys.CONSOLE_PROXY_HEADER)).filter(text -> !text.isEmpty()));
  }

  private static void awaitEnd(InputStream input) throws IOException {
    byte[] ignored = new byte[256];
    while (input.read(ignored) >= 0) {
      // Only the end of the input matters.
    }
  }

  private static void end(int status, Exception why) {
    System.err.println("tracemill: " + why.getMessage());
    System.exit(status);
  }
}
