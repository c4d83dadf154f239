package io.tracemill.analysis.mutation;

import io.tracemill.analysis.signature.CallTreeSignature;
import java.util.Optional;

/** A question and its answers. */
record Asked(Question question, Trial trial) {
  /**
   * What is more probable by chance is not worth a finding, however many tests there are: no rate
   * of false discoveries is larger.
   */
  private static final double MAX_P = 0.05;

  /** Whether it may be worth an alert. */
  boolean found() {
    return trial.window().relevant() && trial.window().test().p() <= MAX_P;
  }

  boolean thin() {
    return trial.window().thin() && trial.newest().thin();
  }

  Subject subject() {
    return trial.subject();
  }

  /** Of a category, its flow. */
  Optional<CallTreeSignature> flow() {
    if (subject() instanceof Subject.CategoryTime time) {
      return Optional.of(time.flow());
    }
    return subject() instanceof Subject.CategoryShare share
        ? Optional.of(share.flow())
        : Optional.empty();
  }
}
