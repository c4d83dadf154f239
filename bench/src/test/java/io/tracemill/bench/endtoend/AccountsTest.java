package io.tracemill.bench.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;

final class AccountsTest {
  private static final Topic TOPIC = new Topic(10, 1_000, 160_000);

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
  void noWatchedEndpointIsAReasonToComplain() throws JsonProcessingException {
    assertThat(accounts(1_000, 0, 0).complaintOfNoWatch()).contains("no endpoint was watched");
  }

  @Test
  void aWatchedEndpointIsNoReasonToComplain() throws JsonProcessingException {
    assertThat(accounts(1_000, 0, 20).complaintOfNoWatch()).isEmpty();
  }

  @Test
  void judgedPanesAreThoseOfAllStates() throws JsonProcessingException {
    assertThat(accounts(1_000, 0, 20).judged())
        .contains("63 judged, of which 20 watched, 40 learning, 3 blind");
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
