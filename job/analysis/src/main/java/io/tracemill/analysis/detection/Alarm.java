package io.tracemill.analysis.detection;

import io.tracemill.analysis.baseline.Row.Kind;
import io.tracemill.analysis.baseline.RowKey;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.detection.CulpritFinder.Cause;
import java.io.Serializable;
import java.util.Comparator;

/**
 * A change that is significant and large enough, as it was when it was tested.
 *
 * @param effect measured from where the change began
 * @param cause what it is put down to
 * @param pages whether it is urgent
 * @param sinceMillis end of the pane in which it began
 * @param window the panes in which it was measured
 * @param baseline the time of what they were compared with
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

  /** The order in which alarms open incidents: times, errors, calls, the largest first. */
  static final Comparator<Alarm> FIRST =
      Comparator.comparing(Alarm::kind)
          .thenComparing(Comparator.comparingDouble(Alarm::size).reversed());

  RowKey key() {
    return question.key();
  }

  Kind kind() {
    return key().kind();
  }

  /** The service that incidents are told apart by; an error shows in all services above it. */
  String service() {
    return kind() == Kind.ERROR ? cause.subject().service() : key().subject().service();
  }

  /** What it costs; for a call, the requests that gained or lack it. */
  double size() {
    return kind() == Kind.CALL
        ? Math.abs(question.change()) * question.requests()
        : effect.extraNanos();
  }
}
