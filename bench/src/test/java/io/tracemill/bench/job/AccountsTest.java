package io.tracemill.bench.job;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;

final class AccountsTest {
  private static final Sent TOPIC = new Sent(10, 1_000, 160_000);

  @Test
  void allSpansInCompleteTracesAreNoReasonToComplain() throws JsonProcessingException {
    assertThat(accounts(1_000, 0, 0).complaint(TOPIC)).isEmpty();
  }

  @Test
  void anIncompleteTraceIsAReasonToComplain() throws JsonProcessingException {
    assertThat(accounts(1_000, 1, 0).complaint(TOPIC)).contains("not all");
  }

  @Test
  void fewerSpansThanTheTopicHasAreAReasonToComplain() throws JsonProcessingException {
    assertThat(accounts(999, 0, 0).complaint(TOPIC)).contains("not all");
  }

  @Test
  void recordsThatCameToNoEndDoNotAddUp() throws JsonProcessingException {
    assertThat(accounts(1_000, 0, 0).addUp(10)).isTrue();
    assertThat(accounts(1_000, 0, 0).addUp(11)).isFalse();
  }

  @Test
  void anEndpointMustHaveBeenWatched() throws JsonProcessingException {
    assertThat(accounts(1_000, 0, 0).complaintOfNoWatch()).contains("no endpoint was watched");
    assertThat(accounts(1_000, 0, 20).complaintOfNoWatch()).isEmpty();
  }

  private static Accounts accounts(long used, long incomplete, long watching)
      throws JsonProcessingException {
    return new Accounts(
        new ObjectMapper()
            .readTree(
                """
                {"scope": "job", "records": {"received": 10, "decoded": 10, "deadLettered": 0},
                 "spans": {"decoded": %1$d, "used": %1$d}, "traces": {"complete": 20, "incomplete": %2$d},
                 "windows": {"learning": 40, "blind": 3, "watching": %3$d}}
                """
                    .formatted(used, incomplete, watching)));
  }
}
