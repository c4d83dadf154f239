package io.tracemill.console;

import io.tracemill.console.server.Access;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/**
 * The console's process: {@code --config FILE [--port N]}. It prints {@code console: ADDRESS} when
 * it listens. It ends when its standard input ends, so it never outlives the process that started
 * it.
 */
public final class ConsoleMain {
  private ConsoleMain() {}

  /** Runs the console. */
  public static void main(String[] args) throws Exception {
    Arguments.run(args, ConsoleMain::run);
  }

  private static void run(Arguments arguments) throws Exception {
    TracemillConfig config = arguments.config();
    int port =
        arguments.value("--port").map(Integer::valueOf).orElse(config.get(Keys.CONSOLE_PORT));
    try (Live live = Live.of(config);
        Console console =
            Console.start(
                config, access(config), port, live.picture(), live.feed(), live.clock())) {
      live.feed().start();
      System.out.println("console: " + console.address());
      awaitEnd(System.in);
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
}
