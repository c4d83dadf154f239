package io.tracemill.cli.process;

import java.io.IOException;
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

  public boolean isAlive() {
    return process.isAlive();
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
