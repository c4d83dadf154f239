package io.tracemill.cli.terminal;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Help.Ansi;

/** The size of a terminal, in rows and columns. */
public record Terminal(int rows, int columns) {
  private static final Pattern SIZE = Pattern.compile("([1-9]\\d{0,4}) ([1-9]\\d{0,4})\\s*");

  /** Whether input and output are a terminal, neither piped nor redirected. */
  @SuppressWarnings("SystemConsoleNull") // On 17 it is null when redirected.
  public static boolean isPresent() {
    return System.console() != null;
  }

  /** Whether it supports colours and nothing forbids them, such as {@code NO_COLOR}. */
  public static boolean hasColours() {
    return isPresent() && Ansi.AUTO.enabled();
  }

  /** The terminal that this process was started from; empty if its size is unknown. */
  public static Optional<Terminal> now() {
    try {
      Process stty =
          new ProcessBuilder("stty", "size")
              .redirectInput(new File("/dev/tty"))
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

  /** Parses the output of {@code stty size}: rows and columns, zeros if unknown. */
  static Optional<Terminal> of(String size) {
    Matcher numbers = SIZE.matcher(size);
    return numbers.matches()
        ? Optional.of(
            new Terminal(Integer.parseInt(numbers.group(1)), Integer.parseInt(numbers.group(2))))
        : Optional.empty();
  }
}
