package io.tracemill.cli.check;

import java.util.List;
import java.util.Locale;

/**
 * One finding.
 *
 * @param text a sentence without a full stop
 * @param lines details: examples, or YAML or commands to paste
 */
record Finding(Verdict verdict, String text, List<String> lines) {
  /** The effect on the job. */
  enum Verdict {
    /** Good, or only for information. */
    OK,
    /** The job would run, but with worse results than it could have. */
    WARNING,
    /** The job would not run as configured. */
    PROBLEM,
    /** The step could not be carried out. */
    SKIPPED;

    String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  Finding {
    lines = List.copyOf(lines);
  }

  static Finding ok(String text, String... lines) {
    return new Finding(Verdict.OK, text, List.of(lines));
  }

  static Finding warning(String text, String... lines) {
    return new Finding(Verdict.WARNING, text, List.of(lines));
  }

  /** Adds a warning to {@code findings} if {@code holds}. */
  static void warnIf(boolean holds, List<Finding> findings, String text, String... lines) {
    if (holds) {
      findings.add(warning(text, lines));
    }
  }

  static Finding problem(String text, String... lines) {
    return new Finding(Verdict.PROBLEM, text, List.of(lines));
  }

  static Finding skipped(String reason) {
    return new Finding(Verdict.SKIPPED, reason, List.of());
  }

  /** Whether the finding asks for an action. */
  boolean asksForAction() {
    return verdict == Verdict.WARNING || verdict == Verdict.PROBLEM;
  }
}
