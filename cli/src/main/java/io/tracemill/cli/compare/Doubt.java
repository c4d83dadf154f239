package io.tracemill.cli.compare;

import io.tracemill.analysis.mutation.MonitorRules;
import io.tracemill.analysis.profile.EndpointAccumulator;
import io.tracemill.cli.screen.Wording;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Why traces say too little of an endpoint's requests to be compared, as the job asks it too. */
final class Doubt {
  private Doubt() {}

  /** Why the requests of one side are not to be believed; empty if both are. */
  static Optional<String> of(
      MonitorRules rules, EndpointAccumulator then, EndpointAccumulator now) {
    List<EndpointAccumulator> sides = List.of(then, now);
    return incomplete(rules, sides).or(() -> late(rules, sides));
  }

  private static Optional<String> incomplete(MonitorRules rules, List<EndpointAccumulator> sides) {
    return sides.stream()
        .filter(side -> !rules.isComplete(side))
        .map(rules::completeRatio)
        .min(Comparator.naturalOrder())
        .map(Wording::percent)
        .map("on one side %s of the traces are complete (mutations.min-complete)"::formatted);
  }

  private static Optional<String> late(MonitorRules rules, List<EndpointAccumulator> sides) {
    return sides.stream()
        .filter(side -> !rules.isInTime(side))
        .map(rules::lateRatio)
        .max(Comparator.naturalOrder())
        .map(Wording::percent)
        .map("on one side %s of the spans came too late (mutations.max-late)"::formatted);
  }
}
