package io.tracemill.cli.check;

import java.util.List;

/** What one step found. */
record Section(String title, List<Finding> findings) {
  Section {
    findings = List.copyOf(findings);
  }
}
