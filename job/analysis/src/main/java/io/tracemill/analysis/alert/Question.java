package io.tracemill.analysis.alert;

import io.tracemill.analysis.alert.Alert.Scope;
import io.tracemill.analysis.mutation.Subject;
import io.tracemill.analysis.span.Frame;

/**
 * What is asked at every slide.
 *
 * @param endpoint whose requests are asked; {@link #EVERYWHERE} for those of the system
 */
record Question(Scope scope, Frame endpoint, Subject subject) {
  private static final Frame EVERYWHERE = Frame.of("", "");

  static Question ofEndpoint(Frame endpoint, Subject subject) {
    return new Question(scopeOf(subject), endpoint, subject);
  }

  static Question ofSystem(Subject subject) {
    return new Question(Scope.SYSTEM, EVERYWHERE, subject);
  }

  /** The question that an alert answers. */
  static Question of(Alert alert) {
    Subject subject = alert.finding().trial().subject();
    return alert.scope() == Scope.SYSTEM
        ? ofSystem(subject)
        : ofEndpoint(alert.endpoints().get(0), subject);
  }

  private static Scope scopeOf(Subject subject) {
    return subject instanceof Subject.CategoryTime || subject instanceof Subject.CategoryShare
        ? Scope.CATEGORY
        : Scope.ENDPOINT;
  }
}
