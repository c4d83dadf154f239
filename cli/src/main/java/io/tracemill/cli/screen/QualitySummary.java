package io.tracemill.cli.screen;

import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/**
 * The job's accounts since its start (semantics 3): the outcome of every record, span and trace.
 *
 * @param quality the record of the whole job
 */
public record QualitySummary(JsonNode quality) {
  private static final List<String> FATES =
      List.of("used", "late", "duplicate", "clash", "capped", "rejected", "open");

  /** Whether a quality record describes the whole job. */
  public static boolean describes(JsonNode quality) {
    return quality.path("scope").asText().equals("job");
  }

  /**
   * A count of the record, such as {@code count("records", "received")}. A count with parts, such
   * as {@code rejected}, is their sum.
   */
  public long count(String of, String field) {
    JsonNode count = quality.path(of).path(field);
    long sum = count.asLong();
    for (JsonNode part : count) {
      sum += part.asLong();
    }
    return sum;
  }

  /** The end of its window, since the epoch. */
  public long endMillis() {
    return count("window", "endMillis");
  }

  private long closedTraces() {
    return count("traces", "complete") + count("traces", "incomplete");
  }

  /** The totals received, in a line without a full stop. */
  public String counts() {
    return "%,d traces, %,d of them complete; %,d spans of %,d records"
        .formatted(
            closedTraces(),
            count("traces", "complete"),
            count("spans", "decoded"),
            count("records", "received"));
  }

  /** A verdict in one sentence. Duplicates are not a loss; neither are spans of open traces. */
  public String verdict() {
    List<String> losses = losses();
    if (!losses.isEmpty()) {
      return "DATA LOST: " + String.join(", ", losses) + ".";
    }
    long incomplete = count("traces", "incomplete");
    return incomplete == 0
        ? "No data lost."
        : "No data lost here, but %s lack spans that did not arrive."
            .formatted(Wording.count(incomplete, "trace"));
  }

  /** The losses, a phrase each. */
  List<String> losses() {
    long recordsFound = count("records", "decoded") + count("records", "deadLettered");
    long spansFound = FATES.stream().mapToLong(fate -> count("spans", fate)).sum();
    List<String> losses = new ArrayList<>();
    add(losses, count("records", "deadLettered"), "record", "dead-lettered");
    add(losses, count("spans", "late"), "span", "late");
    add(losses, count("spans", "clash"), "span", "clashing");
    add(losses, count("spans", "capped"), "span", "capped");
    add(losses, count("spans", "rejected"), "span", "rejected");
    add(losses, count("records", "received") - recordsFound, "record", "unaccounted for");
    add(losses, count("spans", "decoded") - spansFound, "span", "unaccounted for");
    return losses;
  }

  private static void add(List<String> losses, long count, String noun, String fate) {
    if (count != 0) {
      losses.add(Wording.count(Math.abs(count), noun) + " " + fate);
    }
  }

  /** Every count that is not zero, a line each for records, spans and traces. */
  List<String> details() {
    long complete = count("traces", "complete");
    return List.of(
        "%s received: %,d decoded, %,d dead-lettered"
            .formatted(
                Wording.count(count("records", "received"), "record"),
                count("records", "decoded"),
                count("records", "deadLettered")),
        "%s decoded: %s"
            .formatted(
                Wording.count(count("spans", "decoded"), "span"),
                FATES.stream()
                    .filter(fate -> count("spans", fate) > 0)
                    .map(this::fate)
                    .collect(joining(", "))),
        "%s complete (%s), %,d incomplete, %,d of these truncated"
            .formatted(
                Wording.count(complete, "trace"),
                Wording.percent(closedTraces() == 0 ? 1 : (double) complete / closedTraces()),
                count("traces", "incomplete"),
                count("traces", "truncated")));
  }

  /** {@code 3 late}, {@code 2 rejected (2 in-future)}. */
  private String fate(String fate) {
    String reasons =
        quality.path("spans").path(fate).properties().stream()
            .filter(reason -> reason.getValue().asLong() != 0)
            .map(reason -> Wording.number(reason.getValue().asLong()) + " " + reason.getKey())
            .collect(joining(", "));
    String text = Wording.number(count("spans", fate)) + " " + fate;
    return Wording.printable(reasons.isEmpty() ? text : text + " (" + reasons + ")");
  }
}
