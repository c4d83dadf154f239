package io.tracemill.cli.analyze;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** The accounts of the job in one line: what is missing from the figures, or that nothing is. */
final class AccountsText {
  private AccountsText() {}

  static String of(JsonNode accounts) {
    List<String> lost = new ArrayList<>();
    add(lost, accounts.path("records").path("deadLettered").asLong(), "records not readable");
    JsonNode spans = accounts.path("spans");
    add(lost, spans.path("late").asLong(), "spans late");
    add(lost, spans.path("duplicate").asLong(), "spans delivered twice");
    add(lost, spans.path("clash").asLong(), "spans with another one's id");
    add(lost, spans.path("capped").asLong(), "spans beyond a cap");
    long rejected = 0;
    for (JsonNode reason : spans.path("rejected")) {
      rejected += reason.asLong();
    }
    add(lost, rejected, "spans rejected");
    add(lost, accounts.path("traces").path("incomplete").asLong(), "traces incomplete");
    return lost.isEmpty() ? "Nothing was lost." : "Not in the figures: " + String.join(", ", lost);
  }

  private static void add(List<String> lost, long count, String what) {
    if (count > 0) {
      lost.add("%,d %s".formatted(count, what));
    }
  }
}
