package io.tracemill.cli.process;

import java.io.IOException;

/** A command of the operating system, of which only counts whether it succeeds. */
public final class SystemCommand {
  private SystemCommand() {}

  /**
   * Runs it to its end.
   *
   * @throws IOException if there is no such command, or it fails
   */
  public static void run(String... command) throws IOException, InterruptedException {
    int status =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start()
            .waitFor();
    if (status != 0) {
      throw new IOException("%s ended with %d".formatted(String.join(" ", command), status));
    }
  }
}
