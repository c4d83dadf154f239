package io.tracemill.analysis.detection;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.detection.DetectorState.MemberState;
import io.tracemill.analysis.incident.Subject.PlaceTime;
import io.tracemill.analysis.span.Frame;
import java.util.Map;
import java.util.TreeMap;

/**
 * A question whose answer is an alarm, and how large the change is.
 *
 * @param window the panes that were asked
 * @param baseline the time of what they were compared with
 */
record Alarm(Question question, Effect effect, Period window, Period baseline) {
  /** The service that incidents are told apart by. */
  String service() {
    return question.key().subject().service();
  }

  /** The order in which alarms open incidents: times first, calls last, the most costly first. */
  int rankOfKind() {
    return switch (kind()) {
      case TIME -> 0;
      case ERROR -> 1;
      case CALL -> 2;
    };
  }

  Row.Kind kind() {
    return kind(question.key());
  }

  static Row.Kind kind(RowKey key) {
    if (key.isCall()) {
      return Row.Kind.CALL;
    }
    return key.subject() instanceof PlaceTime ? Row.Kind.TIME : Row.Kind.ERROR;
  }

  MemberState state(double most) {
    return new MemberState(
        question.key().endpoint(),
        question.key().subject(),
        question.surprise(),
        question.window(),
        question.first(),
        question.requests(),
        question.mean(),
        question.normal(),
        effect.extraNanos(),
        effect.requests(),
        effect.all(),
        effect.beforeNanos(),
        effect.afterNanos(),
        effect.beforeShare(),
        effect.afterShare(),
        Effect.parts(effect.endpoints()),
        window.startMillis(),
        window.endMillis(),
        baseline.startMillis(),
        most);
  }

  static Alarm restored(MemberState state) {
    Map<Frame, Double> parts = new TreeMap<>();
    state.parts().forEach(part -> parts.put(part.endpoint(), part.part()));
    return new Alarm(
        new Question(
            new RowKey(state.endpoint(), state.subject()),
            state.surprise(),
            state.window(),
            state.first(),
            state.requests(),
            state.mean(),
            state.normal()),
        new Effect(
            state.extraNanos(),
            state.asked(),
            state.all(),
            state.beforeNanos(),
            state.afterNanos(),
            state.beforeShare(),
            state.afterShare(),
            parts),
        new Period(state.windowStartMillis(), state.windowEndMillis()),
        new Period(state.baselineStartMillis(), state.windowStartMillis()));
  }

  /** What it costs: of calls, the requests that gained or lack it. */
  double size() {
    return kind() == Row.Kind.CALL
        ? Math.abs(effect.changeOfShare()) * effect.requests()
        : effect.extraNanos();
  }
}
