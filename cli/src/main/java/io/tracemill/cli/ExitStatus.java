package io.tracemill.cli;

/** The exit statuses of the program. */
final class ExitStatus {
  static final int DONE = 0;
  static final int FAILED = 1;
  static final int WRONG_USAGE_OR_CONFIGURATION = 2;

  private ExitStatus() {}
}
