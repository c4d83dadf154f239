package io.tracemill.cli.watch;

import com.fasterxml.jackson.databind.JsonNode;
import io.tracemill.cli.screen.Wording;
import java.util.Locale;

/** Mutations, incidents and accounts of changes, a line each; times as in {@link RecordLine}. */
final class AlertLine {
  private static final int FLOW_DIGITS = 8;

  private AlertLine() {}

  /**
   * {@code 12:00:00 firing time 20.0 ms -> 30.0 ms since 11:59:00 shop GET /cart: ...}: what it is
   * about stands last, as it may be long.
   */
  static String mutation(JsonNode mutation) {
    return line(
        "%s  %-8s  %-8s  %8s -> %-8s  since %s  %s: %s%s",
        end(mutation),
        mutation.path("status").asText(),
        mutation.path("kind").asText(),
        side(mutation.path("before"), mutation),
        side(mutation.path("after"), mutation),
        since(mutation),
        where(mutation),
        subject(mutation),
        reason(mutation));
  }

  /** The mean of a place and of a category's times; else the share of requests. */
  private static String side(JsonNode side, JsonNode mutation) {
    return side.has("meanNanos") && !isStructural(mutation.path("category"))
        ? Wording.duration(side.path("meanNanos").asLong())
        : Wording.percent(side.path("share").asDouble());
  }

  private static boolean isStructural(JsonNode category) {
    return category.path("change").asText().equals("structural");
  }

  private static String where(JsonNode mutation) {
    return mutation.has("endpoint")
        ? Wording.frame(mutation.path("endpoint"))
        : Wording.count(mutation.path("endpoints").size(), "endpoint");
  }

  private static String subject(JsonNode mutation) {
    if (mutation.has("place")) {
      return place(mutation.path("place"));
    }
    if (mutation.has("call")) {
      JsonNode call = mutation.path("call");
      return Wording.frame(call.path("caller")) + " calls " + Wording.frame(call);
    }
    return category(mutation.path("category").path("flow"));
  }

  /** Those that are meant can be found in {@code traces} by it. */
  private static String category(JsonNode flow) {
    String digits = flow.asText();
    return "requests with flow " + digits.substring(0, Math.min(FLOW_DIGITS, digits.length()));
  }

  private static String place(JsonNode place) {
    return switch (place.path("type").asText()) {
      case "edge" -> place.path("caller").asText() + " -> " + place.path("callee").asText();
      case "service" -> "the whole service " + place.path("service").asText();
      case "request" -> "the requests";
      default -> Wording.frame(place);
    };
  }

  /** {@code 12:00:00 firing page} and the summary, which says how it ended. */
  static String incident(JsonNode incident) {
    return line(
        "%s  %-8s  %-6s  %s",
        Wording.clock(incident.path("judgedMillis").asLong()),
        incident.path("status").asText(),
        incident.path("severity").asText(),
        incident.path("summary").asText());
  }

  /** The window, both means, endpoint, and the largest cause. */
  static String change(JsonNode change) {
    JsonNode window = change.path("window");
    return line(
        "%s-%s  %8s -> %8s  %s%s",
        Wording.clock(window.path("startMillis").asLong()),
        end(change),
        Wording.duration(change.path("beforeMeanNanos").asLong()),
        Wording.duration(change.path("afterMeanNanos").asLong()),
        Wording.frame(change.path("endpoint")),
        largest(change.path("terms").path(0)));
  }

  private static String largest(JsonNode term) {
    if (!term.isObject()) {
      return "";
    }
    JsonNode path = term.path("node");
    JsonNode step = path.path(path.size() - 1);
    String cause =
        step.isObject() ? "time in " + step(step) : "share of " + category(term.path("category"));
    return ", largest cause %s: %s".formatted(signed(term.path("nanos").asLong()), cause);
  }

  private static String step(JsonNode step) {
    return Wording.frame(step) + (step.has("callee") ? " -> " + step.path("callee").asText() : "");
  }

  private static String signed(long nanos) {
    return (nanos < 0 ? "-" : "+") + Wording.duration(Math.abs(nanos));
  }

  private static String end(JsonNode record) {
    return Wording.clock(record.path("window").path("endMillis").asLong());
  }

  private static String since(JsonNode record) {
    long endMillis = record.path("window").path("endMillis").asLong();
    return Wording.clock(record.path("sinceMillis").asLong(), endMillis);
  }

  /** Why it is over. */
  private static String reason(JsonNode record) {
    return record.has("reason") ? " (" + record.path("reason").asText() + ")" : "";
  }

  private static String line(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
