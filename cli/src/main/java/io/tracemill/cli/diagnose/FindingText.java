package io.tracemill.cli.diagnose;

import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.databind.JsonNode;
import io.tracemill.cli.screen.Wording;
import java.util.List;
import java.util.stream.StreamSupport;

/**
 * Describes a finding in words. It leaves out what the findings above say: the operation and the
 * request type.
 */
public final class FindingText {
  private static final int MAX_STEPS = 3;

  /** Smaller shares are not worth a sentence. */
  private static final double NEGLIGIBLE = 0.005;

  private FindingText() {}

  /** A finding of any layer. */
  static String of(JsonNode finding) {
    return switch (finding.path("layer").asInt()) {
      case 1 -> operation(finding) + ": " + ownTime(finding, "all requests'");
      case 2 -> "in " + requestType(finding) + ": " + ownTime(finding, "their");
      case 3 -> part(finding);
      default -> subSpan(finding);
    };
  }

  /** Describes a finding with its operation and request type. */
  public static String alone(JsonNode finding) {
    String in = finding.has("endpoint") ? " in " + Wording.frame(finding.path("endpoint")) : "";
    String part =
        switch (finding.path("layer").asInt()) {
          case 3 -> ", " + partName(finding);
          case 4 -> ", " + between(finding);
          default -> "";
        };
    return "%s%s%s: %s%s."
        .formatted(
            operation(finding),
            in,
            part,
            duration(figures(finding), "meanNanos"),
            latency(finding, "the"));
  }

  static String operation(JsonNode finding) {
    return Wording.frame(finding.path("operation"));
  }

  private static String requestType(JsonNode finding) {
    return "%s (%s of all requests)"
        .formatted(Wording.frame(finding.path("endpoint")), percent(finding, "coverage"));
  }

  private static String ownTime(JsonNode finding, String whose) {
    return "%s of its own in each of %s%s.%s%s"
        .formatted(
            duration(finding, "meanNanos"),
            Wording.count(finding.path("count").asLong(), "span"),
            latency(finding, whose),
            tail(finding),
            unnamed(finding));
  }

  private static String latency(JsonNode finding, String whose) {
    return finding.has("explained")
        ? ", %s of %s latency".formatted(percent(finding, "explained"), whose)
        : "";
  }

  private static String tail(JsonNode finding) {
    return finding.path("tail").asBoolean()
        ? " Tail issue: %s in the slowest requests, %s in others."
            .formatted(
                duration(finding.path("slowest"), "meanNanos"),
                duration(finding.path("normal"), "meanNanos"))
        : "";
  }

  private static String unnamed(JsonNode finding) {
    return finding.path("unnamed").asDouble() >= NEGLIGIBLE
        ? " The groups below leave out %s of these requests.".formatted(percent(finding, "unnamed"))
        : "";
  }

  private static String partName(JsonNode finding) {
    return switch (finding.path("kind").asText()) {
      case "child_diff" ->
          finding.has("before")
              ? "before its call of " + Wording.frame(finding.path("before"))
              : "before its call " + finding.path("part").asInt();
      case "end_diff" -> "after its last call";
      default -> "as a whole";
    };
  }

  private static String part(JsonNode finding) {
    return "%s%s: %s %s%s.%s"
        .formatted(
            partName(finding),
            path(finding),
            duration(figures(finding), "meanNanos"),
            (finding.path("tail").asBoolean()
                    ? "in the slowest requests with these calls (%s of all)"
                    : "a request (%s of them)")
                .formatted(percent(finding, "coverage")),
            latency(finding, "their"),
            unnamed(finding));
  }

  /** The last steps of the call path; empty if the path has a single step. */
  private static String path(JsonNode finding) {
    List<String> steps =
        StreamSupport.stream(finding.path("path").spliterator(), false)
            .map(Wording::frame)
            .toList();
    int left = Math.max(0, steps.size() - MAX_STEPS);
    return steps.size() < 2
        ? ""
        : " (%s%s)"
            .formatted(left > 0 ? "... > " : "", steps.stream().skip(left).collect(joining(" > ")));
  }

  private static String subSpan(JsonNode finding) {
    JsonNode figures = figures(finding);
    return "%s%s: %s (p50 %s, p99 %s) in %s (%s, %s sampled)%s.%s"
        .formatted(
            finding.path("problematic").asBoolean() ? "PROBLEM " : "",
            between(finding),
            duration(figures, "meanNanos"),
            uncertain(figures, "p50"),
            uncertain(figures, "p99"),
            count(finding),
            percent(finding, "coverage"),
            Wording.number(figures.path("sampled").asLong()),
            latency(finding, "their"),
            exemplar(finding));
  }

  /** {@code 2,700 requests}, {@code the slowest 270 of 2,700 requests}. */
  private static String count(JsonNode finding) {
    String requests = Wording.count(finding.path("count").asLong(), "request");
    return finding.path("tail").asBoolean()
        ? "the slowest %s of %s"
            .formatted(Wording.number(figures(finding).path("count").asLong()), requests)
        : requests;
  }

  /** {@code from the end of db SELECT to the call of cart GET /items}. */
  private static String between(JsonNode finding) {
    boolean whole =
        finding.path("after").path("event").asText().equals("span_begin")
            && finding.path("before").path("event").asText().equals("span_end");
    return whole
        ? "all of it"
        : "from %s to %s".formatted(event(finding.path("after")), event(finding.path("before")));
  }

  private static String event(JsonNode event) {
    return switch (event.path("event").asText()) {
      case "span_begin" -> "its begin";
      case "span_end" -> "its end";
      case "call_begin" -> "the call of " + Wording.frame(event);
      default -> "the end of " + Wording.frame(event);
    };
  }

  /**
   * {@code 19 ms +- 3 ms}. If the sample is too small, the percentile is the largest sampled value,
   * without an error.
   */
  private static String uncertain(JsonNode figures, String name) {
    String value = duration(figures, name + "Nanos");
    long error = figures.path(name + "ErrorNanos").asLong();
    if (error > 0) {
      return "%s +- %s".formatted(value, Wording.duration(error));
    }
    boolean exact = figures.path("sampled").asLong() >= figures.path("count").asLong();
    return exact ? value : "at least " + value;
  }

  private static String exemplar(JsonNode finding) {
    return finding.has("exemplar") ? " Trace %s.".formatted(finding.path("exemplar").asText()) : "";
  }

  /** The figures of the requests that the finding is about. */
  private static JsonNode figures(JsonNode finding) {
    return finding.path("tail").asBoolean() ? finding.path("slowest") : finding;
  }

  private static String percent(JsonNode finding, String field) {
    return Wording.percent(finding.path(field).asDouble());
  }

  private static String duration(JsonNode figures, String field) {
    return Wording.duration(figures.path(field).asLong());
  }
}
