package io.tracemill.analysis.detection;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.detection.Row.Kind;
import java.io.Serializable;
import java.util.Comparator;

/**
 * A question whose answer is an alarm, and how large the change is.
 *
 * @param window the panes that were asked
 * @param baseline the time of what they were compared with
 */
record Alarm(Question question, Effect effect, Period window, Period baseline)
    implements Serializable {
  /** The order in which alarms open incidents: times, errors, calls, the largest first. */
  static final Comparator<Alarm> FIRST =
      Comparator.comparing(Alarm::kind)
          .thenComparing(Comparator.comparingDouble(Alarm::size).reversed());

  private static final long serialVersionUID = 1;

  RowKey key() {
    return question.key();
  }

  Kind kind() {
    return key().kind();
  }

  /** The service that incidents are told apart by. */
  String service() {
    return key().subject().service();
  }

  /** What it costs: of calls, the requests that gained or lack it. */
  double size() {
    return kind() == Kind.CALL
        ? Math.abs(question.change()) * question.requests()
        : effect.extraNanos();
  }
}
