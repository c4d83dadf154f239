package io.tracemill.cli.demo;

import io.tracemill.cli.console.ConsoleProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The console of a demo. The demo continues without a console that is switched off, cannot start,
 * or ends.
 */
final class DemoConsole implements AutoCloseable {
  private final boolean wanted;
  private final int port;
  private final Consumer<String> progress;
  private @Nullable ConsoleProcess process;

  /**
   * A console that has not started yet.
   *
   * @param port the port that it will listen at
   * @param progress prints a line for the user
   */
  DemoConsole(boolean wanted, int port, Consumer<String> progress) {
    this.wanted = wanted && ConsoleProcess.isAvailable();
    this.port = port;
    this.progress = progress;
    if (this.wanted) {
      progress.accept("console: http://127.0.0.1:%d/ (answers in a few seconds)".formatted(port));
    } else if (wanted) {
      progress.accept("no console: start the demo with ./tracemill demo to have one");
    }
  }

  int port() {
    return port;
  }

  /** Starts the console with the demo's configuration. */
  void start(Path config) throws IOException {
    if (wanted) {
      process = ConsoleProcess.console(List.of("--config", config.toString()), line -> {});
    }
  }

  /** Its address while it runs; prints a line, once, if it has ended. */
  Optional<String> address() {
    if (process != null && !process.isAlive()) {
      progress.accept("the console has ended; the demo continues");
      process = null;
    }
    return Optional.ofNullable(process).map(running -> "http://127.0.0.1:%d/".formatted(port));
  }

  @Override
  public void close() throws IOException {
    if (process != null) {
      process.close();
    }
  }
}
