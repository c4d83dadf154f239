package io.tracemill.cli.demo;

import com.fasterxml.jackson.databind.JsonNode;
import io.tracemill.cli.diagnose.DiagnosisTree;
import io.tracemill.connectors.output.ResultStream;
import io.tracemill.pipeline.results.PublishedRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The findings of the newest window. One thread may write while another reads. */
final class LatestDiagnosis {
  private final List<JsonNode> findings = new ArrayList<>();
  private long endMillis;

  /** Adds a record; ignores records of other streams. */
  synchronized void accept(PublishedRecord record) {
    if (record.stream() == ResultStream.DIAGNOSES) {
      record.json().ifPresent(this::accept);
    }
  }

  private void accept(JsonNode finding) {
    long end = finding.at("/window/endMillis").asLong();
    if (end > endMillis) {
      findings.clear();
      endMillis = end;
    }
    if (end == endMillis) {
      findings.add(finding);
    }
  }

  /** The place with most work, in one sentence; empty before the first window ends. */
  synchronized Optional<String> top() {
    return DiagnosisTree.of(findings)
        .top()
        .map(finding -> "most work in the last window: " + finding);
  }
}
