package io.tracemill.pipeline.alertmanager;

import io.tracemill.pipeline.post.PostHarness;
import io.tracemill.pipeline.post.TestIncident;
import java.net.URI;
import java.util.Optional;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;

/** The operator with a clock that a test moves on. */
final class Posting extends PostHarness<Alert> {
  private Posting(
      AlertmanagerOperator operator, long nowMillis, Optional<OperatorSubtaskState> state)
      throws Exception {
    super(operator, operator::awaitAnswer, nowMillis, state);
  }

  /** A new one. */
  static Posting at(URI url, long nowMillis) throws Exception {
    return new Posting(new AlertmanagerOperator(Settings.to(url)), nowMillis, Optional.empty());
  }

  /** One that has the state of another. */
  static Posting restored(URI url, long nowMillis, OperatorSubtaskState state) throws Exception {
    return new Posting(new AlertmanagerOperator(Settings.to(url)), nowMillis, Optional.of(state));
  }

  void write(TestIncident incident) throws Exception {
    process(Settings.alert(incident));
  }

  int pending() {
    return gauge("postsPending");
  }
}
