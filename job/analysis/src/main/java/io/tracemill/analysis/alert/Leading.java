package io.tracemill.analysis.alert;

import io.tracemill.analysis.change.Culprit;
import io.tracemill.analysis.change.Culprit.FrameCulprit;
import io.tracemill.analysis.mutation.Side;
import io.tracemill.analysis.mutation.Subject;
import io.tracemill.analysis.mutation.Subject.CallShare;
import io.tracemill.analysis.mutation.Subject.CategoryShare;
import io.tracemill.analysis.mutation.Subject.PlaceTime;
import io.tracemill.analysis.mutation.Trial;
import java.util.List;

/** Which of the alerts of one service says most about what happened. */
final class Leading {
  private Leading() {}

  /**
   * The most expensive one. Where it is a flow that became more frequent, the call at which flows
   * part says more; where a place costs more only because more requests come there, the call that
   * brings them does. Of a service that was found as a whole, no place takes each of its requests
   * longer.
   *
   * @param alerts at least one, the largest contribution first
   */
  static Alert of(List<Alert> alerts) {
    Alert first = alerts.get(0);
    Culprit top = Culprits.top(first);
    boolean isFlow = subject(first) instanceof CategoryShare;
    boolean isVisited =
        subject(first) instanceof PlaceTime
            && alerts.stream()
                .filter(alert -> isAbout(top, alert))
                .allMatch(alert -> isOfMoreRequests(alert.finding().trial()));
    return alerts.stream()
        .filter(
            alert ->
                (isFlow && alert.endpoints().equals(first.endpoints()) && isCallOf(top, alert))
                    || (isVisited && isCallTo(top, alert)))
        .findFirst()
        .orElse(first);
  }

  private static boolean isCallOf(Culprit caller, Alert alert) {
    return subject(alert) instanceof CallShare call
        && caller.equals(new FrameCulprit(call.caller()));
  }

  private static boolean isCallTo(Culprit callee, Alert alert) {
    return subject(alert) instanceof CallShare call
        && alert.finding().trial().window().rose()
        && callee.equals(new FrameCulprit(call.callee()));
  }

  private static boolean isAbout(Culprit place, Alert alert) {
    return subject(alert) instanceof PlaceTime time && time.place().equals(place);
  }

  /** Whether half of a place's rise is that of the requests that have it. */
  private static boolean isOfMoreRequests(Trial trial) {
    return ofMoreRequestsNanos(trial) >= riseNanos(trial) / 2;
  }

  /** What more requests than before would cost there, were each as long as before. */
  private static double ofMoreRequestsNanos(Trial trial) {
    Side usual = trial.before().share() > 0 ? trial.before() : trial.after();
    return (trial.after().share() - trial.before().share()) * usual.meanNanos() / usual.share();
  }

  private static double riseNanos(Trial trial) {
    return (double) trial.after().meanNanos() - trial.before().meanNanos();
  }

  private static Subject subject(Alert alert) {
    return alert.finding().trial().subject();
  }
}
