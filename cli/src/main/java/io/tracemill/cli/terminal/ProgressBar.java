package io.tracemill.cli.terminal;

import java.io.PrintWriter;
import java.util.function.DoubleSupplier;

/** Shows the share of the files that has been read, twice a second; prints nothing when piped. */
public final class ProgressBar implements AutoCloseable {
  private static final int WIDTH = 40;
  private static final long PERIOD_MILLIS = 500;

  private final PrintWriter err;
  private final boolean terminal = Terminal.isPresent();
  private final DoubleSupplier share;
  private final Thread drawing = new Thread(this::draw, "progress");

  private ProgressBar(PrintWriter err, DoubleSupplier share) {
    this.err = err;
    this.share = share;
    drawing.setDaemon(true);
  }

  /** A bar that asks {@code share} for the share read so far, from 0 to 1. */
  public static ProgressBar onTerminal(PrintWriter err, DoubleSupplier share) {
    return new ProgressBar(err, share);
  }

  /** Starts to draw. */
  public void start() {
    if (terminal) {
      drawing.start();
    }
  }

  private void draw() {
    try {
      while (true) {
        double read = share.getAsDouble();
        int done = (int) Math.round(read * WIDTH);
        err.printf(
            "\r[%s%s] %3d %% read",
            "#".repeat(done), ".".repeat(WIDTH - done), Math.round(100 * read));
        err.flush();
        Thread.sleep(PERIOD_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
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
