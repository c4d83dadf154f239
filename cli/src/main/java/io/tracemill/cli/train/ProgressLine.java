package io.tracemill.cli.train;

import io.tracemill.analysis.anomaly.TrainingProgress;
import io.tracemill.analysis.span.Frame;
import io.tracemill.cli.screen.Wording;
import io.tracemill.cli.terminal.Terminal;
import java.io.PrintWriter;
import java.util.Locale;

/** Says on a terminal which endpoint is trained and how far it is; prints nothing when piped. */
final class ProgressLine implements TrainingProgress {
  private static final int WIDTH = 79;
  private static final int NAME = 35;

  private final PrintWriter err;
  private final boolean terminal = Terminal.isPresent();
  private String endpoint = "";

  ProgressLine(PrintWriter err) {
    this.err = err;
  }

  /** Begins with one of so many endpoints. */
  void begin(Frame next, int number, int count) {
    endpoint = "%d of %d: %s".formatted(number, count, Wording.shorten(Wording.frame(next), NAME));
    draw(endpoint);
  }

  @Override
  public void epoch(int epoch, int epochs, double loss) {
    draw(
        String.format(Locale.ROOT, "%s, epoch %d of %d, loss %.2f", endpoint, epoch, epochs, loss));
  }

  /** Makes room for a line of output. */
  void clear() {
    draw("");
  }

  private void draw(String text) {
    if (terminal) {
      err.print("\r" + " ".repeat(WIDTH) + "\r" + text);
      err.flush();
    }
  }
}
