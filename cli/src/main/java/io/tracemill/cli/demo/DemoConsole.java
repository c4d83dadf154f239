package io.tracemill.cli.demo;

import io.tracemill.cli.console.ConsoleProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The console beside a demo. The demo goes on without it if it is not wanted, cannot be started, or
 * ends.
 */
final class DemoConsole implements AutoCloseable {
  private final boolean wanted;
  private final int port;
  private final Consumer<String> progress;
  private @Nullable ConsoleProcess process;

  /**
   * A console that is not started yet.
   *
   * @param port where it will listen
   * @param progress prints a line for the user
   */
  DemoConsole(boolean wanted, int port, Consumer<String> progress) {
    this.wanted = wanted && ConsoleProcess.isAvailable();
    this.port = port;
    this.progress = progress;
    if (this.wanted) {
      progress.accept("console: http://127.0.0.1:%d/ (answers in a few seconds)".formatted(port));
    } else if (wanted) {
      progress.accept("no console: ./tracemill demo has it");
    }
  }

  int port() {
    return port;
  }

  /** Starts it with the demo's configuration. */
  void start(Path config) throws IOException {
    if (wanted) {
      process = ConsoleProcess.console(List.of("--config", config.toString()), line -> {});
    }
  }

  /** Says once that it has ended, if it has. */
  void look() {
    if (process != null && !process.isAlive()) {
      progress.accept("the console has ended; the demo goes on");
      process = null;
    }
  }

  @Override
  public void close() throws IOException {
    if (process != null) {
      process.close();
    }
  }
}
