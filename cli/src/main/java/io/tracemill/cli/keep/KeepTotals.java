package io.tracemill.cli.keep;

import static io.tracemill.cli.screen.Wording.bytes;
import static io.tracemill.cli.screen.Wording.count;
import static io.tracemill.cli.screen.Wording.number;
import static io.tracemill.cli.screen.Wording.percent;

/** What a run of {@code keep} has read and written so far. Mutable. */
final class KeepTotals {
  long asked;
  long found;
  long missing;
  long overBudget;
  long forgotten;
  long spansRead;
  long bytesRead;
  long spansWritten;
  long bytesWritten;
  long expired;
  long unreadable;

  @Override
  public String toString() {
    String spans = percent(spansRead == 0 ? 0 : (double) spansWritten / spansRead);
    String size = percent(bytesRead == 0 ? 0 : Math.min(1, (double) bytesWritten / bytesRead));
    return "kept %s: %s of the spans, %s of the bytes (%s)%n"
            .formatted(count(found - overBudget, "trace"), spans, size, bytes(bytesWritten))
        + "  asked for %s: %s found, %s not found, %s still ahead%n"
            .formatted(
                count(asked, "trace"),
                number(found),
                number(missing),
                number(asked - found - missing - forgotten))
        + "  left out: %s over --bytes-per-second, %s over --max-traces%n"
            .formatted(count(overBudget, "trace"), count(forgotten, "trace"))
        + "  lost: %s expired, %s unreadable"
            .formatted(count(expired, "record"), count(unreadable, "record"));
  }
}
