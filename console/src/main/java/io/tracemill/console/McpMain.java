package io.tracemill.console;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tracemill.console.mcp.McpService;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;

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
    try (Live live = Live.of(arguments.config())) {
      McpService service = live.questions().mcp();
      live.feed().start();
      answer(service, new PrintStream(System.out, false, UTF_8));
    }
  }

  private static void answer(McpService service, PrintStream out) throws IOException {
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      service.answer(line).ifPresent(out::println);
      out.flush();
    }
  }
}
