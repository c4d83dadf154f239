package io.tracemill.cli.screen;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The job's accounts since it began (semantics 3): what became of every record, span and trace.
 *
 * @param endMillis up to when, since the epoch
 * @param rejected refused spans by reason
 */
public record QualitySummary(
    long endMillis,
    Records records,
    Spans spans,
    Map<String, Long> rejected,
    Traces traces,
    Windows windows) {
  private static final String JOB = "job";

  /** received = decoded + deadLettered. */
  public record Records(long received, long decoded, long deadLettered) {}

  /** decoded = used + late + duplicate + clash + capped + rejected + open. */
  public record Spans(
      long decoded, long used, long late, long duplicate, long clash, long capped, long open) {}

  /** Truncated ones are incomplete, too. */
  public record Traces(long complete, long incomplete, long truncated) {}

  /**
   * Windows of endpoints by what was done with them: silence means health of the watched ones.
   *
   * @param thin those of the blind ones whose requests were too few
   */
  public record Windows(long watching, long learning, long blind, long thin) {}

  /** Whether a quality record is one of the whole job. */
  public static boolean describes(JsonNode quality) {
    return quality.path("scope").asText().equals(JOB);
  }

  /** What such a record says. */
  public static QualitySummary of(JsonNode quality) {
    JsonNode records = quality.path("records");
    JsonNode spans = quality.path("spans");
    JsonNode traces = quality.path("traces");
    JsonNode windows = quality.path("windows");
    Map<String, Long> rejected = new TreeMap<>();
    spans
        .path("rejected")
        .properties()
        .forEach(reason -> rejected.put(reason.getKey(), reason.getValue().asLong()));
    return new QualitySummary(
        quality.path("window").path("endMillis").asLong(),
        new Records(
            count(records, "received"), count(records, "decoded"), count(records, "deadLettered")),
        new Spans(
            count(spans, "decoded"),
            count(spans, "used"),
            count(spans, "late"),
            count(spans, "duplicate"),
            count(spans, "clash"),
            count(spans, "capped"),
            count(spans, "open")),
        rejected,
        new Traces(
            count(traces, "complete"), count(traces, "incomplete"), count(traces, "truncated")),
        new Windows(
            count(windows, "watching"),
            count(windows, "learning"),
            count(windows, "blind"),
            count(windows, "thin")));
  }

  private static long count(JsonNode node, String name) {
    return node.path(name).asLong();
  }

  /** Refused spans, whatever the reason. */
  public long rejectedTotal() {
    return rejected.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Share of the closed traces; 1 while there is none. */
  double completeShare() {
    long closed = traces.complete() + traces.incomplete();
    return closed == 0 ? 1 : (double) traces.complete() / closed;
  }

  /** What came, in a line without an end. */
  public String counts() {
    return "%,d traces, %,d of them complete; %,d spans of %,d records"
        .formatted(
            traces.complete() + traces.incomplete(),
            traces.complete(),
            spans.decoded(),
            records.received());
  }

  /** One sentence. Duplicates are no loss, and neither is a span whose trace is still open. */
  public String verdict() {
    List<String> losses = new ArrayList<>();
    add(losses, records.deadLettered(), "record", "dead-lettered");
    add(losses, spans.late(), "span", "late");
    add(losses, spans.clash(), "span", "clashing");
    add(losses, spans.capped(), "span", "capped");
    add(losses, rejectedTotal(), "span", "rejected");
    add(losses, unaccountedRecords(), "record", "unaccounted for");
    add(losses, unaccountedSpans(), "span", "unaccounted for");
    if (!losses.isEmpty()) {
      return "DATA LOST: " + String.join(", ", losses) + ".";
    }
    return traces.incomplete() == 0
        ? "No data lost."
        : "No data lost here, but %s lack spans that have not arrived."
            .formatted(Wording.count(traces.incomplete(), "trace"));
  }

  private long unaccountedRecords() {
    return Math.abs(records.received() - records.decoded() - records.deadLettered());
  }

  private long unaccountedSpans() {
    long found =
        spans.used()
            + spans.late()
            + spans.duplicate()
            + spans.clash()
            + spans.capped()
            + rejectedTotal()
            + spans.open();
    return Math.abs(spans.decoded() - found);
  }

  private static void add(List<String> losses, long count, String noun, String fate) {
    if (count > 0) {
      losses.add(Wording.count(count, noun) + " " + fate);
    }
  }
}
