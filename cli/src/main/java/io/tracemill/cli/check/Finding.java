package io.tracemill.cli.check;

import java.util.List;
import java.util.Locale;

/**
 * One thing that was found.
 *
 * @param text a sentence without a full stop
 * @param lines what belongs to it: examples, or what to do: YAML or commands to paste
 */
record Finding(Verdict verdict, String text, List<String> lines) {
  /** What it means for the job. */
  enum Verdict {
    /** As it should be, or just to know. */
    OK,
    /** The job would run, but its results would be worse than they could be. */
    WARNING,
    /** The job would not run as it is configured. */
    PROBLEM,
    /** Could not be looked at. */
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
