package io.tracemill.cli.console;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A JVM with the console's own class path, which the launcher passes in a system property.
 *
 * <p>It shares the standard error of this process. It ends when its standard input ends, and so
 * also when this process dies.
 */
public final class ConsoleProcess implements AutoCloseable {
  /** The system property with the class path. */
  public static final String CLASS_PATH = "tracemill.console.classpath";

  private static final String CONSOLE = "io.tracemill.console.ConsoleMain";
  private static final String REPORT = "io.tracemill.console.report.ReportMain";
  private static final String MCP = "io.tracemill.console.McpMain";
  private static final String INCIDENT = "io.tracemill.console.IncidentMain";
  private static final int INTERRUPTED = 130;
  private static final int TERMINATED = 143;
  private static final long CLOSE_SECONDS = 5;

  private final Process process;
  private final Thread reader;

  private ConsoleProcess(Process process, Consumer<String> lines) {
    this.process = process;
    reader = new Thread(() -> readOutput(lines), "console-output");
    reader.setDaemon(true);
    reader.start();
  }

  /** Whether the launcher passed the class path. */
  public static boolean isAvailable() {
    return System.getProperty(CLASS_PATH) != null;
  }

  /**
   * Throws an {@link IllegalStateException} with a one-line message if the class path is unknown.
   */
  static void requireAvailable() {
    if (!isAvailable()) {
      throw new IllegalStateException(
          "the console's class path is not known (-D%s); start Tracemill by its script ./tracemill"
              .formatted(CLASS_PATH));
    }
  }

  /**
   * Starts the console.
   *
   * @param arguments those of {@code ConsoleMain}: {@code --config FILE}, {@code --port N}
   * @param lines gets each line of its standard output; the first line is its address
   * @throws IllegalStateException if it is not {@link #isAvailable}
   */
  public static ConsoleProcess console(List<String> arguments, Consumer<String> lines)
      throws IOException {
    return start("-Xmx512m", CONSOLE, arguments, lines);
  }

  /** Starts the process that writes a report; as {@link #console} otherwise. */
  static ConsoleProcess report(List<String> arguments, Consumer<String> lines) throws IOException {
    return start("-Xmx1g", REPORT, arguments, lines);
  }

  /** Starts the process that prints an incident; as {@link #console} otherwise. */
  static ConsoleProcess incident(List<String> arguments, Consumer<String> lines)
      throws IOException {
    return start("-Xmx512m", INCIDENT, arguments, lines);
  }

  /** Answers an agent over this process's standard input and output until the input ends. */
  static int mcp(List<String> arguments) throws IOException, InterruptedException {
    Process process = builder("-Xmx512m", MCP, arguments).inheritIO().start();
    // The agent may stop this process and keep the input open.
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroy));
    return explained(process.waitFor());
  }

  private static ConsoleProcess start(
      String heap, String main, List<String> arguments, Consumer<String> lines) throws IOException {
    return new ConsoleProcess(
        builder(heap, main, arguments).redirectError(Redirect.INHERIT).start(), lines);
  }

  private static ProcessBuilder builder(String heap, String main, List<String> arguments) {
    requireAvailable();
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(heap, "-XX:+UseSerialGC", "-cp", System.getProperty(CLASS_PATH), main));
    command.addAll(arguments);
    return new ProcessBuilder(command);
  }

  private void readOutput(Consumer<String> lines) {
    try (BufferedReader output = process.inputReader(UTF_8)) {
      output.lines().forEach(lines);
    } catch (IOException | UncheckedIOException e) {
      // The process was killed; await() reports that.
    }
  }

  /** Whether the process runs. */
  public boolean isAlive() {
    return process.isAlive();
  }

  /**
   * Waits until the process ends.
   *
   * @return its exit status
   * @throws IllegalStateException if it was killed or crashed, and so has not printed a reason
   */
  int await() throws InterruptedException {
    int status = process.waitFor();
    reader.join();
    return explained(status);
  }

  private static int explained(int status) {
    return switch (status) {
      case 0, 1, 2, INTERRUPTED, TERMINATED -> status;
      default ->
          throw new IllegalStateException("the console ended with status %d".formatted(status));
    };
  }

  /** Ends the process; kills it after 5 seconds. */
  @Override
  public void close() throws IOException {
    try {
      process.getOutputStream().close();
      if (!process.waitFor(CLOSE_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
