package io.tracemill.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.pipeline.config.TracemillConfig;
import java.time.Instant;
import org.junit.jupiter.api.Test;

final class JobWatchTest {
  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

  private final JobWatch presence =
      new JobWatch(TracemillConfig.defaults(), new JobLog("/state", line -> {}, true), line -> {});

  @Test
  void brokersThatAnswerAreNoNews() {
    assertThat(presence.asked(true, NOON)).isEmpty();
  }

  @Test
  void oneLostQuestionIsNoOutage() {
    assertThat(presence.asked(false, NOON)).isEmpty();
    assertThat(presence.asked(true, NOON.plusSeconds(5))).isEmpty();
    assertThat(presence.asked(false, NOON.plusSeconds(10))).isEmpty();
  }

  @Test
  void anOutageIsSaidOnceWithItsBeginningAndItsEnd() {
    presence.asked(false, NOON);
    assertThat(presence.asked(false, NOON.plusSeconds(5)))
        .contains(
            "Kafka at localhost:9092 has been out of reach since 12:00:00 UTC; the job waits and"
                + " continues by itself");
    assertThat(presence.asked(false, NOON.plusSeconds(10))).isEmpty();
    assertThat(presence.asked(true, NOON.plusSeconds(15)))
        .contains("Kafka at localhost:9092 is back, at 12:00:15 UTC");
  }

  @Test
  void anOutageIsFeltForTwoMinutesAfterItsEnd() {
    presence.asked(false, NOON);
    assertThat(presence.isOutageFelt(NOON)).isFalse();
    presence.asked(false, NOON.plusSeconds(5));
    assertThat(presence.isOutageFelt(NOON.plusSeconds(5))).isTrue();
    presence.asked(true, NOON.plusSeconds(1000));
    presence.asked(true, NOON.plusSeconds(1100));
    assertThat(presence.isOutageFelt(NOON.plusSeconds(1119))).isTrue();
    assertThat(presence.isOutageFelt(NOON.plusSeconds(1120))).isFalse();
  }
}
