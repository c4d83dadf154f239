package io.tracemill.cli.watch;

import com.fasterxml.jackson.databind.JsonNode;
import io.tracemill.cli.screen.CallTree;
import io.tracemill.cli.screen.EndpointSummary;
import io.tracemill.cli.screen.PublishedRecord;
import io.tracemill.cli.screen.QualitySummary;
import io.tracemill.cli.screen.WatchText;
import io.tracemill.cli.screen.Wording;
import io.tracemill.connectors.output.ResultStream;
import java.util.Locale;

/**
 * A record of a stream in a line: first what has the same width in all of them, then names. Times
 * are of the day, UTC.
 */
final class RecordLine {
  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final String UNKNOWN = "?";

  private RecordLine() {}

  /** A record of any stream but dead letters. */
  static String of(ResultStream stream, JsonNode json) {
    return switch (stream) {
      case TRACES -> trace(json);
      case PROFILES -> profile(EndpointSummary.of(json));
      case MUTATIONS -> AlertLine.mutation(json);
      case INCIDENTS -> AlertLine.incident(json);
      case CHANGES -> AlertLine.change(json);
      case QUALITY -> quality(json);
      case LATE_SPANS -> lateSpan(json);
      case DEAD_LETTERS -> throw new IllegalArgumentException("a dead letter is no JSON");
    };
  }

  private static String trace(JsonNode trace) {
    return line(
        "%s  %10s  %9s  %-10s  %s  %s%s%s",
        Wording.clock(trace.path("startNanos").asLong() / NANOS_PER_MILLI),
        Wording.duration(trace.path("durationNanos").asLong()),
        Wording.count(trace.path("spanCount").asLong(), "span"),
        completeness(trace),
        trace.path("traceId").asText(),
        Wording.frame(trace.path("endpoint")),
        role(trace.path("role").asText()),
        mostTime(CallTree.of(trace.path("criticalPath"))));
  }

  private static String completeness(JsonNode trace) {
    if (trace.path("truncated").asBoolean()) {
      return "truncated";
    }
    return trace.path("complete").asBoolean() ? "complete" : "incomplete";
  }

  /** Of requests that are a part of their trace. */
  private static String role(String role) {
    return role.equals("entry") ? "" : " (" + role + ")";
  }

  private static String mostTime(CallTree tree) {
    return tree.topSteps(1).stream()
        .findFirst()
        .map(
            step -> ", most time in %s (%s)".formatted(step.label(), Wording.percent(step.share())))
        .orElse("");
  }

  private static String profile(EndpointSummary profile) {
    return line(
        "%s-%s  %12s  p50 %8s  p95 %8s  p99 %8s  %5s failed  %s%s",
        Wording.clock(profile.startMillis()),
        Wording.clock(profile.endMillis()),
        Wording.count(profile.traceCount(), "request"),
        Wording.duration(profile.p50Nanos()),
        Wording.duration(profile.p95Nanos()),
        Wording.duration(profile.p99Nanos()),
        Wording.percent(profile.errorRatio()),
        profile.endpoint(),
        mostTime(profile.tree()));
  }

  private static String quality(JsonNode quality) {
    String scope = quality.path("scope").asText();
    return line(
        "%s  %-9s  %s",
        Wording.clock(quality.path("window").path("endMillis").asLong()),
        scope,
        switch (scope) {
          case "job" -> job(QualitySummary.of(quality));
          case "service" ->
              quality.path("service").asText()
                  + counts(quality.path("spans"), "span", "used", "late", "withoutHost");
          case "endpoint" ->
              Wording.frame(quality.path("endpoint"))
                  + counts(
                      quality.path("requests"),
                      "request",
                      "total",
                      "incomplete",
                      "truncated",
                      "leftOut")
                  + late(quality.path("spans"))
                  + watch(quality);
          case "host-pair" -> hostPair(quality);
          default -> quality.toString();
        });
  }

  private static String job(QualitySummary accounts) {
    return "since the start %s, %s, %s open: %s"
        .formatted(
            Wording.count(accounts.records().received(), "record"),
            Wording.count(accounts.spans().decoded(), "span"),
            Wording.number(accounts.spans().open()),
            accounts.verdict());
  }

  /** {@code : 12 spans used, 1 late, 0 withoutHost}, by the names of the fields. */
  private static String counts(JsonNode counts, String noun, String first, String... others) {
    StringBuilder text = new StringBuilder(": ");
    text.append(Wording.count(counts.path(first).asLong(), noun)).append(' ').append(first);
    for (String other : others) {
      text.append(", ").append(Wording.number(counts.path(other).asLong())).append(' ');
      text.append(other);
    }
    return text.toString();
  }

  /** {@code , 2 of 14 spans late}, where some are. */
  private static String late(JsonNode spans) {
    long late = spans.path("late").asLong();
    return late == 0
        ? ""
        : ", %s of %s late"
            .formatted(
                Wording.number(late), Wording.count(late + spans.path("used").asLong(), "span"));
  }

  /** How far the silence of alerts means health. */
  private static String watch(JsonNode quality) {
    return quality.has("watch") ? ", " + WatchText.of(quality.path("watch")) : "";
  }

  private static String hostPair(JsonNode pair) {
    JsonNode children = pair.path("children");
    return "%s -> %s: %s shifted, by %s in all"
        .formatted(
            pair.path("from").asText(),
            pair.path("to").asText(),
            Wording.count(children.path("shifted").asLong(), "span"),
            Wording.duration(children.path("shiftNanos").asLong()));
  }

  /** When it came, also by how much after its end: that says which exporter holds spans back. */
  private static String lateSpan(JsonNode span) {
    long recordMillis = span.path("recordTimeMillis").asLong();
    long durationNanos = span.path("durationNanos").asLong();
    long endNanos = span.path("startNanos").asLong() + durationNanos;
    return line(
        "%s  %8s after its end  %s  %s, took %s",
        Wording.clock(recordMillis),
        Wording.duration(recordMillis * NANOS_PER_MILLI - endNanos),
        span.path("traceId").asText(),
        Wording.frame(span),
        Wording.duration(durationNanos));
  }

  /** A record that could not be decoded; what is known of it is in its headers. */
  static String ofDeadLetter(PublishedRecord letter) {
    return line(
        "%s  %s partition %s offset %s, %s bytes: %s",
        Wording.clock(letter.source().timestamp()),
        letter.header("topic").orElse(UNKNOWN),
        letter.header("partition").orElse(UNKNOWN),
        letter.header("offset").orElse(UNKNOWN),
        letter
            .header("originalBytes")
            .orElseGet(() -> Integer.toString(letter.source().value().length)),
        letter.header("reason").orElse(UNKNOWN));
  }

  /** A record that somebody else than the job has put there. */
  static String ofUnreadable(PublishedRecord record) {
    return line(
        "%s  no JSON object: %s, %d bytes",
        Wording.clock(record.source().timestamp()), record.place(), record.source().value().length);
  }

  private static String line(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
