package io.tracemill.cli.analyze;

import io.tracemill.cli.screen.QualitySummary;
import java.util.ArrayList;
import java.util.List;

/** The accounts of the job in one line: what is missing from the figures, or that nothing is. */
final class AccountsText {
  private AccountsText() {}

  static String of(QualitySummary accounts) {
    List<String> lost = new ArrayList<>();
    add(lost, accounts.records().deadLettered(), "records not readable");
    add(lost, accounts.spans().late(), "spans late");
    add(lost, accounts.spans().duplicate(), "spans delivered twice");
    add(lost, accounts.spans().clash(), "spans with another one's id");
    add(lost, accounts.spans().capped(), "spans beyond a cap");
    add(lost, accounts.rejectedTotal(), "spans rejected");
    add(lost, accounts.traces().incomplete(), "traces incomplete");
    return lost.isEmpty() ? "Nothing was lost." : "Not in the figures: " + String.join(", ", lost);
  }

  private static void add(List<String> lost, long count, String what) {
    if (count > 0) {
      lost.add("%,d %s".formatted(count, what));
    }
  }
}
