package io.tracemill.cli.terminal;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** How much a terminal shows at once. */
public record TerminalSize(int rows, int columns) {
  private static final File TERMINAL = new File("/dev/tty");

  /** That of the terminal that this process was started from; none where nobody says. */
  public static Optional<TerminalSize> now() {
    try {
      Process stty =
          new ProcessBuilder("stty", "size")
              .redirectInput(TERMINAL)
              .redirectErrorStream(true)
              .start();
      if (stty.waitFor(1, TimeUnit.SECONDS)) {
        return of(new String(stty.getInputStream().readAllBytes(), UTF_8));
      }
      stty.destroyForcibly();
      return Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  /** What {@code stty size} says: rows and columns, zeros where it does not know. */
  static Optional<TerminalSize> of(String said) {
    if (!said.strip().matches("[1-9]\\d{0,4} [1-9]\\d{0,4}")) {
      return Optional.empty();
    }
    String[] numbers = said.strip().split(" ", -1);
    return Optional.of(
        new TerminalSize(Integer.parseInt(numbers[0]), Integer.parseInt(numbers[1])));
  }

  /** The first lines of a text, as many as fit above the row in which the cursor stands then. */
  public String top(String text) {
    StringBuilder top = new StringBuilder();
    int left = rows - 1;
    for (String line : text.lines().toList()) {
      left -= rowsOfLine(line);
      if (left < 0) {
        break;
      }
      top.append(line).append('\n');
    }
    return top.toString();
  }

  /** How many rows the lines of a text take; one that is wider than the terminal takes several. */
  public int rowsOf(String text) {
    return text.lines().mapToInt(this::rowsOfLine).sum();
  }

  private int rowsOfLine(String line) {
    return Math.max(1, (line.length() + columns - 1) / columns);
  }
}
