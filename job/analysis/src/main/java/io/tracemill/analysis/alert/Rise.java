package io.tracemill.analysis.alert;

import io.tracemill.analysis.mutation.MutationRules;
import io.tracemill.analysis.mutation.Subject;

/**
 * How much more than before requests of all endpoints take at a place, or make a call.
 *
 * @param amount of a place the mean own time per request, nanoseconds; of a call its share,
 *     millionths; below 0 where it is less
 * @param requestNanos mean response time before
 */
record Rise(double amount, double requestNanos) {
  private static final double MILLIONTH = 1e-6;

  /**
   * Whether it is large enough, and one that alerts are for.
   *
   * @param rose whether it is a rise, or a fall, that is asked for
   */
  boolean matters(Subject subject, boolean rose, MutationRules rules) {
    if (subject instanceof Subject.PlaceTime) {
      return rose && rules.matters(amount, requestNanos);
    }
    return (amount > 0) == rose && Math.abs(amount) * MILLIONTH >= rules.minEffectRatio();
  }
}
