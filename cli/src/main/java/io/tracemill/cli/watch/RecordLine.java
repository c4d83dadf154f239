package io.tracemill.cli.watch;

import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.databind.JsonNode;
import io.tracemill.cli.screen.EndpointSummary;
import io.tracemill.cli.screen.HotSteps;
import io.tracemill.cli.screen.QualitySummary;
import io.tracemill.cli.screen.Wording;
import io.tracemill.connectors.output.ResultStream;
import io.tracemill.pipeline.results.PublishedRecord;
import java.util.Locale;
import java.util.stream.StreamSupport;

/**
 * Formats a record of a stream as a line: first the fields of fixed width, then names. Times are
 * times of day, UTC.
 */
final class RecordLine {
  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final int FLOW_DIGITS = 8;

  private RecordLine() {}

  /** Formats a record of any stream except dead letters. */
  static String of(ResultStream stream, JsonNode json) {
    return switch (stream) {
      case TRACES -> trace(json);
      case PROFILES -> profile(json);
      case MUTATIONS -> mutation(json);
      case INCIDENTS -> incident(json);
      case CHANGES -> change(json);
      case HOTSPOTS -> hotspot(json);
      case SYSTEMS -> system(json);
      case HEATMAPS -> WindowLine.heatMap(json);
      case WHAT_IFS -> WindowLine.whatIf(json);
      case BREAKDOWNS -> WindowLine.breakdown(json);
      case QUALITY -> quality(json);
      case LATE_SPANS -> lateSpan(json);
      case DEAD_LETTERS -> throw new IllegalArgumentException("a dead letter is no JSON");
    };
  }

  private static String trace(JsonNode trace) {
    String role = trace.path("role").asText();
    return line(
        "%s  %8s  %9s  %-10s  %s  %s%s%s",
        Wording.clock(trace.path("startNanos").asLong() / NANOS_PER_MILLI),
        duration(trace, "durationNanos"),
        Wording.count(trace.path("spanCount").asLong(), "span"),
        trace.path("truncated").asBoolean()
            ? "truncated"
            : trace.path("complete").asBoolean() ? "complete" : "incomplete",
        trace.path("traceId").asText(),
        Wording.frame(trace.path("endpoint")),
        role.equals("entry") ? "" : " (" + role + ")",
        mostTime(HotSteps.of(trace.path("criticalPath"))));
  }

  private static String mostTime(HotSteps steps) {
    return steps.top(1).stream()
        .findFirst()
        .map(
            step -> ", most time in %s (%s)".formatted(step.label(), Wording.percent(step.share())))
        .orElse("");
  }

  private static String profile(JsonNode record) {
    EndpointSummary profile = EndpointSummary.of(record);
    return line(
        "%s  %12s  p50 %8s  p95 %8s  p99 %8s  %6s failed  %s%s",
        Wording.window(record),
        Wording.count(profile.traceCount(), "request"),
        Wording.duration(profile.p50Nanos()),
        Wording.duration(profile.p95Nanos()),
        Wording.duration(profile.p99Nanos()),
        Wording.percent(profile.errorRatio()),
        profile.endpoint(),
        mostTime(profile.steps()));
  }

  private static String mutation(JsonNode mutation) {
    return line(
        "%s  %-8s  %-8s  %8s -> %-8s  since %s  %s: %s%s",
        end(mutation),
        mutation.path("status").asText(),
        mutation.path("kind").asText(),
        side(mutation.path("before"), mutation),
        side(mutation.path("after"), mutation),
        Wording.clock(
            mutation.path("sinceMillis").asLong(),
            mutation.path("window").path("endMillis").asLong()),
        mutation.has("endpoint")
            ? Wording.frame(mutation.path("endpoint"))
            : Wording.count(mutation.path("endpoints").size(), "endpoint"),
        subject(mutation),
        mutation.has("reason") ? " (" + mutation.path("reason").asText() + ")" : "");
  }

  /** The mean time of a place or a category; otherwise the share of requests. */
  private static String side(JsonNode side, JsonNode mutation) {
    boolean structural = mutation.path("category").path("change").asText().equals("structural");
    return side.has("meanNanos") && !structural
        ? duration(side, "meanNanos")
        : Wording.percent(side.path("share").asDouble());
  }

  private static String subject(JsonNode mutation) {
    JsonNode call = mutation.path("call");
    if (call.isObject()) {
      return Wording.frame(call.path("caller")) + " calls " + Wording.frame(call);
    }
    JsonNode place = mutation.path("place");
    return switch (place.path("type").asText()) {
      case "" -> category(mutation.path("category").path("flow"));
      case "edge" -> place.path("caller").asText() + " -> " + place.path("callee").asText();
      case "service" -> "the whole service " + place.path("service").asText();
      case "request" -> "the requests";
      default -> Wording.frame(place);
    };
  }

  /** A category by the first digits of its flow, which also appear in {@code traces}. */
  private static String category(JsonNode flow) {
    String digits = flow.asText();
    return "requests with flow " + digits.substring(0, Math.min(FLOW_DIGITS, digits.length()));
  }

  /** {@code 12:00:00 firing page} and the summary, which also says how an incident ended. */
  private static String incident(JsonNode incident) {
    return line(
        "%s  %-8s  %-6s  %s",
        Wording.clock(incident.path("judgedMillis").asLong()),
        incident.path("status").asText(),
        incident.path("severity").asText(),
        incident.path("summary").asText());
  }

