package io.tracemill.cli.compare;

import io.tracemill.analysis.mutation.MonitorRules;
import io.tracemill.analysis.profile.EndpointAccumulator;
import io.tracemill.cli.screen.Wording;
import java.util.Optional;

/** Whether traces say enough of an endpoint's requests to be compared, as the job asks it too. */
final class Doubt {
  private Doubt() {}

  /** Why the requests of one side are not to be believed; empty if both are. */
  static Optional<String> of(
      MonitorRules rules, EndpointAccumulator then, EndpointAccumulator now) {
    if (!rules.isComplete(then) || !rules.isComplete(now)) {
      double complete = Math.min(rules.completeRatio(then), rules.completeRatio(now));
      return Optional.of(
          "on one side %s of the traces are complete (mutations.min-complete)"
              .formatted(Wording.percent(complete)));
    }
    if (!rules.isInTime(then) || !rules.isInTime(now)) {
      double late = Math.max(rules.lateRatio(then), rules.lateRatio(now));
      return Optional.of(
          "on one side %s of the spans came too late (mutations.max-late)"
              .formatted(Wording.percent(late)));
    }
    return Optional.empty();
  }
}
