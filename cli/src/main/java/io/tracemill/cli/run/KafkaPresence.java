package io.tracemill.cli.run;

import io.tracemill.cli.screen.Wording;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Tracks whether the brokers answer, and says so when that changes. */
final class KafkaPresence {
  /** A busy broker may miss one question. */
  private static final int UNANSWERED = 2;

  /** Clients still try to deliver for this long, then give up; then the job restarts. */
  private static final Duration AFTERMATH = Duration.ofMinutes(2);

  private final String servers;
  private int unanswered;
  private Instant since = Instant.EPOCH;
  private Instant back = Instant.MIN;

  /** Assumes at first that the brokers answer. */
  KafkaPresence(String servers) {
    this.servers = servers;
  }

  /** Records the result of asking at {@code at}. Returns a message if the state has changed. */
  Optional<String> asked(boolean answered, Instant at) {
    boolean wasAway = isAway();
    if (!answered && unanswered == 0) {
      since = at;
    }
    unanswered = answered ? 0 : Math.min(UNANSWERED, unanswered + 1);
    if (isAway() == wasAway) {
      return Optional.empty();
    }
    if (wasAway) {
      back = at;
    }
    return Optional.of(
        isAway()
            ? ("Kafka at %s has been out of reach since %s UTC; the job waits and continues by"
                    + " itself")
                .formatted(servers, Wording.clock(since.toEpochMilli()))
            : "Kafka at %s is back, at %s UTC"
                .formatted(servers, Wording.clock(at.toEpochMilli())));
  }

  boolean isAway() {
    return unanswered == UNANSWERED;
  }

  /** Whether the brokers are away, or were away so recently that clients may still fail. */
  boolean isFelt(Instant at) {
    return isAway() || at.isBefore(back.plus(AFTERMATH));
  }
}
