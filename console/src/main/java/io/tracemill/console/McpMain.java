package io.tracemill.console;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tracemill.connectors.live.Picture;
import io.tracemill.connectors.live.PictureLimits;
import io.tracemill.console.feed.KafkaFeed;
import io.tracemill.console.mcp.McpService;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.time.Clock;

/**
 * The process that answers an agent over standard input and output: {@code --config FILE}. A line
 * is a message. It ends with its input.
 */
public final class McpMain {
  private McpMain() {}

  /** Answers until the input ends. */
  public static void main(String[] args) throws Exception {
    Arguments.run(args, McpMain::run);
  }

  private static void run(Arguments arguments) throws Exception {
    TracemillConfig config = arguments.config();
    Clock clock = Clock.systemUTC();
    Picture picture = new Picture(PictureLimits.LIVE);
    KafkaFeed feed = new KafkaFeed(config, config.get(Keys.CONSOLE_HISTORY), picture, clock);
    Questions questions = Questions.of(config, picture, feed, Console.LIMITS, clock);
    feed.start();
    answer(questions.mcp(), new PrintStream(System.out, false, UTF_8));
    feed.close();
  }

  private static void answer(McpService service, PrintStream out) throws IOException {
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      service.answer(line).ifPresent(out::println);
      out.flush();
    }
  }
}