  /** The window, both means, the endpoint, and the largest contribution. */
  private static String change(JsonNode change) {
    return line(
        "%s  %8s -> %8s  %s%s",
        Wording.window(change),
        duration(change, "beforeMeanNanos"),
        duration(change, "afterMeanNanos"),
        Wording.frame(change.path("endpoint")),
        largest(change));
  }

  /** The largest term with the sign of the mean's change; terms come largest first. */
  private static String largest(JsonNode change) {
    long sign = Long.signum(change.path("deltaMeanNanos").asLong());
    for (JsonNode term : change.path("terms")) {
      long nanos = term.path("nanos").asLong();
      if (Long.signum(nanos) == sign && sign != 0) {
        JsonNode step = term.path("node").path(term.path("node").size() - 1);
        String callee = step.has("callee") ? " -> " + step.path("callee").asText() : "";
        return ", of this %s%s %s"
            .formatted(
                sign > 0 ? "+" : "",
                Wording.duration(nanos),
                step.isObject()
                    ? "in " + Wording.frame(step) + callee
                    : "by the share of " + category(term.path("category")));
      }
    }
    return "";
  }

  /** Rank, own time, and how often requests with this span waited for it. */
  private static String hotspot(JsonNode hotspot) {
    long present = hotspot.path("tracesPresent").asLong();
    return line(
        "%s  %3d.  %8s  on the path of %6s of %s  %s",
        Wording.window(hotspot),
        hotspot.path("rank").asInt(),
        duration(hotspot, "exclusiveNanos"),
        Wording.percent(hotspot.path("traces").asDouble() / Math.max(1, present)),
        Wording.count(present, "request"),
        Wording.frame(hotspot));
  }

  /** The number of requests, then the median and maximum of each figure. */
  private static String system(JsonNode system) {
    return line(
        "%s  %12s  p50/max of %s",
        Wording.window(system),
        Wording.count(system.path("requests").asLong(), "request"),
        StreamSupport.stream(system.path("distributions").spliterator(), false)
            .map(RecordLine::distribution)
            .collect(joining(", ")));
  }

  private static String distribution(JsonNode figure) {
    String name = figure.path("name").asText();
    long median = figure.path("p50").asLong();
    long max = figure.path("max").asLong();
    return name.endsWith("Nanos")
        ? "%s %s/%s"
            .formatted(
                name.substring(0, name.length() - "Nanos".length()),
                Wording.duration(median),
                Wording.duration(max))
        : "%s %s/%s".formatted(name, Wording.number(median), Wording.number(max));
  }

  /** The job's accounts in words; other scopes field by field. */
  private static String quality(JsonNode quality) {
    String scope = quality.path("scope").asText();
    return line(
        "%s  %-9s  %s",
        end(quality),
        scope,
        QualitySummary.describes(quality) ? job(new QualitySummary(quality)) : fields("", quality));
  }

  private static String job(QualitySummary accounts) {
    return "since the start %s, %s, %s open: %s"
        .formatted(
            Wording.count(accounts.count("records", "received"), "record"),
            Wording.count(accounts.count("spans", "decoded"), "span"),
            Wording.number(accounts.count("spans", "open")),
            accounts.verdict());
  }

  /** {@code endpoint cart GET /, requests.total 4, requests.incomplete 3}, and so on. */
  private static String fields(String above, JsonNode object) {
    return object.properties().stream()
        .filter(field -> !field.getKey().equals("scope") && !field.getKey().equals("window"))
        .map(field -> field(above + field.getKey(), field.getValue()))
        .collect(joining(", "));
  }

  private static String field(String name, JsonNode value) {
    if (value.isObject() && !value.has("operation")) {
      return fields(name + ".", value);
    }
    return name + " " + (value.isObject() ? Wording.frame(value) : value.asText());
  }

  /**
   * The record's time, and how long after the span's end it came. A long time points to a slow
   * exporter.
   */
  private static String lateSpan(JsonNode span) {
    long recordMillis = span.path("recordTimeMillis").asLong();
    long endNanos = span.path("startNanos").asLong() + span.path("durationNanos").asLong();
    return line(
        "%s  %8s after its end  %s  %s, took %s",
        Wording.clock(recordMillis),
        Wording.duration(recordMillis * NANOS_PER_MILLI - endNanos),
        span.path("traceId").asText(),
        Wording.frame(span),
        duration(span, "durationNanos"));
  }

  /** A record that could not be decoded; its headers describe it. */
  static String ofDeadLetter(PublishedRecord letter) {
    String bytes = letter.header("originalBytes");
    return line(
        "%s  %s partition %s offset %s, %s bytes: %s",
        Wording.clock(letter.source().timestamp()),
        letter.header("topic"),
        letter.header("partition"),
        letter.header("offset"),
        bytes.equals("?") ? letter.source().value().length : bytes,
        letter.header("reason"));
  }

  /** A record from a writer other than the job. */
  static String ofUnreadable(PublishedRecord record) {
    return line(
        "%s  no JSON object: %s partition %d offset %d, %d bytes",
        Wording.clock(record.source().timestamp()),
        record.source().topic(),
        record.source().partition(),
        record.source().offset(),
        record.source().value().length);
  }

  private static String duration(JsonNode json, String field) {
    return Wording.duration(json.path(field).asLong());
  }

  private static String end(JsonNode record) {
    return Wording.clock(record.path("window").path("endMillis").asLong());
  }

  private static String line(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
