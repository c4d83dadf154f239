package io.tracemill.cli.process;

import io.tracemill.cli.Main;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A JVM of its own, which writes all that it says to a file and does not outlive this one. */
public final class JavaProcess implements AutoCloseable {
  private static final long STOP_SECONDS = 60;
  private static final int TAIL_LINES = 30;
  private static final int POLL_MILLIS = 2;

  private final Process process;
  private final Path log;
  private final Thread reaper;

  private JavaProcess(Process process, Path log) {
    this.process = process;
    this.log = log;
    this.reaper = new Thread(process::destroyForcibly, "reaper of " + log.getFileName());
    Runtime.getRuntime().addShutdownHook(reaper);
  }

  /**
   * Starts it.
   *
   * @param log the file to which what it says is added
   * @param arguments those of {@code java}: options, class, and the arguments of that
   * @param environment variables that it has besides this process's
   */
  public static JavaProcess start(Path log, List<String> arguments, Map<String, String> environment)
      throws IOException {
    List<String> command = new ArrayList<>(arguments);
    command.add(0, Path.of(System.getProperty("java.home"), "bin", "java").toString());
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().putAll(environment);
    builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    return new JavaProcess(builder.start(), log);
  }

  /**
   * Starts the command line with this process's class path, opened packages and JVM options.
   *
   * @param options further options of its JVM
   */
  public static JavaProcess commandLine(Path log, List<String> options, List<String> arguments)
      throws IOException {
    List<String> command = new ArrayList<>();
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(option -> option.startsWith("--add-opens") || option.startsWith("-XX:"))
        .forEach(command::add);
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    command.addAll(arguments);
    return start(log, command, Map.of());
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** Waits until the condition holds. If the process ends before, fails with its output. */
  public void await(Patience.Condition condition) throws Exception {
    while (!condition.holds()) {
      if (process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
        throw new AssertionError("ended with %d: %s".formatted(process.exitValue(), said()));
      }
    }
  }

  /** Asks the process to end, like Ctrl-C, and returns its exit status. */
  public int stop() throws InterruptedException, IOException {
    process.destroy();
    return end();
  }

  /** As {@code kill -9} does; returns when it is gone. */
  public void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
    forget();
  }

  /** Waits for its end, which should be near; its exit status. */
  public int end() throws InterruptedException, IOException {
    if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
      throw new AssertionError("does not end: " + tail());
    }
    forget();
    return process.exitValue();
  }

  private void forget() {
    Runtime.getRuntime().removeShutdownHook(reaper);
  }

  /** All that was ever said to its file. */
  public String said() throws IOException {
    return Files.readString(log);
  }

  /** The last lines of what it said. */
  public String tail() throws IOException {
    List<String> lines = said().lines().toList();
    return log.getFileName()
        + (isAlive() ? " (alive)" : " (ended)")
        + ":\n"
        + String.join("\n", lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size()));
  }

  @Override
  public void close() throws InterruptedException {
    if (isAlive()) {
      kill();
    }
  }
}
