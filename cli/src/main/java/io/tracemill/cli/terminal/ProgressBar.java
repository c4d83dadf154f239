package io.tracemill.cli.terminal;

import java.io.PrintWriter;
import java.util.function.DoubleSupplier;

/** How much of the files has been read, drawn again every second; nothing when piped. */
public final class ProgressBar implements AutoCloseable {
  private static final int WIDTH = 40;
  private static final long PERIOD_MILLIS = 500;

  private final PrintWriter err;
  private final boolean terminal;
  private final DoubleSupplier share;
  private final Thread drawing = new Thread(this::draw, "progress");

  private ProgressBar(PrintWriter err, boolean terminal, DoubleSupplier share) {
    this.err = err;
    this.terminal = terminal;
    this.share = share;
    drawing.setDaemon(true);
  }

  /** A bar that asks {@code share} for the part that has been read, from 0 to 1. */
  public static ProgressBar onTerminal(PrintWriter err, DoubleSupplier share) {
    return new ProgressBar(err, Terminal.isPresent(), share);
  }

  /** Begins to draw. */
  public void start() {
    if (terminal) {
      drawing.start();
    }
  }

  private void draw() {
    try {
      while (true) {
        err.print(line(share.getAsDouble()));
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
