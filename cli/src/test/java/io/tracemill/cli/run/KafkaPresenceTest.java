package io.tracemill.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

final class KafkaPresenceTest {
  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

  private final KafkaPresence presence = new KafkaPresence("a:9092");

  @Test
  void brokersThatAnswerAreNoNews() {
    assertThat(presence.asked(true, NOON)).isEmpty();
    assertThat(presence.isAway()).isFalse();
  }

  @Test
  void oneLostQuestionIsNoOutage() {
    assertThat(presence.asked(false, NOON)).isEmpty();
    assertThat(presence.asked(true, NOON.plusSeconds(5))).isEmpty();
    assertThat(presence.asked(false, NOON.plusSeconds(10))).isEmpty();
    assertThat(presence.isAway()).isFalse();
  }

  @Test
  void anOutageIsSaidOnceWithItsBeginningAndItsEnd() {
    presence.asked(false, NOON);
    assertThat(presence.asked(false, NOON.plusSeconds(5)))
        .contains(
            "Kafka at a:9092 has been out of reach since 12:00:00 UTC; the job waits and"
                + " continues by itself");
    assertThat(presence.isAway()).isTrue();
    assertThat(presence.asked(false, NOON.plusSeconds(10))).isEmpty();
    assertThat(presence.asked(true, NOON.plusSeconds(15)))
        .contains("Kafka at a:9092 is back, at 12:00:15 UTC");
    assertThat(presence.isAway()).isFalse();
  }

  @Test
  void anOutageIsFeltForTwoMinutesAfterItsEnd() {
    presence.asked(false, NOON);
    assertThat(presence.isFelt(NOON)).isFalse();
    presence.asked(false, NOON.plusSeconds(5));
    assertThat(presence.isFelt(NOON.plusSeconds(5))).isTrue();
    presence.asked(true, NOON.plusSeconds(1000));
    presence.asked(true, NOON.plusSeconds(1100));
    assertThat(presence.isFelt(NOON.plusSeconds(1119))).isTrue();
    assertThat(presence.isFelt(NOON.plusSeconds(1120))).isFalse();
  }
}
