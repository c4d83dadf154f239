package io.tracemill.analysis.detection;

import io.tracemill.analysis.baseline.Row.Kind;
import io.tracemill.analysis.baseline.RowKey;
import io.tracemill.analysis.incident.Finding;
import io.tracemill.analysis.incident.Subject.CallShare;
import java.io.Serializable;
import java.util.Comparator;

/**
 * A significant and large enough change, with its figures at the time of the test.
 *
 * @param finding measured from the start of the change
 * @param culprit the likely cause
 * @param pages whether it is urgent
 * @param sinceMillis end of the pane in which it began
 */
record Alarm(Question question, Finding finding, Finding culprit, boolean pages, long sinceMillis)
    implements Serializable {
  /**
   * The order in which alarms open incidents: times, then errors, then calls; the largest first.
   */
  static final Comparator<Alarm> FIRST =
      Comparator.comparing(Alarm::kind)
          .thenComparing(Comparator.comparingDouble(Alarm::size).reversed());

  RowKey key() {
    return question.key();
  }

  Kind kind() {
    return key().kind();
  }

  /** The service that separates incidents; an error shows in all services above it. */
  String service() {
    return kind() == Kind.ERROR ? culprit.subject().service() : key().subject().service();
  }

  /** Whether a place is slower because calls are made more often. */
  boolean isByCalls() {
    return kind() == Kind.TIME && culprit.subject() instanceof CallShare;
  }

  /** The cost of the change; for a call, the requests that gained or lack it. */
  double size() {
    return kind() == Kind.CALL
        ? Math.abs(question.change()) * question.requests()
        : finding.contributionNanos();
  }
}
