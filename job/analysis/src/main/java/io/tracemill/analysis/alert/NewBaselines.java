package io.tracemill.analysis.alert;

import io.tracemill.analysis.mutation.MutationRules;
import io.tracemill.analysis.mutation.SlideReader;
import io.tracemill.analysis.mutation.SlideWriter;
import io.tracemill.analysis.span.Frame;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Which of an alert's endpoints have another baseline than when it was found, be it that what
 * differed became normal or that the old one was lost; and which of them accept it by that.
 */
final class NewBaselines {
  private final TreeSet<Frame> accepted = new TreeSet<>();
  private final TreeSet<Frame> relearned = new TreeSet<>();

  /**
   * What a slide says of it. What began after the new normal did was not accepted with it, nor was
   * what an endpoint has a large enough part in again.
   *
   * @param rose the direction of the alert
   * @param seen the answer to its question
   */
  void follow(
      Alert alert, boolean rose, Optional<Observation> seen, Hearing hearing, MutationRules rules) {
    accepted.retainAll(alert.endpoints());
    relearned.retainAll(alert.endpoints());
    seen.ifPresent(observation -> accepted.removeAll(observation.endpointsIn(rose, rules)));
    for (Frame endpoint : alert.endpoints()) {
      if (hearing.isOfNewNormal(endpoint, alert.earliestMillis())) {
        accepted.add(endpoint);
        relearned.add(endpoint);
      } else if (hearing.hasLostBaseline(endpoint)) {
        relearned.add(endpoint);
      }
    }
  }

  /** Whether all of them have accepted it. */
  boolean accept(Alert alert) {
    return accepted.containsAll(alert.endpoints());
  }

  /** Whether all of them have learned anew what is normal, maybe from it. */
  boolean mayHaveLearned(Alert alert) {
    return relearned.containsAll(alert.endpoints());
  }

  void write(DataOutput out) throws IOException {
    SlideWriter parts = new SlideWriter(out);
    parts.frames(List.copyOf(accepted));
    parts.frames(List.copyOf(relearned));
  }

  static NewBaselines read(DataInput in, int version) throws IOException {
    NewBaselines baselines = new NewBaselines();
    SlideReader parts = new SlideReader(in, version);
    baselines.accepted.addAll(parts.frames());
    if (version > 2) {
      baselines.relearned.addAll(parts.frames());
    }
    return baselines;
  }
}
