package io.tracemill.analysis.detection;

import io.tracemill.analysis.baseline.Row.Kind;
import io.tracemill.analysis.baseline.RowKey;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.detection.CulpritFinder.Cause;
import java.io.Serializable;
import java.util.Comparator;

/**
 * A significant and large enough change, with its figures at the time of the test.
 *
 * @param effect measured from the start of the change
 * @param cause the likely cause
 * @param pages whether it is urgent
 * @param sinceMillis end of the pane in which it began
 * @param window the panes of the measurement
 * @param baseline the time of the baseline
 */
record Alarm(
    Question question,
    Effect effect,
    Cause cause,
    boolean pages,
    long sinceMillis,
    Period window,
    Period baseline)
    implements Serializable {
  private static final long serialVersionUID = 1;

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
    return kind() == Kind.ERROR ? cause.subject().service() : key().subject().service();
  }

  /** The cost of the change; for a call, the requests that gained or lack it. */
  double size() {
    return kind() == Kind.CALL
        ? Math.abs(question.change()) * question.requests()
        : effect.extraNanos();
  }
}
