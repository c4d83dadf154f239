package io.tracemill.cli.analyze;

import io.tracemill.cli.terminal.Terminal;
import io.tracemill.pipeline.source.files.ReadProgress;
import java.io.PrintWriter;

/** How much of the files has been read, drawn again every second; nothing when piped. */
final class ProgressBar implements AutoCloseable {
  private static final int WIDTH = 40;
  private static final long PERIOD_MILLIS = 500;

  private final PrintWriter err;
  private final boolean terminal;
  private final Thread drawing = new Thread(this::draw, "progress");

  private ProgressBar(PrintWriter err, boolean terminal) {
    this.err = err;
    this.terminal = terminal;
    drawing.setDaemon(true);
  }

  static ProgressBar onTerminal(PrintWriter err) {
    return new ProgressBar(err, Terminal.isPresent());
  }

  void start() {
    if (terminal) {
      drawing.start();
    }
  }

  private void draw() {
    try {
      while (true) {
        err.print(line(ReadProgress.share()));
        err.flush();
        Thread.sleep(PERIOD_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  static String line(double share) {
    int done = (int) Math.round(share * WIDTH);
    return "\r[%s%s] %3d %% read"
        .formatted("#".repeat(done), ".".repeat(WIDTH - done), Math.round(100 * share));
  }

  @Override
  public void close() {
    if (terminal) {
      drawing.interrupt();
      err.print("\r" + " ".repeat(WIDTH + 20) + "\r");
      err.flush();
    }
  }
}
