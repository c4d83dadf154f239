package io.tracemill.cli.check;

import io.tracemill.cli.check.Finding.Verdict;
import java.util.List;

/** What all steps found, in their order. */
record Report(List<Section> sections) {
  /** What one step found. */
  record Section(String title, List<Finding> findings) {
    Section {
      findings = List.copyOf(findings);
    }
  }

  Report {
    sections = List.copyOf(sections);
  }

  /** All findings of this kind, in order. */
  List<Finding> of(Verdict verdict) {
    return sections.stream()
        .flatMap(section -> section.findings().stream())
        .filter(finding -> finding.verdict() == verdict)
        .toList();
  }

  /** Whether {@code run} could run as configured. */
  boolean runnable() {
    return of(Verdict.PROBLEM).isEmpty();
  }
}
