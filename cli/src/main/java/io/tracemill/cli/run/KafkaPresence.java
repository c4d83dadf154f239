package io.tracemill.cli.run;

import io.tracemill.cli.screen.Wording;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Whether brokers answer, and what is to be said when that changes. */
final class KafkaPresence {
  /** One question can be lost while a broker is busy. */
  private static final int UNANSWERED = 2;

  /** For as long clients try to deliver what they have, and give it up; then the job restarts. */
  private static final Duration AFTERMATH = Duration.ofMinutes(2);

  private final String servers;
  private int unanswered;
  private Instant since = Instant.EPOCH;
  private Instant back = Instant.MIN;

  /** Of brokers that answer as yet. */
  KafkaPresence(String servers) {
    this.servers = servers;
  }

  /** What is to be said now that they were asked {@code at} a moment. */
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
            ? "Kafka at %s cannot be reached since %s UTC; the job waits, and goes on by itself"
                .formatted(servers, Wording.clock(since.toEpochMilli()))
            : "Kafka at %s is back since %s UTC"
                .formatted(servers, Wording.clock(at.toEpochMilli())));
  }

  boolean isAway() {
    return unanswered == UNANSWERED;
  }

  /** Whether they are away, or have been lately, so that clients still fail of it. */
  boolean isFelt(Instant at) {
    return isAway() || at.isBefore(back.plus(AFTERMATH));
  }
}
