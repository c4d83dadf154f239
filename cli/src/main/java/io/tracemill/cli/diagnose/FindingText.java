package io.tracemill.cli.diagnose;

import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.databind.JsonNode;
import io.tracemill.cli.screen.Wording;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * Describes a finding in words. It leaves out what the findings above say: the operation and the
 * request type.
 */
final class FindingText {
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
        ? " The parts below leave out %s of these requests.".formatted(percent(finding, "unnamed"))
        : "";
  }

  private static String partName(JsonNode finding) {
    return switch (finding.path("kind").asText()) {
      case "child_diff" -> "before " + call(finding.path("before"));
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

  /** {@code its call of db SELECT}, {@code the 3rd of 9 calls of db SELECT}. */
  private static String call(JsonNode call) {
    return call.has("calls")
        ? "the %s of %d calls of %s"
            .formatted(
                ordinal(call.path("call").asInt()), call.path("calls").asInt(), Wording.frame(call))
        : "its call of " + Wording.frame(call);
  }

  /** {@code db SELECT}, {@code db SELECT (3rd of 9)}. */
  private static String step(JsonNode call) {
    return call.has("calls")
        ? "%s (%s of %d)"
            .formatted(
                Wording.frame(call), ordinal(call.path("call").asInt()), call.path("calls").asInt())
        : Wording.frame(call);
  }

  /** {@code 1st}, {@code 22nd}, {@code 113th}. */
  private static String ordinal(int number) {
    int teens = number % 100 / 10;
    return number
        + switch (teens == 1 ? 0 : number % 10) {
          case 1 -> "st";
          case 2 -> "nd";
          case 3 -> "rd";
          default -> "th";
        };
  }

  /** The last steps of the call path; empty if the path has a single step. */
  private static String path(JsonNode finding) {
    List<String> steps =
        StreamSupport.stream(finding.path("path").spliterator(), false)
            .map(FindingText::step)
            .toList();
    int left = Math.max(0, steps.size() - MAX_STEPS);
    return steps.size() < 2
        ? ""
        : " (%s%s)"
            .formatted(left > 0 ? "... > " : "", steps.stream().skip(left).collect(joining(" > ")));
  }

  private static String subSpan(JsonNode finding) {
    JsonNode figures = figures(finding);
    return "%s%s: %s%s in %s (%s%s)%s.%s"
        .formatted(
            finding.path("problematic").asBoolean() ? "PROBLEM " : "",
            between(finding),
            duration(figures, "meanNanos"),
            percentiles(figures),
            count(finding),
            percent(finding, "coverage"),
            sampled(finding, figures),
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
      case "call_begin" -> event.has("calls") ? call(event) : "the call of " + Wording.frame(event);
      default -> "the end of " + Wording.frame(event);
    };
  }

  /** {@code (p50 19 ms +- 3 ms, p99 40 ms)}; leaves out what too few requests can tell. */
  private static String percentiles(JsonNode figures) {
    String text =
        Stream.of("p50", "p99")
            .filter(name -> figures.has(name + "Nanos"))
            .map(name -> name + " " + uncertain(figures, name))
            .collect(joining(", "));
    return text.isEmpty() ? "" : " (" + text + ")";
  }

  private static String uncertain(JsonNode figures, String name) {
    String value = duration(figures, name + "Nanos");
    long error = figures.path(name + "ErrorNanos").asLong();
    return error > 0 ? "%s +- %s".formatted(value, Wording.duration(error)) : value;
  }

  private static String sampled(JsonNode finding, JsonNode figures) {
    return finding.has("kept")
        ? ", %s sampled".formatted(Wording.number(figures.path("sampled").asLong()))
        : "";
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
