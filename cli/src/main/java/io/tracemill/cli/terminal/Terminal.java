package io.tracemill.cli.terminal;

/** Whether somebody looks on. */
public final class Terminal {
  private Terminal() {}

  /** Whether input and output are a terminal, neither piped nor redirected. */
  @SuppressWarnings("SystemConsoleNull") // On 17 it is null when redirected.
  public static boolean isPresent() {
    return System.console() != null;
  }
}
